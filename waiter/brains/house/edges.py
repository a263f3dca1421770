"""What may stand where in a text: every menu phrase, function word and number, by its first and
last token, and what it weighs. `scan.py` takes the best row of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from menu_data.words.numbers import number_at
from menu_data.words.phrases import Phrases
from menu_data.words.sounds import loose, rhymes, syllable
from menu_data.words.units import singular
from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Token
from waiter.brains.house.senses import ANY, PART, PART_LENGTH, SOUND, SYNONYM, Sense

_STRUCTURE = (
    "article another vague measure side_cue neg neg_after nor extra light amount_after only "
    "with and or but all each one_of rest half anaphor correct make_it become replace "
    "from_word remove add want same same_as filler drink_ignore size_like variant double "
    "same_number enough denies extra_level everything note_lead note_cue polite people "
    "people_before each_person table_word currency time_word ordinal_prefix "
    "too_many elsewhere"
)


STRUCTURE = tuple(_STRUCTURE.split())
# A food of several words that the menu doesn't have; it holds together, and means nothing.
FOOD = "food"


@lru_cache(maxsize=1)
def _structure() -> Phrases[str]:
    return vocabulary().phrases(*STRUCTURE)


Edge = tuple[Sequence[Sense], Sequence[str], int | None]


def add_sounds(
    edges: list[dict[int, Edge]],
    strange: set[int],
    row: Sequence[Token],
    texts: Sequence[str],
    lexicon: Lexicon,
) -> bool:
    """Names that sound like the text, only where it has characters that mean nothing; whether
    there are any.
    """
    sounds = [loose(syllable(t.text)) if t.kind == "han" else t.text for t in row]
    added = False
    first = min(strange) - PART_LENGTH
    for start in range(max(first, 0), max(strange) + 1):
        near = [*_sounding(texts, sounds, start, lexicon), *_nearly(texts, start, row, lexicon)]
        for end, senses in near:
            old = edges[start].get(end)
            if (
                senses
                and (old is None or not (old[0] or old[1]))
                and strange & set(range(start, end))
            ):
                edges[start][end] = (senses, (), None)
                added = True
    return added


def found_at(
    start: int,
    row: Sequence[Token],
    texts: list[str],
    keys: list[str],
    lexicon: Lexicon,
) -> dict[int, Edge]:
    """Everything that may stand from one place on, by where it ends: menu senses, kinds of
    function words, a number.
    """
    found: dict[int, tuple[list[Sense], list[str], int | None]] = {}

    def slot(end: int) -> tuple[list[Sense], list[str], int | None]:
        return found.setdefault(end, ([], [], None))

    for end, senses in lexicon.phrases.at(keys, start):
        slot(end)[0].extend(_as_written(senses, texts[start:end]))
    for end, kinds in _structure().at(texts, start):
        slot(end)[1].extend(kinds)
    for end, senses in lexicon.parts.at(keys, start):
        slot(end)[0].extend(senses)
    if row[start].kind == "word":
        for end, senses in lexicon.runs(keys, start):
            if _may_be_part(texts, start, end, row):
                slot(end)[0].extend(_in_order(senses, keys[start:end]))
            elif end == start + 1 and texts[start] in _adjectives():
                slot(end)[0].extend(_levels_of(senses, lexicon))
    elif row[start].kind == "han":
        head = lexicon.heads.get(texts[start])
        senses_here, kinds_here, _ = slot(start + 1)
        if head and not kinds_here and all(s.kind == "level" for s in senses_here):
            slot(start + 1)[0].extend(
                Sense("dish", d, "", (texts[start],), PART, True) for d in head
            )
    number = number_at(texts, start)
    if number is not None:
        senses_, kinds_, _ = slot(number[1])
        found[number[1]] = (senses_, kinds_, number[0])
    return {end: edge for end, edge in found.items() if edge[0] or edge[1] or edge[2] is not None}


def _as_written(senses: Iterable[Sense], words: Sequence[str]) -> list[Sense]:
    """Of the senses of a phrase those written just so; where there are none, all (they differ in
    plural only).
    """
    found = list(senses)
    best = [s for s in found if s.quality >= 1.0]
    exact = [s for s in best if s.surface == tuple(words)]
    others = [s for s in found if s.kind == "level" or (s.kind == "modifier" and s.quality < 1.0)]
    if best and not any(s.kind in ("dish", "modifier") for s in best):
        others += [s for s in found if s.kind == "dish"]  # a category's name hides no dish
    return [*(exact or best or [s for s in found if s not in others]), *others]


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    lists = vocabulary().lists
    kinds = (
        "adjective filler want and or with neg extra light article measure size_like "
        "polite drink_ignore elsewhere"
    )
    return frozenset(p for kind in kinds.split() for p in lists[kind] if " " not in p) | words_in(
        "part_function"
    )


def _may_be_part(texts: Sequence[str], start: int, end: int, row: Sequence[Token]) -> bool:
    """A part of a name neither begins nor ends with a function word, and is more than one word of
    that sort.
    """
    if not all(t.kind in ("word", "number") for t in row[start:end]):
        return False
    if end - start == 1:
        verb = texts[start] in words_in("clear_verb")  # "drop" of an egg drop soup
        return not verb and texts[start] not in _function_words() and len(texts[start]) > 2
    plain = texts[start] not in words_in("part_function") and texts[end - 1] not in words_in(
        "part_function"
    )
    return plain and any(t not in _function_words() or t in _adjectives() for t in texts[start:end])


def _in_order(senses: Iterable[Sense], keys: Sequence[str]) -> list[Sense]:
    """Parts of names with a joint in them only in the name's own order: "ranch and bacon" is two
    things.
    """
    if not set(keys) & words_in("joint"):
        return list(senses)

    def follows(surface: Sequence[str]) -> bool:
        rest = iter(singular(w) for w in surface)
        return all(key in rest for key in keys)

    return [s for s in senses if s.quality >= SYNONYM or follows(s.surface)]


@lru_cache(maxsize=1)
def _adjectives() -> frozenset[str]:
    return frozenset(vocabulary().lists["adjective"])


@lru_cache(maxsize=1)
def _negations() -> Phrases[str]:
    return vocabulary().phrases("neg", "denies")


def _levels_of(senses: Iterable[Sense], lexicon: Lexicon) -> list[Sense]:
    """What an adjective alone may mean: a level such as "medium spicy", never an ingredient."""
    return [
        s
        for s in senses
        if s.kind == "modifier"
        and lexicon.group_of((s.group, s.id)).max == 1
        and not _negations().at(s.surface, 0)
    ]


def _sounding(
    texts: Sequence[str], sounds: Sequence[str], start: int, lexicon: Lexicon
) -> list[tuple[int, list[Sense]]]:
    """Names that sound so but are written otherwise; short ones need a character in common that
    says something.
    """
    out, particles = [], words_in("states")
    for end, senses in lexicon.sounds.at(sounds, start):
        words = texts[start:end]
        if len(words) < 2:
            continue
        same = [
            s
            for s in senses
            if len(words) > 2
            or any(a == b not in particles for a, b in zip(s.surface, words, strict=True))
        ]
        out.append((end, same))
    return out


def _nearly(
    texts: Sequence[str], start: int, row: Sequence[Token], lexicon: Lexicon
) -> list[tuple[int, list[Sense]]]:
    """Names with one character that is not on the menu and only sounds like theirs."""
    out: list[tuple[int, list[Sense]]] = []
    for end in range(start + 4, min(len(texts), start + 8) + 1):
        words = tuple(texts[start:end])
        if row[end - 1].kind != "han":
            break
        for place in range(len(words)):
            near = lexicon.nearly.get((*words[:place], ANY, *words[place + 1 :]), ())
            found = [
                s for s in near if s.surface != words and rhymes(words[place], s.surface[place])
            ]
            if found:
                out.append((end, found))
    return out


def weight(length: int, senses: Sequence[Sense], kinds: Sequence[str], value: int | None) -> float:
    size = float(length * length)
    options = [0.0]
    if senses:
        quality = max(s.quality for s in senses)
        if length == 1 and quality <= PART and all(s.ends and s.kind == "dish" for s in senses):
            options.append(0.15)
        else:
            options.append(
                size * (1.1 if quality >= 0.95 else 0.8 if quality > SOUND else 0.7)
                + 0.02 * quality
            )
    if kinds:
        options.append(size * 0.99)
    if value is not None:
        options.append(size * 1.0)
    return max(options)
