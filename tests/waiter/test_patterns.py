"""Phrases with choices, gaps and marks: what they find, and what is no phrase."""

from __future__ import annotations

import pytest

from waiter.claims import claim_words, phrases
from waiter.patterns import DISH, GAP, Phrases, index_of, phrases_of

LISTS = {"kitchen": ("kitchen", "(chef|cook)"), "staff": ("店员",)}


def one(text: str) -> Phrases:
    return phrases_of([text], LISTS)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("sent ... kitchen", "i sent all of it to the kitchen"),
        ("sent ... kitchen", "sent  kitchen"),
        ("(sent|passed) on", "passed on"),
        ("order [has] gone", "order gone"),
        ("order [has] gone", "the order has gone in"),
        ("[just] sent", "just sent"),
        ("[just] sent", "sent"),
        ("out of {dish}", f"we're out of {DISH}"),
        ("{kitchen} has it", "the cook has it"),
        ("已 .. 下单", "已经帮您下单了"),
        ("叫了{staff}", "我叫了店员"),
        ("{start}done{end}", "done."),
        ("(红|绿)茶", "一杯绿茶"),
    ],
)
def test_a_phrase_stands(phrase: str, text: str) -> None:
    assert one(phrase).stands(text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("sent", "sentence"),
        ("sent", "present"),
        ("sent ... kitchen", f"sent {'x' * (GAP + 3)} kitchen"),
        ("sent ... kitchen", "kitchen sent"),
        ("已 .. 下单", "已经把您说的这些菜全部都下单"),
        ("out of {dish}", "out of rice"),
        ("{start}done{end}", "it is done"),
        ("{start}done{end}", "done with it"),
        ("order [has] gone", "order had gone"),
    ],
)
def test_a_phrase_does_not_stand(phrase: str, text: str) -> None:
    assert not one(phrase).stands(text)


def test_what_a_gap_holds_is_told() -> None:
    (found,) = one("sent ... kitchen").found("sent it never to the kitchen")
    assert found.groups() == (" it never to the ",)


def test_many_lists_are_looked_for_together() -> None:
    lists = {"sent": one("sent ... {kitchen}"), "ordered": one("已下单"), "gone": one("{dish}没了")}
    index = index_of(lists)
    assert index.lists_in("nothing of it") == frozenset()
    assert index.lists_in(f"我{DISH}没了，已下单") == {"ordered", "gone"}
    assert index.lists_in("it was sent") == {"sent"}


@pytest.mark.parametrize("bad", ["(sent", "sent)", "{nowhere}", "[maybe]", "...", ""])
def test_what_is_no_phrase_is_an_error(bad: str) -> None:
    with pytest.raises(ValueError, match=r"no phrase|isn't closed|there isn't"):
        one(bad)


@pytest.mark.parametrize("kind", sorted(claim_words()))
def test_every_list_of_the_house_compiles(kind: str) -> None:
    assert phrases(kind).phrases
