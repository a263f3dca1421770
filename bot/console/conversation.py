"""One guest's conversation with the house: what they type goes in, what the waiter says is shown.

`prompt` and `pipe` decide where lines come from; this holds what both do with them.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
from dataclasses import dataclass

from bot.console import commands, report
from bot.console.commands import Asked
from bot.console.drawing import Screen
from bot.console.speakers import Speaker
from bot.console.words import word
from waiter import event as e
from waiter.runner import Runner, SessionKey

LEAVING = ("quit", "exit", "/quit", "/exit")
# Seconds. An answer that comes sooner needs no word that it is on its way.
QUICK = 0.4


@dataclass(slots=True)
class Conversation:
    """One guest, one screen. `shown`: the number of the last envelope that is on it; `speaker`:
    who may be changed by the guest.
    """

    runner: Runner
    key: SessionKey
    screen: Screen
    language: str = "zh"
    shown: int = 0
    speaker: Speaker | None = None

    @property
    def spoken(self) -> str:
        """The guest's language by now; before they have joined, the one they are greeted in."""
        session = self.runner.state(self.key.visit).sessions.get(self.key.guest)
        return session.language if session is not None else self.language

    async def begin(self) -> None:
        """The guest sits down; the waiter greets them first."""
        await self.runner.join(self.key, self.language)
        await self.settle()

    async def take(self, line: str) -> bool:
        """A line as typed: the console's own command, or words to the waiter. False: they leave."""
        text = line.encode("utf-8", "replace").decode("utf-8").strip()
        if text.lower() in LEAVING:
            return False
        command = commands.split(text)
        if command is not None:
            name, words = command
            asked = Asked(self.runner, self.key, self.screen, self.spoken, self.speaker, words)
            await commands.run(name, asked)
        elif text:
            return await self._interruptible(text)
        return True

    async def settle(self) -> None:
        """Wait until the exchange is over; all of it is on the screen then."""
        await self.runner.settled(self.key.visit)
        self.show()

    async def follow(self) -> None:
        """Keep showing what the waiter says, also what nobody asked for."""
        async for _ in self.runner.envelopes(self.key, self.shown):
            self.show()

    def show(self) -> None:
        """Put on the screen what isn't there yet."""
        for envelope in self.runner.sent(self.key, self.shown):
            self.shown = envelope.number
            cost = report.cost(self.runner, self.key, envelope)
            if self.screen.wants_answers:
                envelope = report.answered(self.runner, self.key, envelope)
            self.screen.show(envelope, self.spoken, cost)

    async def _say(self, text: str) -> None:
        now = self.runner.clock()
        body = e.GuestSaid(secrets.token_hex(16), self.key.guest, text, now)
        await self.runner.hear(self.key.visit, body)
        await self.settle()

    async def _interrupt(self) -> None:
        now = self.runner.clock()
        body = e.GuestAnswered(secrets.token_hex(16), self.key.guest, "interrupt", now)
        await self.runner.hear(self.key.visit, body)

    async def _interruptible(self, text: str) -> bool:
        """Say it; Ctrl-C stops the waiter, a second one leaves (False)."""
        loop = asyncio.get_running_loop()
        saying = asyncio.create_task(self._say(text))
        stops: list[asyncio.Task[None]] = []

        def stop() -> None:
            if stops:
                saying.cancel()
            else:
                stops.append(asyncio.create_task(self._interrupt()))

        loop.add_signal_handler(signal.SIGINT, stop)
        try:
            answered, _ = await asyncio.wait([saying], timeout=QUICK)
            if not answered:
                with self.screen.busy(word("thinking", self.spoken)):
                    await asyncio.wait([saying])
            await asyncio.gather(*stops)
        finally:
            loop.remove_signal_handler(signal.SIGINT)
        if saying.cancelled():
            return False
        saying.result()  # raises what went wrong
        return True
