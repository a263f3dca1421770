"""References: keys of values and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from waiter.workflow.template import MOST_TEXT, TemplateFault, compiled, filled, parse

VALUES = {"a": {"b": [1, {"c": "x"}], "名": "n"}, "n": 3, "yes": True, "t": "{n}", "none": None}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{n}", 3),
        ("{yes}", True),
        ("{a}", VALUES["a"]),
        ("{a[b][1][c]}", "x"),
        ("{a.b}", [1, {"c": "x"}]),
        ("{a['名']}", "n"),
        ("{ n }", 3),
        ("n is {n}!", "n is 3!"),
        ("{a.b} {none}", '[1,{"c":"x"}] '),
        ("{t}", "{n}"),
        ("{t}{t}", "{n}{n}"),
        ("{{n}}", "{n}"),
        ("plain", "plain"),
    ],
)
def test_a_reference_alone_keeps_its_type(text: str, value: object) -> None:
    assert filled(compiled(text), VALUES) == value


@pytest.mark.parametrize(
    "text",
    [
        "{__class__}", "{a.__init__}", "{a[__class__]}", "{a.__init__.__globals__}",
        "{n.real.__x__}",
        "{a!r}", "{n:>999999999}", "{n:{n}}", "{}", "{0}", "{a.}", "{a[}", "{a[]}", "{a b}", "{",
        "}",
        "{a()}", "{a+1}", "{ a . b }", "{_x}", "{a[b}", "{a['b\"]}",
    ],
)  # fmt: skip
def test_what_is_no_name_with_keys_is_refused(text: str) -> None:
    with pytest.raises(TemplateFault):
        parse(text)


@pytest.mark.parametrize("text", ["{n.real}", "{t.upper}", "{a.items}", "{a.b.append}", "{a.b[7]}"])
def test_attributes_are_not_keys(text: str) -> None:
    with pytest.raises(TemplateFault, match="finds no"):
        filled(compiled(text), VALUES)


def test_a_text_does_not_grow_beyond_its_bound() -> None:
    with pytest.raises(TemplateFault, match="grows beyond"):
        filled(compiled("{t}" * 300), {"t": "x" * (MOST_TEXT // 200)})


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        part = compiled(text)
        filled(part, VALUES)
    except (TemplateFault, KeyError):
        return


@given(st.dictionaries(st.sampled_from("abc"), st.text(max_size=9), min_size=3))
def test_what_was_written_in_is_not_read_again(values: dict[str, str]) -> None:
    assert filled(compiled("{a}|{b}|{c}"), values) == "|".join(values[key] for key in "abc")
