"""Guided mode: what is repaired, what is said about it, and what stays refused as a guess."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.waiter.turn_laws import APPS, calls, canonical, guided, strict
from waiter.turn import Repair, Repaired, ToSys, ToUser, Violation, render

CUSTOMER_CALLS = (
    (Path(__file__).parents[1] / "data" / "customer_calls.txt").read_text("utf-8").split("----\n")
)
EXPECTED = [
    (
        ToSys("點餐應用", {"usernum": 1, "caiming": "包子", "cainum": 3}),
        ("quotes",),
    ),
    (
        ToSys("點餐應用", {"usernum": 1, "caiming": "包子", "cainum": 5}),
        ("quotes", "comment", "marker"),
    ),
    (ToSys("菜單應用"), ("quotes", "comment", "trailing_comma", "marker")),
    (ToSys("結賬應用"), ("quotes", "comment", "trailing_comma", "marker")),
]


@pytest.mark.parametrize(("raw", "expected"), list(zip(CUSTOMER_CALLS, EXPECTED, strict=True)))
def test_a_call_as_the_customer_writes_it_is_repaired_in_guided_mode(
    raw: str, expected: tuple[ToSys, tuple[str, ...]]
) -> None:
    parsed = guided(raw)
    assert isinstance(parsed, Repaired)
    assert (parsed.turn, parsed.repairs) == expected


@pytest.mark.parametrize("raw", CUSTOMER_CALLS)
def test_a_call_as_the_customer_writes_it_is_refused_in_strict_mode(raw: str) -> None:
    assert isinstance(strict(raw), Violation)


MENU = ToSys("menu", {"dish": "a"})


@pytest.mark.parametrize(
    ("raw", "repairs"),
    [
        ('\ufeffto_sys: {"app": "menu", "dish": "a"}', ("bom",)),
        ('to_sys：{"app": "menu", "dish": "a"}', ("full_width_colon",)),
        ('to_sys: {"app"： "menu", "dish"：\n"a"}', ("full_width_colon",)),
        ('```\nto_sys: {"app": "menu", "dish": "a"}\n```', ("code_fence",)),
        ('```json\n{"app": "menu", "dish": "a"}\n```', ("code_fence", "marker")),
        ('to_sys: ```json\n{"app": "menu", "dish": "a"}\n```', ("code_fence",)),
        ('to_sys: {“app”: “menu”, "dish": ’a’}', ("quotes",)),
        ('to_sys: {"app": "menu", "dish": "a",\n}', ("trailing_comma",)),
        (
            'to_sys: {"app": "menu", "dish": "a", # last "one", said {he}\n}',
            ("comment", "trailing_comma"),
        ),
        ("""to_sys: {"app": "menu", # it's\n "dish": "a"}""", ("comment",)),
        ('{"app": "menu", "dish": "a"}', ("marker",)),
    ],
)
def test_what_needs_no_guessing_is_repaired(raw: str, repairs: tuple[Repair, ...]) -> None:
    assert isinstance(strict(raw), Violation)
    assert guided(raw) == Repaired(MENU, repairs)


def test_a_reply_to_the_guest_gets_its_colon_and_loses_its_fence() -> None:
    assert guided("to_user：您好：请坐") == Repaired(ToUser("您好：请坐"), ("full_width_colon",))
    assert guided("```\nto_user: hi\n```") == Repaired(ToUser("hi"), ("code_fence",))


def test_nothing_inside_a_string_is_touched() -> None:
    raw = """to_sys: {'app': 'menu', "dish": "a # b, ‘c’ ' ：d ,}", 'note': 'say "hi" ,} # x'}"""
    note = {"dish": "a # b, ‘c’ ' ：d ,}", "note": 'say "hi" ,} # x'}
    assert guided(raw) == Repaired(ToSys("menu", note), ("quotes",))


