"""Telegram's limits in force: how long a ticket takes from a guest's yes to the kitchen's chat,
while the whole house talks and the kitchen accepts.
"""

from __future__ import annotations

import asyncio
import re
import time

from benchmarks.telegram.guests import Guest, talk
from benchmarks.telegram.house import KITCHEN
from benchmarks.telegram.setting import Evening, evening, p50, p95
from tests.bot.telegram.people import buttons
from tests.bot.telegram.server import Json

EVERY = 10.0  # seconds between two lines of a guest
PATIENCE = 60.0
GOAL = 3.0  # seconds, p95
_TICKET = re.compile(r"(\d+) 号桌 · 单 \d+")


async def run(
    chats: int = 20, seconds: float = 24.0, tickets: int = 4, *, goals: bool = False, **_: float
) -> bool:  # fmt: skip
    """Whether every ticket is with the kitchen and Telegram never had to refuse; with `goals` also
    whether it was soon enough.
    """
    async with evening(chats, limited=True) as at:
        talking = asyncio.create_task(talk(at.guests[tickets:], EVERY, seconds))
        step = seconds / tickets
        sent = [
            asyncio.create_task(_order(at, guest, step * index))
            for index, guest in enumerate(at.guests[:tickets])
        ]
        spent = await asyncio.gather(*sent)
        await talking
        code = await at.house.stop()
        floods = [one for one in at.telegram.refused if "Too Many" in one[1]]
    print(f"tickets: {tickets} in {seconds:.0f} s, {chats} chats, Telegram's limits in force")
    print(f"  yes to the kitchen's chat: p50 {p50(spent):.2f} s, p95 {p95(spent):.2f} s")
    met = p95(spent) < GOAL
    print(f"  refused for flooding {len(floods)}, exit {code}")
    print(f"  goal: with the kitchen within {GOAL:.0f} s, p95: {'met' if met else 'MISSED'}")
    return (met or not goals) and not floods and not code


async def _order(at: Evening, guest: Guest, after: float) -> float:
    """A guest orders and says yes; seconds until the kitchen has the ticket, which it accepts."""
    await asyncio.sleep(after)
    guest.say()
    await guest.person.wait("×", seconds=PATIENCE)
    guest.person.send({"en": "place my order"}.get(guest.language, "下单"))
    request = await guest.person.wait(that=_asks, seconds=PATIENCE)
    begun = time.perf_counter()
    guest.person.press(request, "✅")
    async with asyncio.timeout(PATIENCE):
        while (card := _card(at, guest)) is None:
            await asyncio.sleep(0.01)
    spent = time.perf_counter() - begun
    await asyncio.sleep(1.0)
    at.boss.press(card, "接单")
    return spent


def _card(at: Evening, guest: Guest) -> Json | None:
    """The kitchen's card of a guest's ticket."""
    for message in at.telegram.messages[KITCHEN].values():
        found = _TICKET.search(message.get("text", ""))
        if found is not None and int(found[1]) == guest.number + 1:
            return message
    return None


def _asks(message: Json) -> bool:
    return "✅" in str(buttons(message))
