"""Third stage: tokens become marks. Every menu phrase, function word and number that could stand
somewhere is found; then the one segmentation of the text is taken that explains most of it with
the longest phrases.

Menu words win over function words of the same length, whole names over parts, spelling over sound.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import units
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.compounds import with_strangers
from waiter.brains.house.edges import FOOD, Edge, add_sounds, found_at, weight
from waiter.brains.house.foods import food_ends
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Cue, Mark, Token
from waiter.brains.house.respell import tokens

_CUES = (
    "ask_menu ask_of machine ask_advice ask_price ask_allergen ask_lead ask_house ask_status "
    "bill paid split_equal split_person split_item tip staff service complaint greeting "
    "thanks done confirm deny mine everyone hypothetical wait resume undo cancel_all cancel "
    "allergic allergic_after allergic_alone cannot_eat not_allergic same same_as diet denied_order "
    "bill_later never_has never_after every_dish no_allergy split_half confirm_alone unpaid "
    "recount status_lead plain_no ask_eat ask_discount ask_trait food_class service_thing "
    "requesting part_of_dish"
)
CUES = tuple(_CUES.split())


# Tokens beyond this are not read: no order is that long, and every stage stays well in its time.
LONGEST = 800


@lru_cache(maxsize=1)
def _cue_phrases() -> Phrases[str]:
    return vocabulary().phrases(*CUES)


def scan(row: Sequence[Token], lexicon: Lexicon) -> tuple[Mark, ...]:
    """The marks of a text, one after the other and without gaps; what nothing is known of is a
    mark of one token.
    """
    texts = [t.text for t in row]
    keys = [t.key for t in row]
    edges = [found_at(start, row, texts, keys, lexicon) for start in range(len(row))]
    _add_foods(edges, texts)
    marks = _best(edges, row)
    strange = {m.start for m in marks if m.han and (not m.known or _is_weak(m))} | _pieced(marks)
    if strange and add_sounds(edges, strange, row, texts, lexicon):
        marks = _best(edges, row)
    return with_strangers(marks, lexicon, _asking(texts))


def _add_foods(edges: list[dict[int, Edge]], texts: Sequence[str]) -> None:
    """Foods of several words that are no word of the menu (拿铁, 二锅头), each as one that nobody
    knows, so that no small word is read out of it.
    """
    for start in range(len(texts)):
        for end in food_ends(texts, start):
            inside = (edges[i][e] for i in range(start, end) for e in edges[i] if e <= end)
            counts = edges[start].get(start + 1, ((), (), None))[2] is not None
            if end not in edges[start] and not counts and not any(edge[0] for edge in inside):
                edges[start][end] = ((), (FOOD,), None)


def strangers(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The names in a text that are built of the menu's words, but are none of it, as said."""
    normal = normalise(text)
    row = tokens(units(normal)[:LONGEST], lexicon)
    found = (mark for mark in scan(row, lexicon) if mark.stranger)
    return tuple(normal.said(row[m.start].start, row[m.end - 1].end) for m in found)


def _asking(texts: Sequence[str]) -> frozenset[int]:
    """The places of words that tell what the guest is after."""
    spans = ((start, _cue_phrases().at(texts, start)) for start in range(len(texts)))
    return frozenset(i for start, found in spans if found for i in range(start, found[-1][0]))


def _best(edges: Sequence[dict[int, Edge]], row: Sequence[Token]) -> tuple[Mark, ...]:
    """The segmentation of the greatest weight."""
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(row) + 1)
    for start in range(len(row) - 1, -1, -1):
        choice = (best[start + 1][0], start + 1)
        for end, (senses, kinds, value) in edges[start].items():
            heavy = weight(end - start, senses, kinds, value) + best[end][0]
            if heavy > choice[0]:
                choice = (heavy, end)
        best[start] = choice
    marks: list[Mark] = []
    start = 0
    while start < len(row):
        end = best[start][1]
        marks.append(_mark(start, end, row, edges[start].get(end, ((), (), None))))
        start = end
    return tuple(marks)


def _is_weak(mark: Mark) -> bool:
    """The last character of a name, all by itself."""
    return mark.end - mark.start == 1 and bool(mark.senses) and all(s.ends for s in mark.senses)


def _pieced(marks: Sequence[Mark]) -> set[int]:
    """Where a modifier of one character runs on into a part of a dish's name: the two together may
    be how a whole name sounds (蛋蛋面).
    """
    return {
        one.start
        for one, other in pairwise(marks)
        if one.han and other.han and len(one.words) == 1 and not (one.kinds or other.gap)
        if one.pairs and other.dishes and not other.exact
    }


def _mark(start: int, end: int, row: Sequence[Token], edge: Edge) -> Mark:
    senses, kinds, value = edge
    if value is not None and not any(s.quality >= 0.95 for s in senses):
        senses = ()
    quality = min([t.quality for t in row[start:end]], default=1.0)
    named = [s.quality for s in senses if s.kind in ("dish", "modifier")]
    top = max(named, default=1.0)
    kinds = [kind for kind in kinds if kind != FOOD]
    if "each_person" in kinds:  # 一人, not the beginning of 一人份
        senses = [s for s in senses if s.quality >= 0.95]
    kept = tuple(
        dict.fromkeys(s for s in senses if s.kind == "level" or s.quality >= 0.95 or top < 0.95)
    )
    return Mark(
        start,
        end,
        tuple(t.text for t in row[start:end]),
        kept,
        frozenset(kinds),
        value,
        quality * top if senses else quality,
        row[start].gap,
        row[start].kind == "han",
    )


def cues(row: Sequence[Token], marks: Sequence[Mark]) -> tuple[Cue, ...]:
    """The phrases that tell what the guest is after, longest first come; none inside a longer menu
    phrase.
    """
    texts = [t.text for t in row]
    covered = {
        i: m.end - m.start for m in marks if m.dishes or m.pairs for i in range(m.start, m.end)
    }
    whole = [m for m in marks if m.dishes or m.pairs or m.has("light")]
    inside = {i: True for m in whole for i in range(m.start + 1, m.end)}
    out: list[Cue] = []
    for start in range(len(texts)):
        found = _cue_phrases().at(texts, start)
        if found:
            end, kinds = found[-1]
            apart = all(covered.get(i, 0) <= end - start for i in range(start, end))
            cuts = inside.get(start, False) or inside.get(end, False)
            again = bool(out) and out[-1].end >= end  # inside a longer one
            if apart and not cuts and not again:
                out.append(Cue(start, end, frozenset(kinds)))
    return tuple(out)
