"""A cross-encoder of `transformers`, from a folder or by its hub name; the extra `bert` has it.

Query and text go through the model as one pair; its first logit is the score (Nogueira & Cho 2019,
"Passage Re-ranking with BERT").
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import torch
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils.logging import disable_progress_bar

from vector.embedders.contract import SearchUnavailable
from vector.reranker import Reranker

LONGEST = 512  # tokens of a pair; what BERT was trained for


class CrossEncoder:
    """A tokenizer and a model, on the CPU."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel) -> None:
        model.train(False)
        self._tokenizer = tokenizer
        self._model = model
        self._longest = min(LONGEST, model.config.max_position_embeddings)
        self._alone = threading.Lock()  # the tokenizer keeps its padding as a state of its own

    def scores(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        if not texts:
            return []
        with self._alone, torch.inference_mode():
            tokens = self._tokenizer(
                [query] * len(texts), list(texts), padding=True, truncation=True,
                max_length=self._longest, return_tensors="pt",
            )  # fmt: skip
            logits = self._model(**tokens).logits
        return [float(score) for score in logits[:, 0]]


def open_reranker(name: str) -> Reranker:
    """A folder or hub name. `SearchUnavailable` where there is none, or it is no such model."""
    disable_progress_bar()  # stderr belongs to the command
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
        model = AutoModelForSequenceClassification.from_pretrained(name)
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise SearchUnavailable(f"re-ranker {name!r} can't be loaded: {reason}") from error
    return CrossEncoder(tokenizer, model)
