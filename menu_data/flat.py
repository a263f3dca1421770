"""The flat form that restaurants write by hand: id -> name, description, price "12元", category.

Turned into a format-1 document; the rest is the loader's. Characters stay as they are written:
texts are plain strings, and the menu's first language says which script they are in (guests who
write the other one find a dish all the same: `words` reads both scripts alike).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePath
from typing import Any

import opencc
from babel.numbers import is_currency
from pydantic import Field, TypeAdapter, ValidationError

from menu_data import money
from menu_data.faults import Fault, Place, first_fault, shown
from menu_data.format import NAME_HINT, Part
from menu_data.texts import Description, Id, Name
from menu_data.told import message, told

# The category of dishes that name none.
_OTHER = {"id": "menu", "name": {"zh": "菜单", "en": "Menu"}}

_FORMAT_KEYS = {"format", "restaurant", "categories", "modifier_groups", "items", "combos"}
_PRICE = re.compile(
    r"(?P<before>[^\d\s/.,+-]*)\s*(?P<number>\d{1,9}(?:\.\d{1,4})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?)"
    r"\s*(?P<after>[^\d\s/.,+-]*)\s*(?:/\s*(?P<unit>[^\d\s/]{1,20}))?"
)
_MARKET = {"时价", "時價", "市价", "市價", "market price", "mp"}
_PRICE_ALLOWED = told("allowed.flat_price")

# How menus write a currency, before or after the amount; codes of ISO 4217 are read as well.
_CURRENCIES = {
    "CNY": ("元", "块", "塊", "块钱", "塊錢", "圆", "圓", "¥", "rmb", "人民币", "人民幣"),
    "USD": ("$", "us$", "美元", "美金"),
    "MYR": ("rm", "令吉", "马币", "馬幣"),
    "TWD": ("nt$", "nt", "台币", "台幣", "新台币", "新台幣"),
    "HKD": ("hk$", "港币", "港幣", "港元"),
    "SGD": ("s$", "新币", "新幣", "新元"),
    "AUD": ("a$", "au$", "澳元"),
    "JPY": ("円", "日元", "日圓"),
    "EUR": ("€", "欧元", "歐元"),
    "GBP": ("£", "英镑", "英鎊"),
    "KRW": ("₩", "韩元", "韓元"),
    "THB": ("฿", "泰铢", "泰銖"),
    "INR": ("₹",),
    "VND": ("₫",),
}
_CURRENCY_OF = {word: code for code, words in _CURRENCIES.items() for word in words}


class _Entry(Part):
    name: Name = Field(description=NAME_HINT)
    description: Description = ""
    price: Any = Field(description=_PRICE_ALLOWED)  # Any: read by `read_price`, which knows why not
    category: Id | None = None


def is_flat(document: Mapping[str, Any]) -> bool:
    """Whether this is meant to be a flat menu: mostly objects that have a name or a price."""
    dishes = [e for e in document.values() if isinstance(e, dict) and {"name", "price"} & e.keys()]
    return not _FORMAT_KEYS & document.keys() and 2 * len(dishes) > len(document)


def house(file: str) -> str:
    """A restaurant's name out of a file's: "golden_wok_menu.json" is "Golden Wok"."""
    stem = re.sub(r"[_\s-]+", " ", PurePath(file).stem).strip()
    named = re.sub(r"(?i)\s*(\bmenu|菜单|菜單)$", "", stem).strip() or stem or "menu"
    return named.title() if named.islower() else named


def document(entries: Mapping[str, Any], restaurant: str) -> dict[str, Any]:
    """A flat menu as a format-1 document. Fault where an entry isn't right."""
    categories: dict[str, Any] = {}
    items = []
    currencies: dict[str, str] = {}
    for key, written in entries.items():
        entry = _entry(key, written)
        category = _category(entry.category)
        categories.setdefault(category["id"], category)
        amount, currency, unit = read_price(entry.price, (key, "price"))
        if currency:
            currencies.setdefault(currency, key)
        items.append(
            {
                "id": key.strip(),
                "name": entry.name,
                "category": category["id"],
                "description": entry.description,
                "price": amount,
                "unit": unit,
            }
        )
    return {
        "format": 1,
        "restaurant": {
            "name": restaurant,
            "currency": _only(currencies),
            "languages": languages(str(item["name"]) + str(item["description"]) for item in items),
        },
        "categories": list(categories.values()),
        "items": items,
    }


def _category(name: str | None) -> dict[str, Any]:
    return {"id": name, "name": name} if name else _OTHER


def _entry(key: str, written: object) -> _Entry:
    try:
        TypeAdapter(Id).validate_python(key)
    except ValidationError as error:
        raise Fault(
            (), told("flat.id", found=shown(key), problem=first_fault(error).problem)
        ) from error
    try:
        return _Entry.model_validate(written, context="")
    except ValidationError as error:
        fault = first_fault(error)
        raise Fault((key, *fault.place), fault.problem) from error


def read_price(written: object, place: Place) -> tuple[str | None, str | None, str]:
    """Amount, currency and unit of "12元/份"; amount and currency are None for a market price.

    Fault at `place` where it is no price, or names no currency.
    """
    if not isinstance(written, str):
        raise Fault(place, told("flat.no_currency", found=shown(written), allowed=_PRICE_ALLOWED))
    text = unicodedata.normalize("NFKC", written).strip()
    if text.lower() in _MARKET:
        return None, None, ""
    found = _PRICE.fullmatch(text)
    if not found:
        raise Fault(place, told("flat.no_price", found=shown(written), allowed=_PRICE_ALLOWED))
    currency = _currency(found["before"], found["after"])
    if currency is None:
        raise Fault(place, told("flat.no_currency", found=shown(written), allowed=_PRICE_ALLOWED))
    amount = found["number"].replace(",", "")
    try:
        units = money.minor(amount, currency)
    except ValueError as error:
        raise Fault(place, message(error)) from error
    return money.Money(units, currency).plain(), currency, found["unit"] or ""


def _currency(*marks: str) -> str | None:
    """The one currency that the words around an amount name; None for none, unknown or several."""
    named = {
        _CURRENCY_OF.get(mark.lower()) or (mark.upper() if is_currency(mark.upper()) else None)
        for mark in marks
        if mark
    }
    return named.pop() if len(named) == 1 else None


def _only(currencies: Mapping[str, str]) -> str:
    """The one currency of a menu; `currencies` maps each to the first entry that has it."""
    if not currencies:
        raise Fault((), told("flat.no_currencies", allowed=_PRICE_ALLOWED))
    first, *others = currencies
    if others:
        raise Fault(
            (currencies[others[0]], "price"),
            told(
                "flat.two_currencies",
                other=others[0],
                first=first,
                first_entry=repr(currencies[first]),
            ),
        )
    return first


def languages(texts: Iterable[str]) -> list[str]:
    """The languages the waiter speaks, the one that the menu's texts are written in first."""
    text = "".join(texts)
    if not any("\u4e00" <= character <= "\u9fff" for character in text):
        return ["en", "zh"]
    traditional = _changed(text, "t2s") > _changed(text, "s2t")
    return ["zh-Hant", "zh", "en"] if traditional else ["zh", "en"]


def _changed(text: str, way: str) -> int:
    """How many characters are of the script that this conversion turns into the other."""
    return sum(a != b for a, b in zip(text, _converter(way).convert(text), strict=False))


@lru_cache(maxsize=2)
def _converter(way: str) -> opencc.OpenCC:
    return opencc.OpenCC(way)
