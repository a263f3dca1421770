"""An app that looks outside the house: beside the units, cancellable, taken up again, replayed."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from apps.contract import Found, FoundDish, Wish
from apps.searching import DEPTH, KeywordSearcher
from menu_data.loader import from_document
from tests.waiter.table import DINER, NOON, call
from waiter import event as e
from waiter.replay import replay
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage
from waiter.transcript import export, read
from waiter.view import Refused, Spoken, View

ANN, BO = SessionKey("v1", "ann"), SessionKey("v1", "bo")
FOUND = Found((FoundDish("fish", 0.5, (("vectors", 1),)),), ("keywords", "vectors"))


class Seeker:
    """Finds the fish. Its gate, if shut, keeps it looking."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.asked: list[Wish] = []
        self.closed = False

    def find(self, wish: Wish) -> Found:
        self.asked.append(wish)
        assert self.gate.wait(30)
        return FOUND

    def close(self) -> None:
        self.closed = True


class Asks:
    """Calls search for whoever says "find", then says what it was told."""

    name = "asks"

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        if view.heard == "find" and not view.facts:
            return Spoken(call("search", query="something from a river"))
        rows = [row["id"] for fact in view.facts for row in fact.value["results"]]
        return Spoken(f"to_user: {', '.join(rows) or 'hello'}")


def house(storage: Storage, seeker: Seeker | None) -> Runner:
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            unit.ledger.publish(from_document(DINER), "test", NOON)
    brains: dict[e.BrainRole, Asks] = {"chosen": Asks(), "house": Asks()}
    return Runner(storage, brains, clock=lambda: NOON, searcher=seeker)


async def seated(folder: Path, seeker: Seeker | None) -> Runner:
    runner = house(Storage.open(folder), seeker)
    await runner.open_visit("v1", "5")
    for key in (ANN, BO):
        await runner.join(key, "en", greet=False)
    return runner


def said(key: SessionKey, text: str) -> e.GuestSaid:
    return e.GuestSaid(f"{key.guest}-{text}", key.guest, text, NOON)


def told(runner: Runner, key: SessionKey) -> list[str]:
    return [envelope.content for envelope in runner.sent(key)]


async def looking(runner: Runner, seeker: Seeker) -> None:
    """Wait until the searcher has been asked."""
    while not seeker.asked:
        await asyncio.sleep(0)


async def test_what_was_found_comes_back_as_an_event(tmp_path: Path) -> None:
    seeker = Seeker()
    runner = await seated(tmp_path, seeker)
    await runner.hear("v1", said(ANN, "find"))
    await runner.settled("v1")
    assert told(runner, ANN) == ["fish"]
    assert [(wish.text, wish.top_k) for wish in seeker.asked] == [("something from a river", DEPTH)]
    bodies = [r.event.body for r in runner.storage.reading().journal.read("v1")]
    (returned,) = [body for body in bodies if isinstance(body, e.AppReturned)]
    assert returned.result["found_by"] == ["keywords", "vectors"]
    assert [candidate.id for candidate in returned.candidates] == ["fish"]
    await runner.close()
    assert seeker.closed


async def test_who_looks_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    seeker = Seeker()
    seeker.gate.clear()
    runner = await seated(tmp_path, seeker)
    await runner.hear("v1", said(ANN, "find"))
    await looking(runner, seeker)
    await runner.hear("v1", said(BO, "hello"))
    async for envelope in runner.envelopes(BO):
        assert envelope.content == "hello"
        break
    assert told(runner, ANN) == []
    seeker.gate.set()
    await runner.settled("v1")
    assert told(runner, ANN) == ["fish"]
    await runner.close()


async def test_wait_stops_an_app_that_looks_and_what_it_finds_later_is_not_heard(
    tmp_path: Path,
) -> None:
    seeker = Seeker()
    seeker.gate.clear()
    runner = await seated(tmp_path, seeker)
    await runner.hear("v1", said(ANN, "find"))
    await looking(runner, seeker)
    await runner.hear("v1", said(ANN, "wait"))
    await runner.settled("v1")
    seeker.gate.set()
    await runner.hear("v1", said(BO, "hello"))
    await runner.settled("v1")
    assert "fish" not in told(runner, ANN)
    assert runner.state("v1").sessions["ann"].exchange is None
    await runner.close()


async def test_a_house_that_went_down_while_it_looked_looks_again(tmp_path: Path) -> None:
    lost = Seeker()
    lost.gate.clear()
    first = await seated(tmp_path, lost)
    await first.hear("v1", said(ANN, "find"))
    await looking(first, lost)
    storage = await first.abandon()
    lost.gate.set()
    again = Seeker()
    second = house(Storage.open(tmp_path), again)
    await second.open_visit("v1")
    await second.settled("v1")
    assert told(second, ANN) == ["fish"]
    assert [wish.text for wish in again.asked] == ["something from a river"]
    await second.close()
    storage.close()


async def test_a_house_without_a_searcher_finds_by_words(tmp_path: Path) -> None:
    runner = await seated(tmp_path, None)
    await runner.hear("v1", said(ANN, "find"))
    await runner.settled("v1")
    assert told(runner, ANN) == ["hello"]  # no word of the wish is on the menu
    assert KeywordSearcher().find(Wish(from_document(DINER), "tea", 3)).dishes[0].id == "tea"
    await runner.close()


async def test_what_was_found_replays_from_the_record_with_what_happened_meanwhile(
    tmp_path: Path,
) -> None:
    seeker = Seeker()
    seeker.gate.clear()
    runner = await seated(tmp_path, seeker)
    await runner.hear("v1", said(ANN, "find"))
    await looking(runner, seeker)
    await runner.hear("v1", said(BO, "hello"))
    async for _ in runner.envelopes(BO):
        break
    seeker.gate.set()
    await runner.settled("v1")
    lines = list(export(runner.storage.reading(), "v1"))
    await runner.close()
    assert replay(read(lines)) is None
