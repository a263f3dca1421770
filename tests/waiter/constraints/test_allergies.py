"""A stated allergy is followed: no brain chooses such a dish, and every conflict is said."""

from __future__ import annotations

import pytest

from tests.waiter.table import Table, call
from waiter import event as e

STEW = call("order", dish="stew", modifiers=["small"])


def allergic(language: str = "en") -> Table:
    """A guest who can't have peanuts, which the stew contains."""
    table = Table()
    table.join("a", language)
    table.say("I'm allergic to peanuts" if language == "en" else "我对花生过敏")
    table.speak("to_user: Noted, no peanuts for you." if language == "en" else "to_user: 记下了。")
    return table


def refused(table: Table) -> list[str]:
    return [body.kind for body in table.bodies() if isinstance(body, e.TurnRefused)]


def test_no_brain_chooses_a_dish_the_guest_cannot_have() -> None:
    table = Table()
    table.join("a")
    table.say("the stew, is it big?")
    table.speak("to_user: It comes small or large.")
    table.say("bring me one of those, small; and I'm allergic to peanuts")
    table.speak(STEW)
    assert refused(table) == ["allergy"]
    assert table.live.books.lines == ()


@pytest.mark.parametrize("said", ["a small stew all the same", "one stew, the small one"])
def test_the_guest_may_ask_for_it(said: str) -> None:
    table = allergic()
    table.say(said)
    table.speak(STEW)
    assert refused(table) == []
    assert [line.item for line in table.live.books.lines] == ["stew"]


@pytest.mark.parametrize("reply", ["One small stew, noted.", "Great choice!", "好的，一份小炖菜。"])
def test_what_was_put_down_is_not_left_unwarned(reply: str) -> None:
    table = allergic()
    table.say("a small stew")
    table.speak(STEW)
    table.speak(f"to_user: {reply}")
    assert refused(table) == ["allergy"]
    table.speak("to_user: One small stew. Mind that it contains peanuts.")
    assert refused(table) == ["allergy"]
    assert "peanuts" in table.last().content


@pytest.mark.parametrize(
    ("language", "said", "reply"),
    [
        ("en", "what do you suggest?", "I recommend the stew."),
        ("en", "what do you suggest?", "How about the stew?"),
        ("en", "what do you suggest?", "Try our signature dish: stew."),
        ("zh", "有什么推荐？", "推荐您试试炖菜。"),
        ("zh", "有什么推荐？", "要不要来一份炖菜？"),
    ],
)
def test_what_is_suggested_says_so(language: str, said: str, reply: str) -> None:
    table = allergic(language)
    table.say(said)
    table.speak(f"to_user: {reply}")
    assert refused(table) == ["allergy"]


@pytest.mark.parametrize(
    "reply", ["I recommend the rice.", "The stew has peanuts, so try the rice.", "What about tea?"]
)
def test_what_the_guest_can_have_is_suggested_freely(reply: str) -> None:
    table = allergic()
    table.say("what do you suggest?")
    table.speak(f"to_user: {reply}")
    assert refused(table) == []


def test_an_allergy_told_late_is_met_with_what_is_on_the_tab() -> None:
    table = Table()
    table.join("a")
    table.say("a small stew")
    table.speak(STEW)
    table.speak("to_user: One small stew.")
    table.say("by the way I'm allergic to peanuts")
    table.speak("to_user: Noted, you are allergic to peanuts.")
    assert refused(table) == ["allergy"]
    table.speak("to_user: Noted. Your stew contains peanuts; shall I take it off?")
    assert refused(table) == ["allergy"]


def test_the_conflict_stands_in_what_is_agreed_to() -> None:
    table = allergic()
    table.say("a small stew")
    table.speak(STEW)
    table.speak("to_user: One small stew. Mind that it contains peanuts.")
    table.say("that is all, send it")
    table.speak(call("submit"))
    assert "peanut" in table.last().content
    table.say("yes")
    assert table.live.books.tickets[0].allergies == ("peanut",)
