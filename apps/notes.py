"""Questions about the house, answered from its notes or not at all; and notes and menus as sources.

A note answers a question when it is about the same topic (parking, pets, payment), told by its
heading first; where the question is about no known topic, when it has most of its words. How near
a vector is answers nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from apps.contract import Found, FoundNote, Searcher, Wish
from apps.searching import corpus_of
from menu_data.menu import Menu
from menu_data.notes import read_notes, stamp
from menu_data.words.language import language_of
from menu_data.words.normal import simplified
from menu_data.words.topics import topics_in
from menu_data.words.wishes.reading import read_wish
from vector.connector import Chunk, Cited, Connector
from vector.embedders.contract import SearchUnavailable

NOTES, MENU = "notes", "menu"
NOTES_TOLD = 2  # notes in one answer
TTL = 30.0  # seconds: a note mended by hand is told half a minute later
KNOWN = 0.6  # of a question's words a note must have, where it is about no known topic
_SENTENCE_END = re.compile(r"[。！？!?；;\n]|\.\s")
ASKED = 300  # characters of a question that are looked at


class NotesSource:
    """A folder of notes."""

    def __init__(self, folder: Path, ttl: float = TTL) -> None:
        self.id = f"{NOTES}:{folder}"
        self.ttl = ttl
        self._folder = folder

    def version(self) -> str:
        try:
            return stamp(self._folder)
        except OSError as error:
            raise SearchUnavailable(f"notes in {self._folder}: {error.strerror}") from error

    def chunks(self) -> Sequence[Chunk]:
        try:
            notes = read_notes(self._folder)
        except OSError as error:
            raise SearchUnavailable(f"notes in {self._folder}: {error.strerror}") from error
        return [
            Chunk(
                f"{NOTES}:{note.version}:{note.id}", note.text, NOTES, note.id, note.title,
                note.version, note.updated,
                (("language", language_of(f"{note.title} {note.text}", "")),),
            )
            for note in notes
        ]  # fmt: skip


class MenuSource:
    """The menu in force, each dish in each language it speaks."""

    ttl = 0.0

    def __init__(self, menu: Menu) -> None:
        self.id = MENU
        self._menu = menu

    def version(self) -> str:
        return self._menu.version

    def chunks(self) -> Sequence[Chunk]:
        version = self._menu.version
        return [
            Chunk(
                f"{MENU}:{version}:{one.id}", one.text, MENU, one.of, one.name, version, "",
                (("language", one.id.rpartition("@")[2]),),
            )
            for one in corpus_of(self._menu).passages
        ]  # fmt: skip


def house_connector(folders: Sequence[Path]) -> Connector:
    """The house's notes, searched as one."""
    return Connector([NotesSource(folder) for folder in folders], rerank=answering, fold=_folded)


class NotedSearcher:
    """A searcher that finds notes of the house beside dishes."""

    def __init__(self, searcher: Searcher, connector: Connector) -> None:
        self.searcher = searcher
        self.connector = connector

    def find(self, wish: Wish) -> Found:
        cited = self.connector.query(wish.asked or wish.text, {"source_type": NOTES}, NOTES_TOLD)
        return replace(self.searcher.find(wish), notes=tuple(_note(one) for one in cited))

    def close(self) -> None:
        self.searcher.close()


def _note(cited: Cited) -> FoundNote:
    one = cited.chunk
    return FoundNote(one.id, one.title, one.content, one.source_id, one.version, one.updated)


def answering(question: str, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """Those chunks that answer a question, the surest first; in the question's language if any."""
    asked = question[:ASKED]
    topics = set(topics_in(asked))
    scored = [(_sureness(asked, topics, chunk), chunk) for chunk in chunks]
    sure = [pair for pair in scored if pair[0] > 0]
    best = max((score for score, _ in sure), default=0)
    found = [chunk for score, chunk in sure if score == best]
    language = language_of(asked, "").split("-")[0]
    spoken = [one for one in found if dict(one.about).get("language", "").startswith(language)]
    return spoken or found


def _folded(text: str) -> str:
    """Simplified, with its topics as words of no language, so that languages meet in them."""
    return " ".join((simplified(text), *(f"topic{topic}" for topic in topics_in(text))))


def _sureness(asked: str, topics: set[str], chunk: Chunk) -> int:
    if topics:
        if topics & set(topics_in(chunk.title)):
            return 2
        first = _SENTENCE_END.split(chunk.content, maxsplit=1)[0]  # what comes later is an aside
        return int(bool(topics & set(topics_in(first))))
    words = [word.casefold() for word in read_wish(asked).rest]
    text = simplified(f"{chunk.title}\n{chunk.content}").casefold()
    known = sum(simplified(word) in text for word in words)
    return int(bool(words) and known >= KNOWN * len(words))
