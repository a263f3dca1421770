"""The console's own commands, one a line in a table: what they show comes from `report` and cards.

None of them orders, pays or decides anything; what a guest wants, they say to the waiter.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from bot.complaint import Complaint
from bot.console import menu_card, report, tab_card
from bot.console.drawing import Screen
from bot.console.seen import Seen, seen
from bot.console.speakers import Speaker
from bot.console.words import word
from waiter import event as e
from waiter.phrases import say
from waiter.runner import Runner, SessionKey

FORM = re.compile(r"(/[a-z]+)(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as typed, and where. `words`: what stood after its name."""

    runner: Runner
    key: SessionKey
    screen: Screen
    language: str
    speaker: Speaker | None
    words: str = ""

    def word(self, key: str, **values: object) -> str:
        """A sentence of the console's."""
        return word(key, self.language, **values)

    def say(self, key: str, **values: object) -> None:
        self.screen.note(self.word(key, **values))

    def look(self, card: RenderableType | None, otherwise: str) -> None:
        """Draw it, or say that there is nothing."""
        if card is None:
            self.screen.note(otherwise)
        else:
            self.screen.card(card)

    def house(self) -> Seen:
        """The house as this guest may see it."""
        return seen(self.runner, self.key)

    def file(self, command: str) -> Path:
        """The file that was named. `Complaint` where none was."""
        if not self.words:
            raise Complaint(self.word("file_missing", command=command))
        return Path(self.words).expanduser()


async def _help(asked: Asked) -> None:
    asked.say("help")


async def _menu(asked: Asked) -> None:
    otherwise = asked.word("nothing_called", words=asked.words)
    asked.look(menu_card.menu(asked.house(), asked.words), otherwise)


async def _tab(asked: Asked) -> None:
    asked.look(tab_card.tab(asked.house()), say("tab.empty", asked.language))


async def _bill(asked: Asked) -> None:
    asked.look(tab_card.bill(asked.house()), asked.word("no_bill"))


async def _trace(asked: Asked) -> None:
    answer = report.last_answer(asked.runner, asked.key, asked.language)
    asked.look(answer, asked.word("nothing_yet"))


async def _brain(asked: Asked) -> None:
    speaker = asked.speaker
    if speaker is None:
        asked.say("nothing_yet")
        return
    if asked.words:
        speaker.use(asked.words)
    names = ", ".join(speaker.names)
    asked.say("brain", name=speaker.chosen, brain=speaker.name, names=names)


async def _save(asked: Asked) -> None:
    path = asked.file("/save")
    count = report.save(asked.runner, asked.key.visit, path)
    asked.say("saved", count=count, file=path)


async def _replay(asked: Asked) -> None:
    path = asked.file("/replay")
    recorded, difference = await asyncio.to_thread(report.replay, path)
    if asked.screen.for_people:
        for record in recorded.records:
            _retell(asked, record.event.body)
    if difference is None:
        asked.say("replayed", file=path, count=len(recorded.records))
    else:
        asked.say("diverged", file=path, difference=difference)


def _retell(asked: Asked, body: e.Body) -> None:
    """What was said then, as it looked."""
    match body:
        case e.GuestSaid(guest=guest, text=text):
            own = guest == asked.key.guest
            asked.screen.typed(text, word("prompt", asked.language) if own else f"{guest}: ")
        case e.EnvelopeSent(envelope=envelope):
            asked.screen.show(envelope, asked.language)
        case _:
            pass


COMMANDS: Mapping[str, Callable[[Asked], Awaitable[None]]] = {
    "/menu": _menu,
    "/tab": _tab,
    "/bill": _bill,
    "/trace": _trace,
    "/brain": _brain,
    "/save": _save,
    "/replay": _replay,
    "/help": _help,
}


def split(line: str) -> tuple[str, str] | None:
    """A line's command and what stands after it; None where it is words to the waiter."""
    found = FORM.fullmatch(line)
    return None if found is None else (found[1], (found[2] or "").strip())


async def run(name: str, asked: Asked) -> None:
    """Do a command; what is wrong with it is said."""
    if name not in COMMANDS:
        asked.say("unknown", command=name, commands=", ".join(COMMANDS))
        return
    try:
        await COMMANDS[name](asked)
    except Complaint as complaint:
        asked.screen.note(str(complaint))
