"""Acts of staff from Telegram: into the visit's inbox under the update's own key, what came of them
out of its journal. The acts themselves are `apps/staff_acts`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot import staff
from bot.complaint import Complaint
from bot.telegram.floor import Floor
from bot.telegram.words import word_or
from waiter import event as e
from waiter.runner import HOUSE

Result = Mapping[str, Any]  # JSON


class Refused(Exception):
    """The house says no; the message is why."""


class First(Refused):
    """Somebody else was quicker; the message is what they did."""


class Acting:
    """Has acts done. `key` makes an act that is asked for twice one."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._house = asyncio.Lock()  # its stream is opened and let go for every act

    async def at_visit(
        self, visit: str, name: str, params: Result, who: str, key: str, why: str = ""
    ) -> Result:
        """An act at a visit; its result. `Refused`, `floor.Busy`."""
        await self._floor.hold(visit)
        runner = self._floor.runner
        await runner.hear(visit, e.StaffActed(f"tg:{key}", name, params, who, why))
        await runner.settled(visit, brains=False)
        return self._done(self._outcome(visit, f"tg:{key}"))

    async def close(self, visit: str, who: str, key: str) -> None:
        """The act that settles a visit, and the end of its stream. `Refused`, `floor.Busy`."""
        self._floor.closing.add(visit)
        try:
            await self.at_visit(visit, "close", {}, who, key)
            await self._floor.runner.hear(visit, e.VisitClosed("close"), f"tg:{key}:closed")
            await self._floor.runner.settled(visit, brains=False)
        finally:
            self._floor.closing.discard(visit)

    async def at_house(self, name: str, params: Result, who: str, key: str) -> Result:
        """An act about the whole house. `Refused`."""
        act = staff.Act(HOUSE, name, params, who, key=f"tg:{key}")
        try:
            async with self._house:
                returned = await staff.performed(self._floor.runner, act)
        except Complaint as complaint:
            raise Refused(str(complaint)) from complaint
        return self._done(returned)

    def _done(self, returned: e.StaffActReturned) -> Result:
        if not returned.ok:
            raise Refused("; ".join(map(self._reason, returned.result["problems"])))
        return returned.result

    def _outcome(self, visit: str, input_id: str) -> e.StaffActReturned:
        acted = False
        for record in self._floor.store.unit.journal.read(visit):
            match record.event.body:
                case e.StaffActed(input_id=found) if found == input_id:
                    acted = True
                case e.StaffActReturned() as returned if acted:
                    return returned
        raise LookupError(f"act {input_id!r} was taken and has no result")

    def _reason(self, problem: Mapping[str, Any]) -> str:
        """One reason for a no, in the language of the kitchen, and what it is about."""
        language = self._floor.menu.restaurant.kitchen_language
        code = str(problem["code"])
        text = word_or(f"no.{code}", language, code.replace("_", " "))
        allowed = problem["allowed"]
        errors = allowed.get("errors")
        subject = errors[0] if errors else problem.get("subject") or allowed.get("due")
        between = "" if text.endswith("：") else " "
        return f"{text}{between}{subject}" if subject else text
