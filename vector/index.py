"""The vectors of a corpus, kept up to date by a thread, and what state they are in.

    asleep ──follow──▶ opening ──▶ building ──▶ ready        (a new corpus: building again)
                          └──────────┴── off ── retried after a while

`follow` says which corpus is wanted and returns at once; the thread opens embedder and store on
first use, embeds what has no vector yet (told by content hashes) and has the store replaced as a
whole. `nearest` asks what is there. Nobody waits for vectors longer than `patience`: keywords
answer alone meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from vector.embedders.contract import Embedder, SearchUnavailable
from vector.keywords import Hit
from vector.store import Passage, Store

Phase = Literal["asleep", "opening", "building", "ready", "off"]
Progress = Callable[[int, int], None]

BATCH = 4  # passages embedded at once: a query waits for them, and so does the house's end
RETRY_AFTER = 30.0  # seconds: a folder in use or a server that is down is not asked at every query


@dataclass(frozen=True, slots=True)
class Corpus:
    """What is to be found. `version` changes with it."""

    version: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The index now. `rows`: passages that can be found; `embedded`: how many the last build had
    to embed; `reason`: why it is off, "" if it isn't.
    """

    phase: Phase = "asleep"
    rows: int = 0
    embedded: int = 0
    reason: str = ""


class VectorIndex:
    """One embedder, one store, one corpus at a time. Safe to use from several threads."""

    def __init__(
        self,
        open_embedder: Callable[[], Embedder],
        open_store: Callable[[Embedder], Store],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_embedder = open_embedder
        self._open_store = open_store
        self._clock = clock
        self._changed = threading.Condition()
        self._wanted: Corpus | None = None
        self._held: str | None = None
        self._status = Status()
        self._failed_at: float | None = None
        # A server that hangs costs one query its time-out, not every query: until when, and why.
        self._resting: tuple[float, str] | None = None
        self._parts: tuple[Embedder, Store] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def status(self) -> Status:
        return self._status

    def follow(self, corpus: Corpus) -> None:
        """Have this corpus searched from soon on. Returns at once."""
        with self._changed:
            self._wanted = corpus
            if self._thread is None and not self._closed and self._is_due():
                phase: Phase = "opening" if self._parts is None else "building"
                self._status = Status(phase, self._status.rows)
                self._thread = threading.Thread(target=self._work, name="vectors", daemon=True)
                self._thread.start()

    def nearest(
        self, text: str, limit: int, of: Collection[str] | None = None, patience: float = 0.0
    ) -> tuple[Hit, ...]:
        """Ids by the meaning of their passages, nearest first, each once.

        `limit`: passages looked at. `of`: ids that may be found, None for all. `patience`: seconds
        to wait while the index is being opened. `SearchUnavailable` while there is none.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._status.phase != "opening" or self._thread is None, patience
            )
            if self._parts is None or not self._status.rows:
                raise SearchUnavailable(self._status.reason or f"vectors are {self._status.phase}")
            if self._resting is not None and self._clock() < self._resting[0]:
                raise SearchUnavailable(self._resting[1])
            embedder, store = self._parts
        try:
            hits = store.search(embedder.queries([text])[0], limit, of)
        except SearchUnavailable as failure:
            self._resting = self._clock() + RETRY_AFTER, str(failure)
            raise
        best: dict[str, Hit] = {}
        for hit in hits:
            best.setdefault(hit.id, hit)
        return tuple(best.values())

    def build(self, corpus: Corpus, progress: Progress | None = None) -> Status:
        """Have this corpus searched when it returns. `SearchUnavailable` where it can't be.

        `progress`: told how many of how many passages are embedded.
        """
        self.settle()
        with self._changed:
            self._wanted = corpus
        self._bring_up(corpus, progress or _silent)
        return self._status

    def settle(self) -> Status:
        """Wait until the thread has nothing left to do."""
        with self._changed:
            self._changed.wait_for(lambda: self._thread is None)
        return self._status

    def close(self) -> None:
        """Stop the thread at its next batch and let others have the store."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._thread is None)
            parts, self._parts = self._parts, None
            self._status = Status("off", reason="closed")
        if parts is not None:
            parts[1].close()

    # --- the thread

    def _is_due(self) -> bool:
        wanted = self._wanted is not None and self._wanted.version != self._held
        rested = self._failed_at is None or self._clock() - self._failed_at >= RETRY_AFTER
        return wanted and rested

    def _work(self) -> None:
        """Bring the index up to the corpus that is wanted, until it is."""
        try:
            while (corpus := self._next()) is not None:
                self._bring_up(corpus, _silent)
        except SearchUnavailable as failure:
            with self._changed:
                self._failed_at = self._clock()
                rows = 0 if self._parts is None else self._status.rows
                self._status = Status("off", rows, reason=str(failure))
        finally:
            with self._changed:
                self._thread = None
                self._changed.notify_all()

    def _next(self) -> Corpus | None:
        with self._changed:
            wanted = self._wanted
            is_new = wanted is not None and wanted.version != self._held
            return wanted if is_new and not self._closed else None

    def _bring_up(self, corpus: Corpus, progress: Progress) -> None:
        embedder, store = self._opened()
        hashes = [passage.content_hash(embedder.name) for passage in corpus.passages]
        ids = [passage.id for passage in corpus.passages]
        there = store.hashes()
        embedded = 0
        if corpus.passages and there != dict(zip(ids, hashes, strict=True)):
            self._become("building", len(there))
            wanted = set(hashes)
            known = {key: row for key, row in store.vectors().items() if key in wanted}
            embedded = len(wanted - known.keys())
            self._embed(corpus.passages, hashes, known, progress)
            store.replace(corpus.passages, hashes, [known[key] for key in hashes])
        with self._changed:
            self._held, self._failed_at = corpus.version, None
            self._status = Status("ready", len(ids), embedded)
            self._changed.notify_all()

    def _opened(self) -> tuple[Embedder, Store]:
        if self._parts is None:
            embedder = self._open_embedder()
            parts = embedder, self._open_store(embedder)
            with self._changed:
                self._parts = parts
            return parts
        return self._parts

    def _become(self, phase: Phase, rows: int) -> None:
        with self._changed:
            self._status = Status(phase, rows)
            self._changed.notify_all()

    def _embed(
        self,
        passages: Sequence[Passage],
        hashes: Sequence[str],
        known: dict[str, Sequence[float]],
        progress: Progress,
    ) -> None:
        """Put a vector for each passage that has none into `known`, by content hash."""
        embedder, _ = self._opened()
        pairs = zip(hashes, passages, strict=True)
        missing = [(key, passage.text) for key, passage in pairs if key not in known]
        progress(0, len(missing))
        for start in range(0, len(missing), BATCH):
            if self._closed:
                raise SearchUnavailable("closed while vectors were being made")
            batch = missing[start : start + BATCH]
            rows = embedder.passages([text for _, text in batch])
            known.update((key, row) for (key, _), row in zip(batch, rows, strict=True))
            progress(start + len(batch), len(missing))


def _silent(done: int, of: int) -> None:
    """Nobody watches."""
