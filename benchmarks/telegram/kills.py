"""Killed under load, again and again: every message is one order at the end."""

from __future__ import annotations

import asyncio
import random

from benchmarks.telegram.guests import ORDERS, answered, talk
from benchmarks.telegram.setting import evening, wrong_tabs

EVERY = 3.0  # seconds between two lines of a guest
PATIENCE = 120.0


async def run(chats: int = 20, kills: int = 3, **_: float) -> bool:
    """Whether nothing was lost and nothing was done twice. A text may be shown again where the
    process was killed before it had noted that it was shown.
    """
    chance = random.Random(chats)
    async with evening(chats, scripts=ORDERS) as at:
        talking = asyncio.create_task(talk(at.guests, EVERY, EVERY * kills * 2))
        for _kill in range(kills):
            await asyncio.sleep(1.0 + chance.random())
            await at.house.kill()
            await at.house.start()
        await talking
        await answered(at.guests, PATIENCE)
        code = await at.house.stop()
        lost = sum(len(guest.waiting) for guest in at.guests)
        wrong = [text for guest in at.guests for text in guest.wrong]
        again = [text for text in wrong if text.startswith("again")]
        tabs = wrong_tabs(at)
    said = sum(guest.said for guest in at.guests)
    print(f"kills: {kills} SIGKILLs, {chats} chats, {said} lines")
    print(f"  lost {lost}, wrong tabs {tabs}, texts shown again {len(again)}, exit {code}")
    for text in [text for text in wrong if text not in again][:5]:
        print(f"    {text[:90]!r}")
    # One message at a time is on its way to a chat.
    return not (lost or tabs or code or len(wrong) > len(again)) and len(again) <= kills * chats
