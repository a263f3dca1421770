"""Who reads a query and a text together and says how well they fit. Types only.

A re-ranker is slower than comparing vectors and sees more; it only puts the best few in order.
`vector.cross_encoder` is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Safe to call from several threads; raises `SearchUnavailable`."""

    def scores(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers the query, more is better; compare within one call alone."""
