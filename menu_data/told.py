"""Sentences about a menu that are said in more than one language: what is wrong with it, what
differs in it. The words are data, in told.yaml, one sentence a code.

    told("unknown", what="key", found="'prise'", allowed="price")

A `Told` is its English sentence, a plain text to whoever needs no other, and knows its code and
values. It is no place for values' own words: what a file holds is quoted as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import opencc
import yaml

FALLBACK = "en"


class Told(str):
    """A sentence in English that can be said in other languages."""

    __slots__ = ("code", "values")
    code: str
    values: Mapping[str, object]


def told(code: str, **values: object) -> Told:
    """The sentence of a code; values may be sentences too. KeyError: unknown code, no value."""
    sentence = Told(_sentence(code, values, FALLBACK))
    sentence.code, sentence.values = code, values
    return sentence


def told_or(code: str, otherwise: str) -> str:
    """The sentence of a code where there is one, else a text as it is."""
    return told(code) if code in _catalogue(FALLBACK) else otherwise


def said(text: str, language: str) -> str:
    """A sentence in a language and script; a text that is no `Told` stays as it is."""
    return _sentence(text.code, text.values, language) if isinstance(text, Told) else text


def message(error: Exception) -> str:
    """What an error says: its `Told` where it has one."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Told) else str(error)


def _sentence(code: str, values: Mapping[str, object], language: str) -> str:
    shown = {
        name: said(value, language) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return _catalogue(language)[code].format_map(shown)


@lru_cache(maxsize=8)
def _catalogue(language: str) -> Mapping[str, str]:
    """The sentences of a language: its own, those of its base language, else English."""
    text = (resources.files(__package__) / "told.yaml").read_text("utf-8")
    every: Mapping[str, Mapping[str, str]] = yaml.load(text, yaml.CSafeLoader)
    if language == "zh-Hant":
        turned = opencc.OpenCC("s2tw")
        return {code: str(turned.convert(sentence)) for code, sentence in every["zh"].items()}
    return every.get(language.split("-")[0]) or every[FALLBACK]
