"""A small house for the apps' tests: a menu with one of everything, and doors to call apps by."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from apps.acts.house import first_availability
from apps.acts.outcome import StaffOutcome
from apps.contract import Ask, Desk, Outcome, Problem, Refusal, Snapshot
from apps.ledger.books import Books, Line
from apps.staff_acts import perform
from apps.table import find_app
from menu_data.loader import from_document
from menu_data.menu import Menu

NOON = datetime(2031, 3, 5, 4, 0, tzinfo=UTC)  # a Wednesday, 12:00 in Shanghai

Json = dict[str, Any]


def document(**restaurant: Any) -> Json:
    """The menu's document, to be changed at will; `restaurant` overrides fields of the house."""
    made = {
        "format": 1,
        "restaurant": {
            "name": {"zh": "苇塘茶舍", "en": "Reed Pond Tea House"},
            "currency": "CNY",
            "languages": ["zh", "en"],
            "time_zone": "Asia/Shanghai",
            "hours": [{"days": "mon-sun", "open": "09:00", "close": "23:00"}],
            **restaurant,
        },
        "categories": [
            {"id": "bowls", "name": {"zh": "碗", "en": "Bowls"}},
            {"id": "cups", "name": {"zh": "杯", "en": "Cups"}},
            {"id": "grill", "name": {"zh": "烤物", "en": "From the grill"}},
        ],
        "modifier_groups": [_SIZE, _HEAT, _GARNISH, _EXTRAS, _MILK],
        "items": [*_BOWLS, *_CUPS, *_GRILL],
        "combos": [_NOON],
    }
    return copy.deepcopy(made)


def _modifier(key: str, zh: str, en: str, price: str = "0.00", **more: Any) -> Json:
    return {"id": key, "name": {"zh": zh, "en": en}, "price": price, **more}


def _group(key: str, zh: str, en: str, modifiers: list[Json], **more: Any) -> Json:
    return {"id": key, "name": {"zh": zh, "en": en}, "modifiers": modifiers, **more}


def _dish(key: str, zh: str, en: str, category: str, price: str | None, **more: Any) -> Json:
    name = {"zh": zh, "en": en}
    return {"id": key, "name": name, "category": category, "price": price, **more}


_SIZE = _group(
    "size",
    "份量",
    "size",
    [_modifier("small", "小碗", "small"), _modifier("big", "大碗", "big", "4.00")],
    min=1,
    max=1,
)
_HEAT = _group(
    "heat",
    "辣度",
    "heat",
    [
        _modifier("flat", "不辣", "not hot", aliases=["免辣"]),
        _modifier("mild", "微辣", "mild"),
        _modifier("fierce", "爆辣", "fierce"),
    ],
    max=1,
    default="mild",
)
_GARNISH = _group(
    "garnish",
    "撒料",
    "garnish",
    [
        _modifier("leek", "韭菜", "leek"),
        _modifier("sesame", "芝麻", "sesame seeds", "1.00", allergens={"sesame": "contains"}),
        _modifier("crisps", "脆片", "crisps", "2.00", extra_price="3.00"),
    ],
    max=3,
    amounts=True,
    removable=True,
)
_EXTRAS = _group(
    "extras",
    "加料",
    "extras",
    [
        _modifier("egg", "卤蛋", "soy egg", "2.00", allergens={"egg": "contains"}),
        _modifier("tofu", "豆腐块", "tofu cubes", "1.50"),
    ],
    max=4,
)
_MILK = _group(
    "milk",
    "奶",
    "milk",
    [
        _modifier("cow", "牛奶", "cow's milk", allergens={"milk": "contains"}),
        _modifier("oat", "燕麦奶", "oat milk", "1.00", allergens={"gluten": "contains"}),
    ],
    max=1,
    default="cow",
)
_NOON = {
    "id": "noon",
    "name": {"zh": "午间套餐", "en": "Noon set"},
    "price": "20.00",
    "slots": [
        {"id": "main", "name": {"zh": "主食", "en": "main"}, "choose": ["barley", "reed"]},
        {"id": "cup", "name": {"zh": "饮品", "en": "cup"}, "choose": ["latte", "pear_tea"]},
        {"id": "side", "name": {"zh": "小食", "en": "side"}, "choose": ["rice"]},
    ],
}
_KNOWN = {"peanut": "free", "egg": "free", "milk": "free"}
_BOWLS = [
    _dish(
        "barley", "青稞碗", "Barley bowl", "bowls", "12.00",
        aliases=["highland bowl"], unit={"zh": "碗", "en": "bowl"},
        modifier_groups=["size", "heat", "garnish", "extras"],
        allergens={**_KNOWN, "gluten": "contains"},
    ),
    _dish("reed", "芦芽汤", "Reed shoot soup", "bowls", "9.00", allergens=_KNOWN),
    _dish("rice", "白米饭", "Plain rice", "bowls", "2.00", allergens=_KNOWN),
    _dish(
        "dawn", "晨粥", "Dawn porridge", "bowls", "6.00",
        hours=[{"days": "mon-fri", "open": "09:00", "close": "10:30"}],
    ),
]  # fmt: skip
_CUPS = [
    _dish("latte", "拿铁", "Latte", "cups", "6.00", modifier_groups=["milk"]),
    _dish("pear_tea", "雪梨茶", "Pear tea", "cups", "5.00", allergens=_KNOWN),
    _dish("pear_juice", "雪梨汁", "Pear juice", "cups", "7.00"),
]
_GRILL = [
    _dish("skewer", "藕串", "Lotus skewer", "grill", "3.00", stock=5),
    _dish("carp", "烤鲤鱼", "Grilled carp", "grill", None, allergens={"fish": "contains"}),
    _dish("quail", "烤鹌鹑", "Grilled quail", "grill", "15.00", available=False),
]


