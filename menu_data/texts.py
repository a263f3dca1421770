"""The kinds of value a menu file is written in: names, texts, ids, amounts, percentages, times.

Each is a string type whose validator says in one line what was found and what is allowed, and
returns the value in its one canonical spelling. `format` builds its models of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.numbers import is_currency
from pydantic import AfterValidator, BeforeValidator, ValidationInfo, WithJsonSchema

from menu_data import hours, money
from menu_data.faults import problem, shown, unknown
from menu_data.menu import ALLERGENS, DIETS, FINER_ALLERGENS, Presence
from menu_data.told import message, told

NAME_LENGTH = 200  # characters; a longer name breaks a button, a ticket and a receipt
TEXT_LENGTH = 2000  # characters of a description
ID_LENGTH = 64  # characters
LANGUAGES_PER_TEXT = 20

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?")


def _plain(value: object, what: str, longest: int, *, empty: bool = False) -> str:
    """A one-line text without control characters, the white space around it cut off.

    What may be `empty` is prose: its line breaks become spaces.
    """
    if not isinstance(value, str):
        raise problem(told("found", found=shown(value), allowed=what))
    text = " ".join(value.split()) if empty else value.strip()
    if not text and not empty:
        raise problem(told("empty", allowed=what))
    if len(text) > longest:
        raise problem(told("too_long", length=len(text), most=longest))
    if found := _CONTROL.search(text):
        raise problem(told("control", found=repr(found[0])))
    return text


def _language(value: object) -> str:
    if not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise problem(told("no_language", found=shown(value)))
    return value


def _text(longest: int, *, empty: bool) -> Callable[[object], str | dict[str, str]]:
    what = told("allowed.text_or_texts")

    def check(value: object) -> str | dict[str, str]:
        if not isinstance(value, dict):
            return _plain(value, what, longest, empty=empty)
        if not value or len(value) > LANGUAGES_PER_TEXT:
            raise problem(told("languages", count=len(value), most=LANGUAGES_PER_TEXT))
        return {
            _language(code): _plain(text, told("allowed.text"), longest, empty=empty)
            for code, text in value.items()
        }

    return check


def _id(value: object) -> str:
    return _plain(value, told("allowed.id"), ID_LENGTH)


def _word(value: object) -> str:
    return _plain(value, told("allowed.string_type"), NAME_LENGTH)


def _amount(value: object, info: ValidationInfo) -> str:
    """An amount of 0 or more in the menu's currency, which comes as the context."""
    currency = str(info.context)
    if not isinstance(value, str):
        example = money.Money(18 * 10 ** money.places(currency), currency).plain()
        raise problem(told("no_amount", found=shown(value), example=example))
    try:
        units = money.minor(value, currency)
    except ValueError as error:
        raise problem(message(error)) from error
    if units < 0:
        raise problem(told("below_zero", found=repr(value)))
    return money.Money(units, currency).plain()


def _unless_zero(value: str) -> str | None:
    return value if Decimal(value) else None


def _percent(value: object) -> str:
    if isinstance(value, str) and _PERCENT.fullmatch(value) and Decimal(value) <= 100:
        return f"{Decimal(value).normalize():f}"
    raise problem(told("no_percentage", found=shown(value)))


def _currency(value: object) -> str:
    if not isinstance(value, str) or not is_currency(value):
        raise problem(told("no_currency", found=shown(value)))
    return value


def _zone(value: object) -> str:
    if not isinstance(value, str):
        raise problem(told("no_zone", found=shown(value)))
    try:
        return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: "Asia" is a folder
        raise problem(told("no_zone", found=shown(value))) from error


def _days(value: object) -> str:
    what = told("allowed.days_written")
    if not isinstance(value, str):
        raise problem(told("found", found=shown(value), allowed=what))
    try:
        hours.parse_days(value)
    except ValueError as error:
        raise problem(told("no_days", problem=message(error), allowed=what)) from error
    return value.lower()


def _time(value: object) -> str:
    try:
        return hours.parse_time(str(value)).strftime("%H:%M")
    except ValueError as error:
        raise problem(told("no_time", found=shown(value))) from error


def _one_of(what: str, allowed: Sequence[str]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise problem(unknown(what, value, allowed))

    return check


Name = Annotated[str | dict[str, str], BeforeValidator(_text(NAME_LENGTH, empty=False))]
Description = Annotated[str | dict[str, str], BeforeValidator(_text(TEXT_LENGTH, empty=True))]
Id = Annotated[str, BeforeValidator(_id)]
Word = Annotated[str, BeforeValidator(_word)]
Language = Annotated[str, BeforeValidator(_language)]
Amount = Annotated[str, BeforeValidator(_amount)]
Surcharge = Annotated[str, BeforeValidator(_amount), AfterValidator(_unless_zero)]
Percent = Annotated[str, BeforeValidator(_percent)]
Currency = Annotated[str, BeforeValidator(_currency)]
Zone = Annotated[str, BeforeValidator(_zone)]
Days = Annotated[str, BeforeValidator(_days)]
Time = Annotated[str, BeforeValidator(_time)]
Diet = Annotated[
    str, BeforeValidator(_one_of("diet", DIETS)), WithJsonSchema({"enum": list(DIETS)})
]
AllergenKey = Annotated[str, BeforeValidator(_one_of("allergen", (*ALLERGENS, *FINER_ALLERGENS)))]
AllergenValue = Annotated[
    Presence, BeforeValidator(_one_of("allergen value", ("contains", "free")))
]
