"""What the Telegram front-end itself says to guests and staff, by language; data, in words.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import yaml

from waiter.phrases import in_script

FALLBACK = "en"


@lru_cache(maxsize=1)
def _catalogue() -> Mapping[str, Mapping[str, str]]:
    text = (resources.files(__package__) / "words.yaml").read_text("utf-8")
    found: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return found


def word(key: str, language: str, **values: object) -> str:
    """The sentence in a language and script. KeyError: unknown key, missing value."""
    base = language.split("-")[0]
    sentences = _catalogue().get(base) or _catalogue()[FALLBACK]
    return in_script(sentences[key].format_map(values), language)


def word_or(key: str, language: str, otherwise: str) -> str:
    """The sentence, where there is one of that key."""
    base = language.split("-")[0]
    sentences = _catalogue().get(base) or _catalogue()[FALLBACK]
    return in_script(sentences[key], language) if key in sentences else otherwise


def language_of(code: str | None, default: str) -> str:
    """The house's language for Telegram's IETF tag ("zh-hant", "en-GB"); `default` where it speaks
    none of that.
    """
    tag = (code or "").lower()
    if tag.startswith(("zh-hant", "zh-tw", "zh-hk", "zh-mo")):
        return "zh-Hant"
    base = tag.split("-")[0]
    return base if base in _catalogue() else default
