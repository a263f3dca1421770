"""References to numbered candidates: "3", "第三个", "the last one", "前两个", "1 and 3", "1-3",
"2号", "都要".

A number that counts something ("两碗面") is no reference; a bare number is one only where nothing
else is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.mentions import mentions
from menu_data.words.normal import Normal, normalise
from menu_data.words.numbers import number_at
from menu_data.words.phrases import Phrases
from menu_data.words.units import Unit, units, words_of
from menu_data.words.vocabulary import vocabulary

_AROUND = (
    "polite",
    "want",
    "only",
    "filler",
    "yes",
    "and",
    "add",
    "article_the",
    "pick_each",
    "each",
    "all",
    "correct",
    "greeting",
    "thanks",
)


@dataclass(frozen=True, slots=True)
class Picks:
    """Candidates referred to, in order: `numbers` within the range, `beyond` outside it, `spans`
    in the original.

    `quantity`: how many of each, where the text says so besides ("第二个来两碗"). `each`: the
    numbers of each span.
    """

    numbers: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    quantity: int | None = None
    each: tuple[tuple[int, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.numbers or self.beyond)


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    values: tuple[int, ...]
    bare: bool = False


@lru_cache(maxsize=1)
def _ordinals() -> Phrases[int]:
    table = vocabulary().maps["ordinals"]
    return Phrases((words_of(p), int(k)) for k, phrases in table.items() for p in phrases)


@lru_cache(maxsize=16)
def _kind(*kinds: str) -> Phrases[str]:
    return vocabulary().phrases(*kinds)


def _longest(table: Phrases[str], words: Sequence[str], start: int) -> int:
    found = table.at(words, start)
    return found[-1][0] if found else start


def _several(words: Sequence[str], start: int, lo: int, hi: int) -> _Found | None:
    """ "the first two", "前两个", "last 3"."""
    for kind in ("first_n", "last_n"):
        after = _longest(_kind(kind), words, start)
        found = number_at(words, after) if after > start else None
        if found and found[0] <= 50:
            count, end = found
            values = range(lo, lo + count) if kind == "first_n" else range(hi - count + 1, hi + 1)
            return _Found(
                start, _longest(_kind("number_after", "measure"), words, end), tuple(values)
            )
    return None


def _ordinal(words: Sequence[str], start: int, hi: int) -> _Found | None:
    if words[start] == vocabulary().lists["ordinal_prefix"][0]:
        found = number_at(words, start + 1)
        if found:
            return _Found(
                start, _longest(_kind("number_after", "measure"), words, found[1]), (found[0],)
            )
    spoken = _ordinals().at(words, start)
    if spoken and not _comes_after(words, start, spoken[-1][0]):
        value, end = spoken[-1][1][0], spoken[-1][0]
        return _Found(
            start,
            _longest(_kind("number_after"), words, end),
            (value if value > 0 else hi + 1 + value,),
        )
    return None


def _comes_after(words: Sequence[str], start: int, end: int) -> bool:
    """ "the drinks first": an order in time, said of what stands before."""
    if (
        start == 0
        or not words[start].isascii()
        or _longest(_kind("number_after"), words, end) > end
    ):
        return False
    if not words[start - 1][:1].isalnum():
        return False
    return not any(
        reach == start
        for back in range(1, min(4, start) + 1)
        for reach, _ in _kind(*_AROUND).at(words, start - back)
    )


def _numbered(words: Sequence[str], start: int) -> _Found | None:
    """ "no. 2", "number 2", "#2", "2号"; else the number alone, which is bare."""
    after = _longest(_kind("number_word"), words, start)
    if words[start] == "#":
        after = start + 1
    if after > start:
        found = number_at(words, after + (after < len(words) and words[after] == "."))
        return _Found(start, found[1], (found[0],)) if found else None
    found = number_at(words, start)
    if found is None or (found[0] == 0 and not words[start][:1].isdigit()):
        return None  # "zero" is a kind of drink before it is a number of a list
    value, end = found
    if (
        end < len(words)
        and words[end] == "号"
        and not (end + 1 < len(words) and words[end + 1] in "桌台位")
    ):
        return _Found(start, end + 1, (value,))
    if words[start][:1].isdigit() and end + 1 < len(words):  # "1-3", "1 to 3", "1到3"
        middle = end + 1 if words[end] in "-~" else _longest(_kind("to_word"), words, end)
        last = number_at(words, middle) if middle > end else None
        if last and value < last[0] <= value + 50:
            return _Found(start, last[1], tuple(range(value, last[0] + 1)), bare=True)
    return _Found(start, end, (value,), bare=True)


def _each(words: Sequence[str], start: int) -> tuple[int, int] | None:
    """How many of each number before ("各来一个", 各要两瓶), and where that ends."""
    after = _longest(_kind("each"), words, start)
    count = number_at(words, _longest(_kind("want"), words, after)) if after > start else None
    return None if count is None else (count[0], _longest(_kind("measure"), words, count[1]))


def _scan(words: Sequence[str], lo: int, hi: int) -> tuple[list[_Found], int | None, bool]:
    """References, the quantity said besides, and whether anything else of weight stands in the
    text.
    """
    found: list[_Found] = []
    quantity: int | None = None
    more, index, made, wanted = False, 0, 0, False
    while index < len(words):
        wanted = wanted or _longest(_kind("want"), words, index) > index
        said = _longest(_kind("make_it"), words, index)
        made = said if said > index else made
        hit = (
            _several(words, index, lo, hi) or _ordinal(words, index, hi) or _numbered(words, index)
        )
        counted = (
            _longest(_kind("measure", "each", "one_of"), words, hit.end) if hit and hit.bare else 0
        )
        each = _each(words, hit.end) if hit else None
        if hit and hit.bare and _is_limit(words, hit):
            more, index = True, hit.end  # "under 20"
        elif hit and each is not None:
            found.append(hit)
            quantity, index = each
        elif hit and (
            counted > hit.end
            or (hit.bare and index == made > 0)
            or (hit.bare and wanted and _is_latin(words[hit.start]))
        ):  # "make it two" and "I want two" count
            quantity, index = hit.values[0], max(counted, hit.end)
        elif hit:
            found.append(hit)
            index = hit.end
        else:
            end = _longest(_kind(*_AROUND), words, index)
            more = more or (end == index and words[index][:1].isalnum())
            index = max(end, index + 1)
    return found, quantity, more


def _is_limit(words: Sequence[str], hit: _Found) -> bool:
    """Whether a number is what something may cost."""
    before = any(
        end == hit.start
        for back in range(1, min(3, hit.start) + 1)
        for end, _ in _kind("at_most").at(words, hit.start - back)
    )
    return before or _longest(_kind("at_most_after"), words, hit.end) > hit.end


def _is_latin(word: str) -> bool:
    return word.isascii() and word.isalpha()


def _pick_all(words: Sequence[str], lo: int, hi: int) -> _Found | None:
    plain = [w for w in words if w[:1].isalnum()]
    for start in range(len(plain)):
        if any(_longest(_kind("done", "confirm"), plain, i) > start for i in range(start + 1)):
            continue  # "that's all", "order everything"
        for kind in ("pick_all", "pick_each"):
            end = _longest(_kind(kind), plain, start)
            others = [*range(start), *range(end, len(plain))]
            if end > start and all(
                _kind("polite", "want", "filler", "measure").at(plain, i) for i in others
            ):
                return _Found(0, len(words), tuple(range(lo, hi + 1)))
    return None


def _spans(
    normal: Normal, row: Sequence[Unit], found: Sequence[_Found]
) -> tuple[tuple[int, int], ...]:
    return tuple(normal.span(row[f.start].start, row[f.end - 1].end) for f in found)


def picks(text: str, lo: int, hi: int) -> Picks:
    """The candidates, numbered lo to hi inclusive, that a text refers to. Empty (false) when it
    refers to none.
    """
    normal = normalise(text)
    row = list(units(normal))[:120]
    words = [u.text for u in row]
    if not words:
        return Picks()
    found, quantity, more = _scan(words, lo, hi)
    spoken = [f for f in found if not f.bare]
    kept = (
        spoken
        if more or (spoken and any(not words[f.start][:1].isdigit() for f in found if f.bare))
        else found
    )
    if spoken and not more and quantity is None:
        quantity = next((f.values[0] for f in found if f not in kept), None)
    if not kept:
        whole = None if mentions(text, "ask_price") else _pick_all(words, lo, hi)
        kept, quantity = ([whole], None) if whole else ([], None)
    values = tuple(dict.fromkeys(v for f in kept for v in f.values))
    inside = tuple(v for v in values if lo <= v <= hi)
    beyond = tuple(v for v in values if not lo <= v <= hi)
    each = tuple(f.values for f in kept)
    return Picks(inside, beyond, _spans(normal, row, kept), quantity if kept else None, each)
