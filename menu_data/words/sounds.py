"""How Chinese sounds: syllables of characters and of pinyin typed without tones, for homophones
and pinyin input.

Syllables are evened out where guests mix them up (zh/z, ch/c, sh/s, ang/an, eng/en, ing/in, l/n).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

_INITIALS = "zh|ch|sh|b|p|m|f|d|t|n|l|g|k|h|j|q|x|r|z|c|s|y|w|"
_FINALS = (
    "iang|iong|uang|ueng|ang|eng|ing|ong|ian|iao|uai|uan|van|ai|ei|ui|a"
    "o|ou|iu|ie|ue|ve|er|an|en|in|un|vn|ia|ua|uo|a|o|e|i|u|v"
)
_SYLLABLE = re.compile(f"(?:{_INITIALS})(?:{_FINALS})")


@lru_cache(maxsize=1)
def _reader() -> Callable[[str], list[str]]:
    """pypinyin, which takes a tenth of a second to import: only texts with unknown characters need
    it.
    """
    found: Callable[[str], list[str]] = import_module("pypinyin").lazy_pinyin
    return found


@lru_cache(maxsize=8192)
def syllable(character: str) -> str:
    """The toneless syllable of one character (its commonest reading); the character itself when it
    has none.
    """
    return str(_reader()(character)[0])


@lru_cache(maxsize=8192)
def loose(sound: str) -> str:
    """A syllable with the usual confusions evened out."""
    if len(sound) > 1 and sound[1] == "h" and sound[0] in "zcs":
        sound = sound[0] + sound[2:]
    if sound.endswith("ng") and not sound.endswith("ong"):
        sound = sound[:-1]
    return "l" + sound[1:] if sound.startswith("n") and len(sound) > 1 else sound


# Longer words are no typed pinyin.
LONGEST = 24


@lru_cache(maxsize=4096)
def cut(word: str) -> tuple[str, ...]:
    """A Latin word as pinyin syllables ("xiaomian" → xiao, mian); empty when it is none."""
    out: list[str] = []
    rest = word if len(word) <= LONGEST else ""
    while rest:
        found = _best(rest)
        if not found:
            return ()
        out.append(found)
        rest = rest[len(found) :]
    return tuple(out)


def _best(rest: str) -> str:
    """The longest syllable the rest starts with whose remainder can still be cut."""
    for size in range(min(6, len(rest)), 0, -1):
        head, tail = rest[:size], rest[size:]
        if head in known_syllables() and (not tail or _best(tail)):
            return head
    return ""


@lru_cache(maxsize=1)
def known_syllables() -> frozenset[str]:
    """Every syllable Mandarin has, as one joined regular expression would find it."""
    initials = _INITIALS.split("|")
    finals = _FINALS.split("|")
    legal = {i + f for i in initials for f in finals if _SYLLABLE.fullmatch(i + f)}
    return frozenset(s for s in legal if _real(s))


def _real(sound: str) -> bool:
    """Leaves out joins Mandarin doesn't have, as far as telling words apart needs it."""
    if sound in ("a", "o", "e", "ai", "ei", "ao", "ou", "an", "en", "ang", "er"):
        return True
    if sound[0] in "iuv" or sound[0] in "aeo":
        return False
    head = sound[:2] if sound[1:2] == "h" else sound[0]
    tail = sound[len(head) :]
    if tail == "o":
        return head in "bpmfyw"
    if head in ("j", "q", "x"):
        return tail[0] in "iuv" and tail not in ("ui", "uo", "ua", "uai", "uang")
    if head in ("zh", "ch", "sh", "z", "c", "s", "r"):
        return tail == "i" or tail[0] in "aeou"
    if head in ("g", "k", "h"):
        return tail[0] in "aeou" and tail not in ("o",)
    if head in ("y", "w"):
        return tail[0] in ("aeiou" if head == "y" else "aeou") and tail not in (
            "ia",
            "ian",
            "iang",
            "iao",
            "ie",
            "iu",
            "ui",
            "uo",
            "ua",
        )
    return tail not in ("v",) or head in ("n", "l")


def rhymes(one: str, other: str) -> bool:
    """Whether two characters have the same final ("波" and "婆")."""
    first, second = loose(syllable(one)), loose(syllable(other))
    return first.lstrip("bpmfdtnlgkhjqxzcsryw") == second.lstrip("bpmfdtnlgkhjqxzcsryw")
