"""`openai`: an embeddings endpoint that speaks OpenAI's protocol.

What goes wrong there (no answer, a refusal, an answer of another shape) is `SearchUnavailable`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import openai

from vector.embedders.contract import Embedder, Model, SearchUnavailable

if TYPE_CHECKING:
    from vector.embedders.contract import Vectors

BATCH = 64  # texts a request; endpoints allow more, a failure then costs more too
TIMEOUT = 5.0  # seconds: a guest waits for this; keywords have answered by then
RETRIES = 1
NO_KEY = "none"  # local endpoints want none, the client wants one


class RemoteEmbedder:
    """A model behind an endpoint."""

    def __init__(self, model: Model) -> None:
        self.name = f"openai-{model.name}"
        self._model = model.name
        self._client = openai.OpenAI(
            base_url=model.base_url,
            api_key=model.api_key or NO_KEY,
            timeout=TIMEOUT,
            max_retries=RETRIES,
        )

    def passages(self, texts: Sequence[str]) -> Vectors:
        batches = [self._asked(texts[i : i + BATCH]) for i in range(0, len(texts), BATCH)]
        return np.concatenate(batches) if batches else np.empty((0, 0), np.float32)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def _asked(self, texts: Sequence[str]) -> Vectors:
        try:
            answer = self._client.embeddings.create(
                model=self._model, input=list(texts), encoding_format="float"
            )
            rows = sorted(answer.data, key=lambda row: row.index)
            found = np.array([row.embedding for row in rows], np.float32)
        except openai.APIError as error:
            raise SearchUnavailable(f"embeddings endpoint: {_first_line(error)}") from error
        # An answer that is no JSON, or JSON of another shape, comes out of the client as these.
        except (json.JSONDecodeError, AttributeError, TypeError, ValueError) as error:
            raise SearchUnavailable("embeddings endpoint: the answer holds no vectors") from error
        if found.ndim != 2 or len(found) != len(texts):
            raise SearchUnavailable("embeddings endpoint: not one vector for each text")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        unit: Vectors = found / np.maximum(lengths, np.finfo(np.float32).tiny)
        return unit


def open_embedder(model: Model) -> Embedder:
    """A model at `model.base_url`. Asks nothing yet."""
    if not model.name or not model.base_url:
        raise SearchUnavailable("openai embeddings need a model's name and an endpoint's address")
    return RemoteEmbedder(model)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
