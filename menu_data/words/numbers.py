"""Numbers as guests write them: digits, English and Chinese number words, dozens and pairs. No
measure words here.

`number_at` reads one at a place in a row of units; the understanding decides what it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import units, words_of
from menu_data.words.vocabulary import vocabulary

# Digits that are measure words behind another digit (二两 is two taels).
_MEASURES = frozenset({"两", "俩"})
# More digits than any order has; the rest of a hostile run is not read.
DIGITS = 9


@lru_cache(maxsize=1)
def _words() -> Phrases[int]:
    table = vocabulary().maps["numbers"]
    return Phrases((words_of(p), int(key)) for key, phrases in table.items() for p in phrases)


@lru_cache(maxsize=1)
def _characters() -> tuple[dict[str, int], dict[str, int]]:
    maps = vocabulary().maps
    digits = {c: int(k) for k, cs in maps["digits"].items() for c in cs}
    return digits, {c: int(k) for k, cs in maps["scales"].items() for c in cs}


def _chinese(words: Sequence[str], start: int) -> tuple[int, int] | None:
    digits, scales = _characters()
    if scales.get(words[start], 0) >= 100:
        return None  # a number says how many hundreds; 百 alone begins names (百事, 千层饼)
    total = section = digit = 0
    last_scale = 1
    end, spelled = start, False
    while end < len(words) and end - start < DIGITS:
        word = words[end]
        if word in digits:
            if digit and end > start and words[end - 1] in digits:
                if word in _MEASURES:
                    break
                if not spelled and (section or total):
                    break
                spelled = True  # digit by digit, as in 一二
                digit = digit * 10 + digits[word]
            else:
                digit = digits[word]
        elif word in scales:
            scale = scales[word]
            if scale >= 10000:
                total, section = (total + section + max(digit, 0 if section else 1)) * scale, 0
            else:
                section += (digit or 1) * scale
            digit, last_scale = 0, scale
        else:
            break
        end += 1
    if end == start:
        return None
    if digit and last_scale >= 100 and words[end - 2] in scales:  # 一百二 is 120
        digit *= last_scale // 10
    return total + section + digit, end


def _english(words: Sequence[str], start: int) -> tuple[int, int] | None:
    found = _words().at(words, start)
    if not found:
        return None
    end, values = found[-1]
    value = values[0]
    while end < len(words):
        more = _words().at(words, end)
        step = more[-1][1][0] if more and more[-1][0] == end + 1 else 0
        if step in (100, 1000) and value < step:
            value *= step
        elif (value >= 20 and value % 10 == 0 and 0 < step < 10) or (
            value >= 100 and 0 < step < 100
        ):
            value += step
        else:
            break
        end += 1
    return value, end


def number_at(words: Sequence[str], start: int) -> tuple[int, int] | None:
    """The whole number that starts at a unit and the unit after it; None when none does. The
    longest reading wins.
    """
    if start >= len(words):
        return None
    found = _plain(words, start)
    if found is not None and words[found[1] : found[1] + 1] and _is_dozen(words[found[1]]):
        return found[0] * 12, found[1] + 1
    return found


@lru_cache(maxsize=1)
def _dozens() -> frozenset[str]:
    return frozenset(vocabulary().lists["dozens"])


def _is_dozen(word: str) -> bool:
    return word in _dozens()


def _plain(words: Sequence[str], start: int) -> tuple[int, int] | None:
    word = words[start]
    if word[:1].isdigit() and word.isdecimal():
        value = int(word[:DIGITS])
        scale = _characters()[1].get(words[start + 1]) if start + 1 < len(words) else None
        if scale is not None and scale >= 100:
            return value * scale, start + 2
        return value, start + 1
    readings = [r for r in (_english(words, start), _chinese(words, start)) if r is not None]
    return max(readings, key=lambda r: r[1], default=None)


@lru_cache(maxsize=1)
def _around() -> Phrases[str]:
    return vocabulary().phrases(
        "polite", "want", "only", "measure", "filler", "yes", "add", "correct"
    )


@lru_cache(maxsize=1)
def _ordinals() -> Phrases[str]:
    return Phrases((words, key) for words, key in vocabulary().table("ordinals").items())


def bare_number(text: str) -> int | None:
    """The number a text consists of ("3", "三个", "two please", "就两份吧"); None when it says
    anything else.
    """
    words = [u.text for u in units(normalise(text)) if u.kind != "mark"]
    if not words or len(words) > 12:
        return None
    value: int | None = None
    index = 0
    while index < len(words):
        if _ordinals().at(words, index):
            return None
        found = number_at(words, index)
        if found is not None and value is None:
            value, index = found
            continue
        around = _around().at(words, index)
        if found is not None or not around:
            return None
        index = around[-1][0]
    return value


def numbers_in(text: str) -> frozenset[int]:
    """Every whole number that stands in a text, whatever it counts; each digit of it aside."""
    words = [u.text for u in units(normalise(text)) if u.kind != "mark"]
    found: set[int] = set()
    index = 0
    while index < len(words):
        number = number_at(words, index)
        if number is None:
            index += 1
        else:
            found.add(number[0])
            index = number[1]
    return frozenset(found)