def menu(**restaurant: Any) -> Menu:
    """The menu, with fields of the house overridden."""
    return from_document(document(**restaurant))


def opened(of: Menu | None = None, books: Books | None = None, now: datetime = NOON) -> Snapshot:
    """The house at noon, nothing ordered yet."""
    of = of or menu()
    return Snapshot(now, of, first_availability(of), books or Books())


def desk(
    guest: str = "ann",
    guests: tuple[str, ...] = ("ann", "bo"),
    allergies: Mapping[str, frozenset[str]] | None = None,
) -> Desk:
    """A desk of the visit's; ann is the host."""
    return Desk("v1", guest, guests, allergies or {})


ANN, BO = desk("ann"), desk("bo")


def call(name: str, at: Snapshot, params: Json, who: Desk = ANN) -> tuple[Outcome, Snapshot]:
    """Call an app as a turn would; the outcome, and the house after it."""
    app = find_app(name)
    assert app is not None
    typed = app.Params.model_validate(params)
    refusal = app.check(typed, at, who)
    outcome = app.run(typed, at, who)
    assert refusal == outcome.refusal, "check and run must agree"
    stock = dict(at.availability.stock)
    for dish, taken in outcome.stock_taken.items():
        stock[dish] -= taken
    availability = replace(at.availability, stock=stock)
    return outcome, replace(at, books=outcome.books, availability=availability)


def ordered(at: Snapshot, *calls: Json, who: Desk = ANN) -> Snapshot:
    """The house after calls of `order` that must succeed."""
    for params in calls:
        outcome, at = call("order", at, params, who)
        assert outcome.ok, outcome.refusal
    return at


def placed(at: Snapshot, *calls: Json, who: Desk = ANN) -> Snapshot:
    """The house after ordering and sending it."""
    outcome, at = call("submit", ordered(at, *calls, who=who), {}, who)
    assert outcome.ok, outcome.refusal
    return at


def act(name: str, at: Snapshot, params: Json, why: str = "") -> tuple[StaffOutcome, Snapshot]:
    """An act of staff; the outcome, and the house after it."""
    done = perform(name, params, at, "mei", why)
    after = replace(at, books=done.books, availability=done.availability, menu=done.menu or at.menu)
    return done, after


def problems(outcome: Outcome | StaffOutcome) -> tuple[Problem, ...]:
    """Why it was refused; () where it wasn't."""
    refusal: Refusal | None = outcome.refusal
    return () if refusal is None else refusal.problems


def codes(outcome: Outcome | StaffOutcome) -> list[str]:
    """The codes of the reasons."""
    return [problem.code for problem in problems(outcome)]


def asked(outcome: Outcome) -> Ask:
    """The one question of a refused call."""
    (ask,) = [problem.ask for problem in problems(outcome) if problem.ask is not None]
    return ask


def rows(at: Snapshot) -> list[tuple[int, str, str, int]]:
    """The tab in short: number, guest, dish, quantity."""
    return [_short(line) for line in at.books.lines]


def _short(line: Line) -> tuple[int, str, str, int]:
    return line.line, line.guest, line.item, line.quantity
