"""Typed pinyin as the characters it stands for: part of the second stage (`respell.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from menu_data.words.phrases import Phrases
from menu_data.words.sounds import cut, loose, syllable
from menu_data.words.units import is_han, singular, words_of
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Token
from waiter.brains.house.senses import SOUND

# Kinds of function words that are looked for by their sound.
_KINDS = (
    "measure",
    "neg",
    "want",
    "add",
    "with",
    "extra",
    "light",
    "all",
    "and",
    "polite",
    "filler",
    "remove",
    "ask_price",
    "ask_menu",
    "bill",
    "confirm",
    "thanks",
    "greeting",
)


def is_known(word: str, lexicon: Lexicon) -> bool:
    """Whether the menu or the vocabulary has a word."""
    return word in lexicon.known or word in vocabulary().known or singular(word) in lexicon.known


def as_characters(row: Iterator[Token], lexicon: Lexicon) -> Iterator[Token]:
    """Runs of typed pinyin as the characters they stand for."""
    run: list[Token] = []
    for token in row:
        if token.kind == "word" and token.quality == 1.0 and cut(token.text):
            run.append(token)
            continue
        yield from _decoded(run, lexicon)
        run = []
        yield token
    yield from _decoded(run, lexicon)


def _decoded(run: list[Token], lexicon: Lexicon) -> list[Token]:
    unknown = sum(1 for t in run if not is_known(t.text, lexicon))
    if unknown * 2 < len(run) or not unknown or len(run) > 60:
        return run
    pieces = [(token, sound) for token in run for sound in cut(token.text)]
    sounds = [loose(sound) for _, sound in pieces]
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())] * (len(sounds) + 1)
    for start in range(len(sounds) - 1, -1, -1):
        options = [(best[start + 1][0] - 1.0, ("?", *best[start + 1][1]))]
        for table, weight in ((sound_words(), 1.0), (lexicon.sounds, 1.2)):
            for end, values in table.at(sounds, start):
                first = values[0]
                said = first if isinstance(first, str) else "".join(first.surface)
                options.append(((end - start) ** 2 * weight + best[end][0], (said, *best[end][1])))
        best[start] = max(options, key=lambda o: o[0])
    read = "".join(best[0][1])
    if read.count("?") * 3 > len(read) or len(read) != len(pieces):
        return run
    if len(run) == 1 and not _is_chinese(best[0][1]):
        return run
    return [
        _as_character(character, piece[0], sounds_of)
        for character, piece, sounds_of in zip(read, pieces, sounds, strict=True)
    ]


def _is_chinese(phrases: Sequence[str]) -> bool:
    """Whether one word may be typed pinyin: every syllable means something, and not each by itself
    ("modifier", "bake").
    """
    if "?" in phrases:
        return False
    return any(len(phrase) > 1 for phrase in phrases) or len(phrases) > 2


def _as_character(character: str, token: Token, sound: str) -> Token:
    if character == "?":
        return Token(sound, sound, "word", token.start, token.end, token.gap, SOUND)
    return Token(character, character, "han", token.start, token.end, False, 0.92)


@lru_cache(maxsize=1)
def sound_words() -> Phrases[str]:
    """Chinese function words by their sound, the commonest kind first."""
    table: Phrases[str] = Phrases()
    maps, lists = vocabulary().maps, vocabulary().lists
    wants = {syllable(p) for p in lists["want"] if len(p) == 1}  # yao is 要, hardly ever 幺
    digits = [p for ps in maps["digits"].values() for p in ps]
    phrases = [p for p in digits if syllable(p) not in wants]
    phrases += [p for kind in _KINDS for p in lists.get(kind, ()) if is_han(p[:1])]
    phrases += [p for ps in maps["scales"].values() for p in ps]
    for phrase in phrases:
        words = words_of(phrase)
        if all(is_han(w) for w in words):
            table.add([loose(syllable(w)) for w in words], "".join(words))
    return table
