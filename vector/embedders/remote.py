"""`openai`: an embeddings endpoint that speaks OpenAI's protocol (POST BASE/embeddings).

One request of one shape, so the standard library makes it. What goes wrong there (no answer, a
refusal, an answer of another shape) is `SearchUnavailable`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
from pydantic import BaseModel, ValidationError

from vector.embedders.contract import Embedder, Model, SearchUnavailable

if TYPE_CHECKING:
    from vector.embedders.contract import Vectors

BATCH = 64  # texts a request; endpoints allow more, a failure then costs more too
TIMEOUT = 5.0  # seconds: a guest waits for this, and keywords can answer
ANSWER_BYTES = 16_000_000  # 64 vectors of 4,096 numbers as text are 6 MB


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


class RemoteEmbedder:
    """A model behind an endpoint."""

    def __init__(self, model: Model) -> None:
        self.name = f"openai-{model.name}"
        self._model = model.name
        self._url = f"{(model.base_url or '').rstrip('/')}/embeddings"
        self._headers = {"Content-Type": "application/json"}
        if model.api_key:
            self._headers["Authorization"] = f"Bearer {model.api_key}"

    def passages(self, texts: Sequence[str]) -> Vectors:
        batches = [self._asked(texts[i : i + BATCH]) for i in range(0, len(texts), BATCH)]
        return np.concatenate(batches) if batches else np.empty((0, 0), np.float32)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def _asked(self, texts: Sequence[str]) -> Vectors:
        asked = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        request = Request(self._url, json.dumps(asked).encode(), self._headers)
        try:
            with urlopen(request, timeout=TIMEOUT) as answer:
                body = answer.read(ANSWER_BYTES)
            rows = sorted(_Answer.model_validate_json(body).data, key=lambda row: row.index)
            found = np.array([row.embedding for row in rows], np.float32)
        except HTTPError as error:
            error.close()
            raise SearchUnavailable(f"embeddings endpoint: HTTP {error.code}") from error
        except (OSError, HTTPException) as error:
            raise SearchUnavailable(f"embeddings endpoint: {error}") from error
        except (ValidationError, ValueError) as error:
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
    if not model.base_url.startswith(("http://", "https://")):
        raise SearchUnavailable(f"endpoint {model.base_url!r} is no http or https address")
    return RemoteEmbedder(model)
