"""How often: figures kept, what Telegram refuses waited for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.delivery.limits import LONGEST_STORM, Counted, Held, Rule

RULES = (Rule(1.0, 3), Rule(10.0, 8))


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_window_ever_holds_more_than_its_rule(gaps: list[float]) -> None:
    counted, now, done = Counted(), 0.0, []
    for gap in gaps:
        now += gap
        if counted.allowed("key", RULES, now):
            done.append(now)
        else:
            assert counted.wait("key", RULES, now) > 0
    for rule in RULES:
        for at in done:
            assert len([other for other in done if at <= other < at + rule.seconds]) <= rule.count


def test_a_chat_that_is_refused_waits_alone() -> None:
    held = Held()
    held.refuse(1, 7.0, 100.0)
    assert held.wait(1, 103.0) == 4.0
    assert held.wait(2, 103.0) <= 0
    assert not held.is_full(5)
    held.through(1)
    assert held.wait(1, 103.0) <= 0


def test_two_refused_are_a_storm_until_one_gets_through() -> None:
    held = Held()
    held.refuse(1, 60.0, 100.0)
    held.refuse(1, 60.0, 101.0)
    assert held.wait(3, 101.0) <= 0  # the same chat again is none
    held.refuse(2, 60.0, 102.0)
    assert held.wait(3, 102.0) == LONGEST_STORM
    assert held.is_full(1)
    assert not held.is_full(0)
    assert held.wait(3, 102.0 + LONGEST_STORM) <= 0
    held.through(3)
    assert not held.is_full(1)
    assert held.wait(2, 110.0) == 52.0
