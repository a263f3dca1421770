"""What is embedded, and where vectors are kept. Types only; `vector.milvus` is such a store."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from vector.keywords import Hit


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to be found by its meaning. `of`: the id that a search gives back for it.

    Several passages may be of one id (a language each). `text` is what is embedded.
    """

    id: str
    of: str
    name: str
    description: str
    text: str

    def content_hash(self, embedder: str) -> str:
        """Changes with the text and the embedder: 32 hex digits of SHA-256."""
        content = f"{embedder}\0{self.of}\0{self.name}\0{self.description}\0{self.text}"
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Store(Protocol):
    """Vectors on disk or at a server. One writer; safe to search from several threads.

    Raises `SearchUnavailable`.
    """

    def hashes(self) -> Mapping[str, str]:
        """Passage id → content hash of what can be searched now."""

    def vectors(self) -> Mapping[str, Sequence[float]]:
        """Content hash → vector of what can be searched now."""

    def replace(
        self,
        passages: Sequence[Passage],
        hashes: Sequence[str],
        vectors: Sequence[Sequence[float]],
    ) -> None:
        """Have exactly these searched from now on; until then what was there is searched."""

    def search(
        self, vector: Sequence[float], limit: int, of: Collection[str] | None
    ) -> tuple[Hit, ...]:
        """The nearest passages, nearest first: the ids they are of, which may repeat.

        vector: (d,), of unit length. `of`: ids that may be found, None for all. Scores are inner
        products.
        """

    def close(self) -> None:
        """Let others have it."""
