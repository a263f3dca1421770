"""A table for tests: one visit on a house in memory, its brain played by the test.

Clock and nonces are values; the real dialogue, journal and ledger run underneath. Only the runner's
event loop is left out, so every step is the test's own. What a brain is asked waits in `asks`.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from apps.contract import Searcher
from apps.searching import KeywordSearcher
from menu_data.loader import from_document
from menu_data.menu import Menu
from waiter import acting
from waiter import event as e
from waiter.envelope import Envelope
from waiter.flow import Flow
from waiter.live import LiveVisit, Outside
from waiter.state import State
from waiter.storage import Record, Storage, Unit

NOON = datetime(2026, 5, 6, 4, 0, tzinfo=UTC)

DINER: dict[str, Any] = {
    "format": 1,
    "restaurant": {
        "name": {"zh": "街角小馆", "en": "Corner Diner"},
        "currency": "CNY",
        "languages": ["zh", "en"],
        "fees": [{"id": "service", "name": {"zh": "服务费", "en": "Service"}, "percent": "10"}],
        "limits": {"line_quantity": 20, "tab_quantity": 40},
    },
    "categories": [{"id": "food", "name": {"zh": "菜", "en": "Food"}}],
    "modifier_groups": [
        {
            "id": "size",
            "name": {"zh": "份量", "en": "size"},
            "min": 1,
            "max": 1,
            "modifiers": [
                {"id": "small", "name": {"zh": "小份", "en": "small"}, "price": "0.00"},
                {"id": "large", "name": {"zh": "大份", "en": "large"}, "price": "4.00"},
            ],
        }
    ],
    "items": [
        {
            "id": "stew",
            "name": {"zh": "炖菜", "en": "Stew"},
            "category": "food",
            "price": "20.00",
            "modifier_groups": ["size"],
            "allergens": {"peanut": "contains"},
        },
        {"id": "rice", "name": {"zh": "米饭", "en": "Rice"}, "category": "food", "price": "2.00"},
        {
            "id": "tea",
            "name": {"zh": "热茶", "en": "Tea"},
            "category": "food",
            "price": "5.00",
            "stock": 3,
        },
        {
            "id": "fish",
            "name": {"zh": "烤鱼", "en": "Grilled fish"},
            "category": "food",
            "price": None,
        },
    ],
}


@dataclass(slots=True)
class Table:
    """One visit. `asks`: questions to brains not yet answered; `sent`: every envelope, in order."""

    document: dict[str, Any] = field(default_factory=lambda: DINER)
    guided: bool = False
    without: tuple[str, ...] = ()
    flows: tuple[Flow, ...] = ()
    searcher: Searcher = field(default_factory=KeywordSearcher)
    now: datetime = NOON
    asks: list[e.AskBrain] = field(default_factory=list)
    sent: list[Envelope] = field(default_factory=list)
    timers: dict[str, datetime] = field(default_factory=dict)
    menus: dict[str, Menu] = field(default_factory=dict)
    live: LiveVisit = field(init=False)
    storage: Storage = field(init=False)
    _ids: Any = field(init=False)

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)
        self.storage = Storage.in_memory()
        menu = from_document(self.document)
        with self.storage.unit() as unit:
            unit.ledger.publish(menu, "test", self.now)
            stock = {i: d.stock for i, d in menu.dishes.items() if d.stock is not None}
            unit.ledger.set_availability(_with_stock(unit, stock))
            self.live = LiveVisit.load(unit, "v1", self._outside(), self._menu)
        self.take(e.VisitOpened("5", "test", self.guided, self.flows, self.without))

    def _outside(self) -> Outside:
        return Outside(lambda: self.now, lambda: f"{next(self._ids):032x}")

    def _menu(self, unit: Unit, version: str) -> Menu:
        if version not in self.menus:
            self.menus[version] = from_document(unit.ledger.menu_document(version))
        return self.menus[version]

    @property
    def state(self) -> State:
        return self.live.state

    def take(self, body: e.Outside) -> list[e.Effect]:
        """Step the visit with something from outside."""
        with self.storage.unit() as unit:
            effects = self.live.take(unit, body)
        for effect in effects:
            match effect:
                case e.AskBrain():
                    self.asks.append(effect)
                case e.CallApp():
                    seen = self.live.seen(self.storage.reading())
                    self.take(acting.look(effect, seen, self.searcher))
                case e.CancelTask(exchange=exchange):
                    self.asks = [ask for ask in self.asks if ask.exchange != exchange]
                case e.Send(envelope=envelope):
                    self.sent.append(envelope)
                case e.StartTimer(timer=timer, due=due):
                    self.timers[timer] = due
        return effects

    def join(self, guest: str = "a", language: str = "en") -> None:
        self.take(e.GuestJoined(guest, language, greet=False))

    def say(self, text: str, guest: str = "a", *, sent: timedelta = timedelta(0)) -> None:
        """A guest types; `sent`: how long ago."""
        self.take(e.GuestSaid(self.new_id(), guest, text, self.now - sent))

    def tap(
        self,
        answer: e.AnswerKind,
        guest: str = "a",
        envelope: int | None = None,
        value: str | None = None,
    ) -> None:
        self.take(e.GuestAnswered(self.new_id(), guest, answer, self.now, envelope, value))

    def speak(self, raw: str, confidence: float | None = None) -> None:
        """The brain that was asked last answers."""
        ask = self.asks.pop()
        self.take(e.BrainSpoke(ask.guest, ask.exchange, ask.ask, raw, ask.role, confidence))

    def staff(self, act: str, **params: Any) -> None:
        self.take(e.StaffActed(self.new_id(), act, params, "Wang", "test"))

    def pass_time(self, by: timedelta) -> None:
        """Time passes; due timers fire."""
        self.now += by
        for timer, due in sorted(self.timers.items()):
            if due <= self.now:
                del self.timers[timer]
                self.take(e.TimerFired(timer))

    def order(self, **line: Any) -> None:
        """The guest orders by way of a brain that understood them."""
        self.say(words_for(line.get("lines") or [line]))
        self.speak(call("order", **line))
        self.speak("to_user: noted")

    def last(self, guest: str = "a") -> Envelope:
        return [envelope for envelope in self.sent if envelope.session == guest][-1]

    def records(self) -> list[Record]:
        return self.storage.reading().journal.read("v1")

    def bodies(self) -> list[e.Body]:
        return [record.event.body for record in self.records()]

    def new_id(self) -> str:
        return f"i{next(self._ids)}"


def words_for(lines: list[dict[str, Any]]) -> str:
    """What a guest would write for such lines of a call."""
    return ", ".join(
        " ".join([str(line.get("quantity", 1)), *line.get("modifiers", ()), line["dish"]])
        for line in lines
    )


def call(app: str, **params: Any) -> str:
    """A turn that calls an app."""
    return f"to_sys: {json.dumps({'app': app, **params}, ensure_ascii=False)}"


def _with_stock(unit: Unit, stock: dict[str, int]) -> Any:
    return replace(unit.ledger.availability(), stock=stock)
