"""A full house: every chat writes every two seconds, and no limit but the machine's."""

from __future__ import annotations

import asyncio

from benchmarks.telegram.guests import answered, talk
from benchmarks.telegram.setting import Evening, evening, p50, p95, wrong_tabs

EVERY = 2.0  # seconds between two lines of a guest
PATIENCE = 60.0  # seconds for what is still unanswered at the end
GOAL = 0.5  # seconds from a line to its answer, p95
# What the house may grow by between a third of the time and its end: what was said is kept.
GROWTH = 0.15


async def run(
    chats: int = 40, seconds: float = 16.0, *, goals: bool = False, **_: float
) -> bool:  # fmt: skip
    """Whether nothing was lost, doubled or out of order, in constant memory; with `goals` also
    whether it was soon enough.
    """
    async with evening(chats) as at:
        talking = asyncio.create_task(talk(at.guests, EVERY, seconds))
        await asyncio.sleep(seconds / 3)
        third, said_then = at.house.cost(), _said(at)
        await talking
        end, said = at.house.cost(), _said(at)
        await answered(at.guests, PATIENCE)
        done = at.house.cost()
        code = await at.house.stop()
        cpu = (done.cpu - third.cpu) / (said - said_then)
        print(f"load: {chats} chats, {said} lines in {seconds:.0f} s, {cpu * 1000:.1f} ms CPU each")
        print(f"  memory {third.memory >> 20} MB after a third, {end.memory >> 20} MB at the end")
        whole = _is_whole(at, code)
    flat = end.memory <= third.memory * (1 + GROWTH)
    quick = _is_quick(at, cpu)
    return whole and flat and (quick or not goals)


def _said(at: Evening) -> int:
    return sum(guest.said for guest in at.guests)


def _is_whole(at: Evening, code: int) -> bool:
    lost = sum(len(guest.waiting) for guest in at.guests)
    wrong = [text for guest in at.guests for text in guest.wrong]
    tabs = wrong_tabs(at)
    print(f"  lost {lost}, twice or out of order {len(wrong)}, wrong tabs {tabs}, exit {code}")
    for text in wrong[:5]:
        print(f"    {text[:90]!r}")
    return not (lost or wrong or tabs or code)


def _is_quick(at: Evening, cpu: float) -> bool:
    """`cpu`: seconds of it that a line takes, the measure of this machine now."""
    every = [one for guest in at.guests for one in guest.answered]
    for name, spent in (
        ("written", [one.since_written for one in every]),
        ("handed over", [one.since_handed for one in every]),
    ):
        told = f"p50 {p50(spent) * 1000:.0f} ms, p95 {p95(spent) * 1000:.0f} ms"
        print(f"  {name} to answered: {told}")
    slowest = p95([one.since_handed for one in every])
    print(f"  the slowest twentieth waits {slowest / cpu:.0f} times what a line costs")
    met = slowest < GOAL
    print(f"  goal: answered within {GOAL * 1000:.0f} ms, p95: {'met' if met else 'MISSED'}")
    return met
