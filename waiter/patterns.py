"""Phrases with choices and gaps, as the lists of words have them; compiled once, found fast. Pure.

    "(sent|passed) ... kitchen"    either word, at most GAP characters, then the other
    "已 .. 下单"                    the same with a SHORT gap
    "out of {dish}"                a dish's name: texts have each as one DISH mark
    "{staff} (is|are) coming"      any phrase of another list
    "{start}ordered{end}"          nothing before it, nothing behind
    "order [has] gone"             a part that may be missing

Latin phrases are whole words. A phrase is tried only where a word that it must have stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

DISH = "◆"
GAP, SHORT = 24, 8

_TOKEN = re.compile(r"\s*\.\.\.\s*|\s*\.\.\s*|\{\w+\}|[()|\[\]]|[^().|\[\]{}]+|\.")
# Where a clause begins and ends.
_EDGES = {"{start}": r"(?<!.)", "{end}": r"(?=\W*$)"}
_SYNTAX = re.compile(r"\\s\+|\(\?<?!\[a-z\]\)")
_LATIN = re.compile(r"[a-z]")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a phrase: its pattern, and the words of which one must stand for it to match;
    () where none must.
    """

    pattern: str
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A compiled phrase."""

    pattern: re.Pattern[str]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """A list of phrases, by the words they need."""

    phrases: tuple[Phrase, ...]
    by_need: tuple[tuple[str, tuple[int, ...]], ...]

    def stands(self, text: str) -> bool:
        """Whether one of the phrases stands in the text."""
        return any(True for _ in self.found(text))

    def found(self, text: str) -> Iterator[re.Match[str]]:
        """Every place where a phrase stands, phrase by phrase; groups are what its gaps hold."""
        due = {n for need, numbers in self.by_need if need in text for n in numbers}
        for number in sorted(due):
            yield from self.phrases[number].pattern.finditer(text)


@dataclass(frozen=True, slots=True)
class Index:
    """Which of many lists may stand in a text, found in one pass over it: needed words by their
    first two characters (one, where they are no longer), with the lists that need them.
    """

    by_head: Mapping[str, tuple[tuple[str, frozenset[str]], ...]]

    def lists_in(self, text: str) -> frozenset[str]:
        """The names of the lists of which a needed word stands in the text."""
        found: set[str] = set()
        for at, first in enumerate(text):
            for need, names in self.by_head.get(text[at : at + 2], ()):
                if text.startswith(need, at):
                    found |= names
            for _, names in self.by_head.get(first, ()):
                found |= names
        return frozenset(found)


def index_of(lists: Mapping[str, Phrases]) -> Index:
    """Lists of phrases by name, to be looked for together."""
    names: dict[str, set[str]] = {}
    for name, phrases in lists.items():
        for need, _ in phrases.by_need:
            names.setdefault(need, set()).add(name)
    by_head: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for need, needing in names.items():
        by_head.setdefault(need[:2], []).append((need, frozenset(needing)))
    return Index({head: tuple(entries) for head, entries in by_head.items()})


def phrases_of(texts: Iterable[str], lists: Mapping[str, Iterable[str]]) -> Phrases:
    """Phrases compiled. `lists`: what "{name}" may stand for. ValueError for one that isn't one."""
    phrases = tuple(_phrase(text, lists) for text in dict.fromkeys(texts))
    by_need: dict[str, list[int]] = {}
    for number, phrase in enumerate(phrases):
        for need in phrase.needs:
            by_need.setdefault(need, []).append(number)
    return Phrases(phrases, tuple((need, tuple(numbers)) for need, numbers in by_need.items()))


def _phrase(text: str, lists: Mapping[str, Iterable[str]]) -> Phrase:
    part, rest = _either(_tokens(text), lists, text)
    if rest or not part.needs:
        raise ValueError(f"{text!r} is no phrase: {''.join(rest) or 'no word in it must stand'}")
    return Phrase(re.compile(_bounded(part.pattern)), part.needs)


