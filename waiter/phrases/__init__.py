"""The waiter's own sentences, by language: gettext catalogues beside this file, one a language,
and how to read them.

Logic names a sentence by key (`say("order.added", language, ...)`); its words are data. A key or
a variable that is missing is an error, never a blank. Traditional Chinese is the Chinese
catalogue converted (OpenCC s2tw), dish names of the menu included, unless the catalogue or the
menu has `zh-Hant` itself. A new language is one more .po file.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from importlib import resources

import opencc
from babel.core import negotiate_locale
from babel.languages import get_official_languages
from babel.localedata import locale_identifiers
from babel.messages.pofile import read_po
from babel.numbers import format_currency, get_currency_symbol

from menu_data.money import places

FALLBACK = "en"
_CODE = re.compile(r"[a-z]{2,3}")
_LOCALES = locale_identifiers()
_NARROW = {ord("￥"): "¥"}


@lru_cache(maxsize=8)
def catalogue(language: str) -> dict[str, str]:
    """The sentences of a language by key; empty when the house doesn't speak it."""
    file = resources.files(__package__) / f"{language}.po"
    if not file.is_file():
        return {}
    with file.open("rb") as stream:
        return {str(m.id): str(m.string) for m in read_po(stream, locale=None) if m.id and m.string}


def spoken(language: str) -> str:
    """The catalogue a guest of this language is answered from: itself, its base language, or
    English.
    """
    for code in (language, language.split("-")[0]):
        if catalogue(code):
            return code
    return FALLBACK


def is_spoken(language: str) -> bool:
    """Whether the house speaks it: a catalogue's language, in a script it can write."""
    return language == "zh-Hant" or bool(_CODE.fullmatch(language) and catalogue(language))


def say(key: str, language: str, **values: object) -> str:
    """The sentence in the guest's language, with its values.

    `KeyError` for an unknown key or a missing value.
    """
    code = spoken(language)
    sentences = catalogue(code)
    text = sentences[key] if key in sentences else catalogue(FALLBACK)[key]
    return in_script(text.format_map(values), language)


def in_script(text: str, language: str) -> str:
    """The text in the guest's script: simplified becomes traditional for zh-Hant."""
    return str(_traditional().convert(text)) if language == "zh-Hant" else text


@lru_cache(maxsize=1)
def _traditional() -> opencc.OpenCC:
    return opencc.OpenCC("s2tw")


def named(parts: object, language: str) -> str:
    """A name given as (language, text) pairs or a map, in the guest's language and script."""
    pairs = dict(parts)  # type: ignore[call-overload]  # pairs or a map: dict() takes both
    for code in (language, language.split("-")[0]):
        if code in pairs:
            text = pairs[code]
            return text if code == language else in_script(text, language)
    return in_script(str(next(iter(pairs.values()), "")), language)


@lru_cache(maxsize=4096)
def price(amount: int, currency: str, language: str) -> str:
    """An amount in minor units as the guest reads it, by CLDR: "¥18.00", "MYR24.49"."""
    number = Decimal(amount).scaleb(-places(currency))
    code = get_currency_symbol(currency, spoken(language))
    text = format_currency(number, currency, locale=spoken(language))
    return str(text).replace("\xa0", "").replace(code, _symbol(currency))


@lru_cache(maxsize=64)
def _symbol(currency: str) -> str:
    """What a currency is written with where it is used: "RM" in Malaysia, "¥" in China."""
    languages = get_official_languages(currency[:2])
    locale = negotiate_locale([f"{language}_{currency[:2]}" for language in languages], _LOCALES)
    return str(get_currency_symbol(currency, locale or FALLBACK)).translate(_NARROW)
