"""Conversations of the built-in brain on menus of the project, and every reply with what its brain
knew. Scripts are data (`talks.yaml`, with the slots of `houses.py`); scenarios are played too.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from apps.contract import Desk, Snapshot
from benchmarks.truth.houses import House, filled
from tests.waiter.table import Table
from waiter import event as e
from waiter.brains.builtin import HouseBrain
from waiter.brains.house.brain import speak
from waiter.constraints.verdict import Case
from waiter.evaluate import run_scenario
from waiter.scenario import find, load
from waiter.view import Refused, Spoken, View

# A reply, and the case in which it was made.
Heard = tuple[str, Case]
FILE = Path(__file__).with_name("talks.yaml")
_MARKER = "to_user: "
_TURNS = 40


@dataclass(slots=True)
class Recording:
    """The built-in brain, and everything it said with what it knew."""

    name: str = "house"
    heard: list[Heard] = field(default_factory=list)
    inner: HouseBrain = field(default_factory=HouseBrain)

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        spoken = await self.inner.speak(view, refused)
        if spoken.raw.startswith(_MARKER):
            self.heard.append((spoken.raw.removeprefix(_MARKER), case_of(view)))
        return spoken


def case_of(view: View) -> Case:
    """What constraints look at beside a view, as it was then."""
    at = Snapshot(view.now, view.menu, view.availability, view.books)
    return Case(view, at, Desk("visit", view.guest, view.guests, view.allergies))


def of_scenarios(paths: Iterable[Path]) -> list[Heard]:
    """Every reply of the built-in brain over scenarios."""
    brain = Recording()
    for path in find(paths):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(
                run_scenario(load(path), lambda: {"chosen": brain, "house": brain}, Path(folder))
            )
    return brain.heard


def of_talk(house: House, language: str, messages: Iterable[str]) -> list[Heard]:
    """Every reply of the built-in brain to a guest's messages, in a new visit."""
    table = Table(document=house.document)
    with table.storage.unit() as unit:
        gone = frozenset({house.gone})
        unit.ledger.set_availability(replace(unit.ledger.availability(), sold_out=gone))
    table.join("a", language)
    heard: list[Heard] = []
    for message in messages:
        table.say(message)
        heard += _answered(table)
    return heard


def _answered(table: Table) -> list[Heard]:
    heard: list[Heard] = []
    for _ in range(_TURNS):
        if not table.asks:
            return heard
        ask: e.AskBrain = table.asks[-1]
        spoken = speak(ask.view, ask.refused)
        if spoken.raw.startswith(_MARKER):
            heard.append((spoken.raw.removeprefix(_MARKER), case_of(ask.view)))
        table.speak(spoken.raw, spoken.confidence)
    raise AssertionError("no end")


def scripts(language: str, found: Mapping[str, str]) -> Iterator[list[str]]:
    """Talks in a language, their slots filled; none with a slot that there is nothing for."""
    talks = yaml.safe_load(FILE.read_text("utf-8"))[language.split("-")[0]]
    for talk in talks:
        messages = [filled(text, found, language) for text in talk]
        yield [message for message in messages if message is not None]