def _tokens(text: str) -> list[str]:
    """The phrase's words and marks; no space stands beside a gap."""
    tokens = _TOKEN.findall(text.strip().lower())
    for place, token in enumerate(tokens):
        if token.strip() in ("...", ".."):
            tokens[place - 1] = tokens[place - 1].rstrip()
            tokens[place + 1 : place + 2] = [one.lstrip() for one in tokens[place + 1 : place + 2]]
    return tokens


def _bounded(pattern: str) -> str:
    """The pattern as whole words, where it is Latin: no letter goes on at either end."""
    if not _LATIN.search(_SYNTAX.sub("", pattern)):
        return pattern
    starts = r"(?<![a-z])" if re.match(r"[(?:]*[a-z]", pattern) else ""
    return rf"{starts}(?:{pattern})(?![a-z])"


def _either(
    tokens: list[str], lists: Mapping[str, Iterable[str]], whole: str
) -> tuple[Part, list[str]]:
    """Parts parted by "|", as far as they go; the tokens after them."""
    first, rest = _sequence(tokens, lists, whole)
    parts = [first]
    while rest and rest[0] == "|":
        part, rest = _sequence(rest[1:], lists, whole)
        parts.append(part)
    return _any_of(parts), rest


def _any_of(parts: list[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    pattern = f"(?:{'|'.join(part.pattern for part in parts)})"
    if any(not part.needs for part in parts):
        return Part(pattern, ())
    return Part(pattern, tuple(dict.fromkeys(need for part in parts for need in part.needs)))


def _sequence(
    tokens: list[str], lists: Mapping[str, Iterable[str]], whole: str
) -> tuple[Part, list[str]]:
    """Parts one after the other; what they need is what the hardest to come by of them needs."""
    parts: list[Part] = []
    while tokens and tokens[0] not in ("|", ")", "]"):
        token, tokens = tokens[0], tokens[1:]
        if token in ("(", "["):
            inner, tokens = _either(tokens, lists, whole)
            if not tokens or tokens[0] != (")" if token == "(" else "]"):
                raise ValueError(f"{whole!r} is no phrase: a bracket isn't closed")
            tokens = tokens[1:]
            parts.append(inner if token == "(" else _optional(inner, parts, tokens))
        elif token:
            parts.append(_one(token, lists, whole))
    needed = [part.needs for part in parts if part.needs]
    needs = max(needed, key=lambda each: (min(map(len, each)), -len(each)), default=())
    return Part("".join(part.pattern for part in parts), needs), tokens


def _optional(inner: Part, before: list[Part], after: list[str]) -> Part:
    """A part that may be missing, and with it one of the spaces around it."""
    ends = before[-1].pattern if before else ""
    spaced = not ends or ends in _EDGES.values() or ends.endswith((r"\s+", r"\s+)?"))
    if spaced and after and after[0].startswith(" "):
        after[0] = after[0][1:]
        return Part(rf"(?:{inner.pattern}\s+)?", ())
    if before and before[-1].pattern.endswith(r"\s+"):
        last = before.pop()
        before.append(Part(last.pattern.removesuffix(r"\s+"), last.needs))
        return Part(rf"(?:\s+{inner.pattern})?", ())
    return Part(f"(?:{inner.pattern})?", ())


def _one(token: str, lists: Mapping[str, Iterable[str]], whole: str) -> Part:
    gap = token.strip()
    if gap in ("...", ".."):
        most = GAP if gap == "..." else SHORT
        return Part(rf"(?![a-z])(.{{0,{most}}}?)(?<![a-z])", ())
    if token == "{dish}":
        return Part(DISH, (DISH,))
    if token in _EDGES:
        return Part(_EDGES[token], ())
    if token.startswith("{"):
        name = token[1:-1]
        if name not in lists:
            raise ValueError(f"{whole!r} names the list {name!r}, which there isn't")
        inner = [_either(_tokens(text), lists, text)[0] for text in lists[name]]
        return _any_of(inner)
    spaced = r"\s+".join(re.escape(word) for word in token.split(" "))
    return Part(spaced, (token.strip(),) if token.strip() else ())
