"""Several sources behind one `query(text, filters, top_k)`: found together, ranked together, cited.

    source ─chunks─┐
    source ─chunks─┼─▶ words (BM25) ─┐
    source ─chunks─┘   meaning ──────┴▶ fused ─▶ duplicates out ─▶ re-ranked ─▶ cited [1] [2] …

A source is looked at again when its time to live has passed, or `refresh` says that it changed;
its chunks are read again only where its version did change. What chunks are about is the sources'
matter, meaning and re-ranking come in as functions.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from vector.embedders.contract import SearchUnavailable
from vector.fusion import fuse
from vector.keywords import KeywordIndex

DEPTH = 50  # how far down each ranking is looked at
TITLE = 3.0  # how much a title's word counts beside one of the content


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a source. `id` is unique over all sources; `about`: what filters compare."""

    id: str
    content: str
    source_type: str
    source_id: str
    title: str
    version: str
    updated: str = ""
    about: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cited:
    """A chunk found. `number`: its marker in an answer, from 1; scores compare within one query."""

    number: int
    chunk: Chunk
    score: float


class Source(Protocol):
    """Where chunks come from. `SearchUnavailable` where it can't be read."""

    id: str
    ttl: float  # seconds after which it is looked at again

    def version(self) -> str:
        """Changes when the chunks do. Cheap."""

    def chunks(self) -> Sequence[Chunk]:
        """All of it."""


Nearest = Callable[[str, int], Sequence[str]]  # ids of chunks by meaning; `SearchUnavailable`
Rerank = Callable[[str, Sequence[Chunk]], Sequence[Chunk]]  # the same chunks, or fewer, in order


@dataclass(slots=True)
class _Held:
    """What is known of a source."""

    version: str | None = None
    chunks: tuple[Chunk, ...] = ()
    looked_at: float | None = None
    reason: str = ""


class Connector:
    """Sources searched as one. Safe to use from several threads.

    `fold`: evens out variants of writing before words are compared.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        nearest: Nearest | None = None,
        rerank: Rerank | None = None,
        fold: Callable[[str], str] = str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sources = tuple(sources)
        self._nearest = nearest
        self._rerank = rerank
        self._fold = fold
        self._clock = clock
        self._alone = threading.Lock()
        self._held = {source.id: _Held() for source in self._sources}
        self._chunks: dict[str, Chunk] = {}
        self._index = KeywordIndex({})

    def query(
        self, text: str, filters: Mapping[str, str] | None = None, top_k: int = 3
    ) -> tuple[Cited, ...]:
        """The best chunks for a text, each content once.

        `filters`: values that `about`, `source_id` or `source_type` must have.
        """
        self._look_again(due=True)
        allowed = {key: one for key, one in self._chunks.items() if _fits(one, filters or {})}
        hits = self._index.search(self._fold(text), DEPTH, allowed)
        rankings = {"keywords": [hit.id for hit in hits]}
        if self._nearest is not None:
            rankings["meaning"] = self._by_meaning(self._nearest, text, allowed)
        fused = fuse(rankings)
        scores = {hit.id: hit.score for hit in fused}
        found: Sequence[Chunk] = _once([allowed[hit.id] for hit in fused])
        if self._rerank is not None:
            found = self._rerank(text, found)
        best = enumerate(found[:top_k], 1)
        return tuple(Cited(n, chunk, scores.get(chunk.id, 0.0)) for n, chunk in best)

    def get_citation(self, chunk_id: str) -> Chunk | None:
        """The chunk of this id as it is now; None where there is none any more."""
        self._look_again(due=True)
        return self._chunks.get(chunk_id)

    def refresh(self, source_id: str | None = None) -> None:
        """A listener's word that a source, or any of them, has changed."""
        with self._alone:
            for key, held in self._held.items():
                if source_id in (None, key):
                    held.looked_at = None
        self._look_again(due=True)

    def states(self) -> Mapping[str, str]:
        """Source → its version, or why it can't be read."""
        return {key: held.reason or (held.version or "") for key, held in self._held.items()}

    def _look_again(self, *, due: bool) -> None:
        with self._alone:
            changed = [self._reread(source) for source in self._sources if self._is_due(source)]
            if due and any(changed):
                chunks = [chunk for held in self._held.values() for chunk in held.chunks]
                self._chunks = {chunk.id: chunk for chunk in chunks}
                self._index = KeywordIndex({one.id: self._fields(one) for one in chunks})

    def _is_due(self, source: Source) -> bool:
        at = self._held[source.id].looked_at
        return at is None or self._clock() - at >= source.ttl

    def _reread(self, source: Source) -> bool:
        """Whether its chunks are others now. What can't be read keeps what was read before."""
        held = self._held[source.id]
        held.looked_at = self._clock()
        try:
            version = source.version()
            if version == held.version:
                return False
            held.chunks, held.version, held.reason = tuple(source.chunks()), version, ""
        except SearchUnavailable as failure:
            held.reason = str(failure)
            return False
        return True

    def _by_meaning(self, nearest: Nearest, text: str, allowed: Mapping[str, Chunk]) -> list[str]:
        try:
            return [key for key in nearest(text, DEPTH) if key in allowed]
        except SearchUnavailable:
            return []  # words answer alone

    def _fields(self, chunk: Chunk) -> list[tuple[str, float]]:
        return [(self._fold(chunk.title), TITLE), (self._fold(chunk.content), 1.0)]


def _fits(chunk: Chunk, filters: Mapping[str, str]) -> bool:
    known = dict(chunk.about) | {"source_id": chunk.source_id, "source_type": chunk.source_type}
    return all(known.get(key) == value for key, value in filters.items())


def _once(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Without what says word for word the same as a better one."""
    seen: dict[tuple[str, str], Chunk] = {}
    for chunk in chunks:
        seen.setdefault((chunk.title, " ".join(chunk.content.split())), chunk)
    return list(seen.values())
