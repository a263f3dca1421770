"""Files: what is refused before anything is built, and repeated keys."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.waiter.workflow.files import ASK, HEAD, out, step, workflow
from waiter.workflow import reading
from waiter.workflow.loader import WorkflowError

LAUGHS = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in pairwise("abcdefghi"))


def refusal(text: str) -> str:
    with pytest.raises(WorkflowError) as refused:
        workflow(text)
    told = str(refused.value)
    assert "\n" not in told
    return told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LAUGHS, "test.yaml:1: anchors and aliases"),
        ("x: *y", "test.yaml:1: anchors and aliases"),
        ("version: '1'\nname: !!python/object/apply:os.system ['x']", "test.yaml:2: the tag"),
        ("[" * 10_000, "test.yaml:1: is nested too deep"),
        ("- " * 5_000, "test.yaml:1: is nested too deep"),
        ("a: [" + "x," * 5_000 + "]", "test.yaml:1: has too many values"),
        ("a: " + "x" * 70_000, "test.yaml:1: is larger than"),
        ("version: '1'\nversion: '2'", "test.yaml:2: the key 'version' stands here twice"),
        ("a: [1, 2", "test.yaml:1: "),
        ("a: 1\n---\nb: 2", "test.yaml:2: "),
        ("a: .nan", "test.yaml:1: '.nan' is no number"),
        ("a: " + "9" * 5_000, "test.yaml:1: "),
        ("? [a]\n: b", "test.yaml:1: a key that is no text"),
        ("a: \x07", "test.yaml:1: "),
        ("", "test.yaml:1: found None"),
        ("just words", "test.yaml:1: found 'just words'"),
        ("<<: {a: 1}", "test.yaml:1: ['<<']: unknown key '<<'"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_one_clear_line(text: str, told: str) -> None:
    assert refusal(text).startswith(told)


def test_bytes_that_are_no_utf8_are_refused() -> None:
    with pytest.raises(reading.FileFault, match="not UTF-8"):
        reading.read(b"\xff\xfe\x00")


def test_repeated_names_of_an_output_are_the_outputs_they_mean() -> None:
    asks = ASK.replace(
        "    outputs: {name: word, type: str}\n",
        "    output:\n      name: word\n      type: str\n      name: count\n      type: int\n",
    )
    found = workflow(HEAD + asks + out(word="{word}", count="{count}"))
    assert [(o.name, o.type) for o, _ in found.plan.inputs()] == [("word", "str"), ("count", "int")]
    (warning,) = found.warnings
    assert warning.startswith("test.yaml:9: ")
    assert "outputs: [{name: word, type: str}, {name: count, type: int}]" in warning


def test_only_names_of_outputs_may_repeat() -> None:
    twice = step("a", "{word}").replace("inputs: {text: '{word}'}", "inputs: {text: a, text: b}")
    assert "'text' stands here twice" in refusal(HEAD + ASK + twice + out(x="{a_said}"))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (("type: input", "type: shell"), "test.yaml:5: steps[0]: unknown step type 'shell'"),
        (("type: input", "typ: input"), "test.yaml:4: steps[0]: unknown step type None"),
        (("type: str", "type: string"), "unknown type 'string'; did you mean 'str'?"),
        (("outputs:", "outptus:"), "unknown key 'outptus'; did you mean 'outputs'?"),
        (("id: ask", "id: __ask"), "'__ask' is no name"),
        (("name: word", "name: 1word"), "'1word' is no name"),
        (("name: test", "nam: test"), "unknown key 'nam'"),
    ],
)
def test_what_does_not_belong_is_named_with_its_line(broken: tuple[str, str], told: str) -> None:
    text = (HEAD + ASK + out(x="{word}")).replace(*broken, 1)
    assert told in refusal(text)


def test_a_line_is_that_of_the_value() -> None:
    text = HEAD + ASK + step("a", "{word}").replace("type: str", "type: text") + out(x="{word}")
    assert refusal(text).startswith("test.yaml:11: steps[1].outputs[0].type")