def test_an_escaped_quote_stays_inside_its_string() -> None:
    raw = r"""to_sys: {'app': 'menu', 'dish': 'it\'s \"a\" \\ \u0062'}"""
    assert guided(raw) == Repaired(ToSys("menu", {"dish": 'it\'s "a" \\ b'}), ("quotes",))


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("to_sys: {'app': 'menu', 'dish': 'it's'}", "bad_json"),
        ("to_sys: {'app': 'menu', 'dish': 'rock 'n' roll'}", "bad_json"),
        ("to_sys: {‘app’: 'menu', 'dish': ‘don’t’}", "bad_json"),
        ("to_sys: {'app': 'menu', 'dish': 'a}", "bad_json"),
        ("to_sys: {app: 'menu'}", "bad_json"),
        ('to_sys: {"app": "menu", "ok": True}', "bad_json"),
        ('to_sys: {"app": "menu" "dish": "a"}', "bad_json"),
        ('to_sys: {"app": "menu", "dish": "a"', "bad_json"),
        ('to_sys: {"app": "menu",, "dish": "a"}', "bad_json"),
        ('to_sys: {"app": "menu", "lines": [,]}', "bad_json"),
        ('to_sys: {"app": "menu", "lines": [1,,]}', "bad_json"),
        ('to_sys: {"app": "menu"， "dish": "a"}', "bad_json"),
        ('to_sys: {"app": "menu" // which\n}', "bad_json"),
        ("to_sys: {'app': 'menu', 'app': 'order'}", "duplicate_key"),
        ("to_sys: {'app': 'menu'} # done", "text_around"),
        ("to_sys: {'app': 'menu'},", "text_around"),
        ("to_sys: {'app': 'menu'}\nto_user: 好", "mixed"),
        ("to_sys: {'app': 'menu'}\nsys: 好", "invented_sys"),
        ("to_sys: {'app': 'rm'}", "unknown_app"),
        ("to_sys： ['app']", "not_an_object"),
        ("{'app': 'rm'}", "no_marker"),
        ("{'app': 'menu'} 好的", "no_marker"),
        ("['menu']", "no_marker"),
        ('好的 {"app": "menu"}', "no_marker"),
        ('call: {"app": "menu"}', "no_marker"),
        ("To_User: hi", "no_marker"),
        ("to_user : hi", "no_marker"),
        ("```\nto_user: a\n```\n```\nto_user: b\n```", "mixed"),
        ("to_user：[等待系統回復]", "leak"),
        ("to_user：", "empty"),
    ],
)
def test_what_would_be_a_guess_stays_refused(raw: str, kind: str) -> None:
    parsed = guided(raw)
    assert isinstance(parsed, Violation), parsed
    assert parsed.kind == kind


def test_a_refusal_after_repairs_says_which_and_claims_no_place() -> None:
    parsed = guided("to_sys： {'app': 'rm'}")
    assert isinstance(parsed, Violation)
    assert (parsed.kind, parsed.repairs, parsed.at) == (
        "unknown_app",
        ("full_width_colon", "quotes"),
        None,
    )


def test_a_text_of_any_length_is_not_repaired_at_length() -> None:
    assert isinstance(guided("{'app': 'menu'" + "'" * 100_000), Violation)


straight = st.sampled_from(['"', "'", "‘’", "“”"])


@given(calls, straight, st.booleans(), st.booleans(), st.booleans())
def test_a_damaged_call_is_repaired_to_itself_or_refused(
    call: ToSys, quote: str, comma: bool, comment: bool, bare: bool
) -> None:
    """Whatever the strings hold, repairs never make another call of it."""
    raw = render(call)
    if quote != '"':
        raw = requote(raw, quote)
    if comma:
        raw = raw[:-1] + ",}"
    if comment:
        raw = raw[:-1] + " # , } ' \"\n}"
    if bare:
        raw = raw.removeprefix("to_sys: ")
    parsed = guided(raw)
    if isinstance(parsed, Violation):
        assert quote != '"'
        return
    turn = parsed.turn if isinstance(parsed, Repaired) else parsed
    assert isinstance(turn, ToSys)
    assert turn.app in APPS
    if quote == '"':
        assert canonical(turn) == canonical(call)


def requote(raw: str, quote: str) -> str:
    """The same call with every string in other quotes; one that holds such a quote is ambiguous."""
    parts = raw.replace('\\"', "\0").split('"')
    opened = (part if not i % 2 else quote[0] + part + quote[-1] for i, part in enumerate(parts))
    return "".join(opened).replace("\0", '\\"')
