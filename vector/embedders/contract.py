"""What an embedder is, and what one is opened with. Types only.

Each module beside this one has `open_embedder(model: Model) -> Embedder`; `vector.index` opens one
when a first search needs it, so that no model is loaded before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # numpy is loaded by the embedders themselves, when they are
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class SearchUnavailable(Exception):
    """Vectors can't be had now; keywords answer alone. The message is one line for staff."""


@dataclass(frozen=True, slots=True)
class Model:
    """Which model: a name or folder ("" for the embedder's own), and where it is served."""

    name: str = ""
    base_url: str | None = None
    api_key: str | None = None


class Embedder(Protocol):
    """Texts to vectors. Safe to call from several threads; raises `SearchUnavailable`."""

    @property
    def name(self) -> str:
        """The embedder and its model; vectors of different names don't compare."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """What is searched: (n, d) float32, rows of unit length."""

    def queries(self, texts: Sequence[str]) -> Vectors:
        """What is asked: (n, d) float32, rows of unit length."""
