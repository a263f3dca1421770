"""Second stage: units become tokens. Words written apart or together, typing slips and typed
pinyin are put right here.

Only words nobody knows are touched: what is on the menu or in the vocabulary stays as it was
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from menu_data.words.phrases import Phrases
from menu_data.words.units import Unit, singular, words_of
from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.foods import is_told
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Token
from waiter.brains.house.senses import SOUND
from waiter.brains.house.typed import as_characters, is_known, sound_words

# Unknown words looked up in one text; beyond it a text is noise, not an order.
LOOKUPS = 40
# Shorter words have too many neighbours to guess at.
SHORTEST = 4


def tokens(units: Sequence[Unit], lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens of a text's units, respelt where needed."""
    plain = [
        _token(u, units[i - 1].end if i else 0)
        for i, u in enumerate(units)
        if not _is_dot(units, i)
    ]
    return tuple(as_characters(_respelt(_plainly(plain), lexicon), lexicon))


@lru_cache(maxsize=1)
def _idioms() -> Phrases[tuple[str, ...]]:
    table = vocabulary().maps.get("idioms", {})
    return Phrases((words_of(p), words_of(plain)) for plain, ps in table.items() for p in ps)


def _plainly(row: Sequence[Token]) -> list[Token]:
    """Idioms in the plain words of as many characters ("走青" is without spring onion)."""
    out = list(row)
    texts = [token.text for token in row]
    for start in range(len(row)):
        for end, meant in _idioms().at(texts, start):
            for place, text in zip(range(start, end), meant[0], strict=True):
                out[place] = replace(out[place], text=text, key=text)
    return out


def _token(unit: Unit, before: int) -> Token:
    text = "and" if unit.text == "&" else unit.text
    kind = "word" if unit.text == "&" else unit.kind
    return Token(text, singular(text), kind, unit.start, unit.end, unit.start > before)


def _is_dot(units: Sequence[Unit], place: int) -> bool:
    """A full stop after an abbreviation ("dr.") is none."""
    return units[place].text == "." and place > 0 and units[place - 1].text in _abbreviations()


@lru_cache(maxsize=1)
def _abbreviations() -> frozenset[str]:
    return frozenset(vocabulary().lists["abbreviations"])


def _respelt(row: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    index, lookups = 0, 0
    while index < len(row):
        token = row[index]
        after = row[index + 1] if index + 1 < len(row) else None
        if token.kind == "han":
            yield _lookalike(row, index, lexicon)
        elif token.kind != "word":
            yield token
        elif after and after.kind == "word" and _joined(token, after, lexicon):
            text = token.text + after.text
            yield Token(text, singular(text), "word", token.start, after.end, token.gap, 0.97)
            index += 1
        elif is_known(token.text, lexicon) or is_told((token.text,)) or lookups >= LOOKUPS:
            yield token
        elif token.text in _misspelt():
            text = _misspelt()[token.text]
            yield Token(text, singular(text), "word", token.start, token.end, token.gap)
        else:
            lookups += 1
            yield from _mended(token, lexicon)
        index += 1


@lru_cache(maxsize=1)
def _misspelt() -> dict[str, str]:
    """Common slips in words of no menu → the word meant."""
    table = vocabulary().maps.get("misspelt", {})
    return {slip: word for word, slips in table.items() for slip in slips}


def _joined(token: Token, after: Token, lexicon: Lexicon) -> bool:
    """Two words the menu writes as one, of which at least one means nothing there."""
    together = token.text + after.text
    if together not in lexicon.known and singular(together) not in lexicon.known:
        return False
    if {token.text, after.text} <= words_in("filler") and max(
        map(len, (token.text, after.text))
    ) < 3:
        return False  # "told me I get": two small words of any sentence
    return not (token.key in lexicon.known and after.key in lexicon.known)


def _mended(token: Token, lexicon: Lexicon) -> Iterator[Token]:
    word = token.text
    for place in range(2, len(word) - 1):
        head, tail = word[:place], word[place:]
        if (
            len(tail) > 2
            and head in lexicon.known
            and (tail in lexicon.known or singular(tail) in lexicon.known)
        ):
            middle = token.start + place
            yield Token(head, singular(head), "word", token.start, middle, token.gap, 0.95)
            yield Token(tail, singular(tail), "word", middle, token.end, False, 0.95)
            return
    found = _spelling(word, lexicon)
    yield (
        Token(found, singular(found), "word", token.start, token.end, token.gap, SOUND)
        if found
        else token
    )


def _spelling(word: str, lexicon: Lexicon) -> str | None:
    """The menu's word a slip of the fingers away; None when there is none or the word is too
    short.
    """
    if len(word) < SHORTEST or len(word) > 24:
        return None
    for said in dict.fromkeys((word, singular(word))):
        slips = 1 if len(said) < 8 else 2
        for pool in (lexicon.spellings, _function_words()):
            hit = process.extractOne(said, pool, scorer=OSA.distance, score_cutoff=slips)
            if hit and (hit[0][0] == said[0] or hit[0][1] == said[0]) and len(hit[0]) >= SHORTEST:
                return str(hit[0])
    return None


@lru_cache(maxsize=1)
def _function_words() -> tuple[str, ...]:
    """Words whose loss would turn an order round, so they are read through a slip too."""
    kinds = ("neg", "extra", "light", "remove", "replace", "undo", "same")
    lists = vocabulary().lists
    words = {
        w for kind in kinds for p in lists[kind] for w in words_of(p) if w.isascii() and len(w) > 4
    }
    return tuple(sorted(words))


def _lookalike(row: Sequence[Token], place: int, lexicon: Lexicon) -> Token:
    """A character that looks like one of the menu's is read as it where the neighbour fits
    ("香莱").
    """
    token = row[place]
    if token.text in lexicon.known or token.text in vocabulary().known:
        return token
    meant = next(
        (c for c in _lookalikes().get(token.text, "") if _fits(c, row, place, lexicon)), None
    )
    return (
        token
        if meant is None
        else Token(meant, meant, "han", token.start, token.end, token.gap, SOUND)
    )


def _fits(character: str, row: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    pairs = []
    if place:
        pairs.append((row[place - 1].text, character))
    if place + 1 < len(row):
        pairs.append((character, row[place + 1].text))
    return any(lexicon.parts.exactly(p) or lexicon.phrases.exactly(p) for p in pairs)


@lru_cache(maxsize=1)
def _lookalikes() -> dict[str, str]:
    out: dict[str, str] = {}
    for pair in vocabulary().lists["lookalikes"]:
        for one, other in ((pair[0], pair[1]), (pair[1], pair[0])):
            out[one] = out.get(one, "") + other
    return out


def warm(lexicon: Lexicon) -> None:
    """Makes the tables that only typed pinyin and homophones need: for a process that will read
    many texts, before the first of them.
    """
    sound_words()
    _ = lexicon.sounds
