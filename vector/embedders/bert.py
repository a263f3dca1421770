"""`transformers`: any BERT, from a folder or by its hub name. The extra `bert` installs it.

A text's vector is the mean of the model's last hidden states over the text's own tokens (padding
left out, by the attention mask), scaled to unit length: Reimers & Gurevych 2019, "Sentence-BERT",
section 3. Texts go through in batches, the longest first, so that little is padded.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase
from transformers.utils.logging import disable_progress_bar

from vector.embedders.contract import Embedder, Model, SearchUnavailable

if TYPE_CHECKING:
    from vector.embedders.contract import Vectors

BATCH = 32  # beyond it a CPU gains nothing
LONGEST = 512  # tokens; what BERT was trained for

# E5 models were trained with these before every text (Wang et al. 2022, section 3.3).
E5_QUERY, E5_PASSAGE = "query: ", "passage: "


class BertEmbedder:
    """A tokenizer and a model, on the CPU."""

    def __init__(
        self, name: str, tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel
    ) -> None:
        self.name = f"transformers-{name}"
        self._tokenizer = tokenizer
        model.train(False)
        self._model = model
        self._longest = min(LONGEST, model.config.max_position_embeddings)
        self._is_e5 = "e5" in Path(name).name.lower().replace("_", "-").split("-")
        self._alone = threading.Lock()  # the tokenizer keeps its padding as a state of its own

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._encoded([E5_PASSAGE + text for text in texts] if self._is_e5 else texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self._encoded([E5_QUERY + text for text in texts] if self._is_e5 else texts)

    def _encoded(self, texts: Sequence[str]) -> Vectors:
        longest_first = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        found = np.empty((len(texts), self._model.config.hidden_size), np.float32)
        for start in range(0, len(texts), BATCH):
            places = longest_first[start : start + BATCH]
            with self._alone:
                found[places] = self._batch([texts[place] for place in places])
        return found

    def _batch(self, texts: list[str]) -> Vectors:
        tokens = self._tokenizer(
            texts, padding=True, truncation=True, max_length=self._longest, return_tensors="pt"
        )
        with torch.inference_mode():
            states = self._model(**tokens).last_hidden_state
            mean = mean_pooled(states, tokens["attention_mask"])
            unit: Vectors = torch.nn.functional.normalize(mean, dim=1).numpy()
        return unit


def mean_pooled(states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The mean over a text's own tokens: states (n, t, d), mask (n, t) of 0 and 1 → (n, d)."""
    own = mask.unsqueeze(-1).to(states.dtype)
    return (states * own).sum(dim=1) / own.sum(dim=1).clamp(min=1)


def open_embedder(model: Model) -> Embedder:
    """A folder or hub name. `SearchUnavailable` where there is none, or it isn't a BERT."""
    if not model.name:
        raise SearchUnavailable("transformers needs a model: a folder or a hub name")
    disable_progress_bar()  # stderr belongs to the command
    try:
        tokenizer = AutoTokenizer.from_pretrained(model.name)
        loaded = AutoModel.from_pretrained(model.name)
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise SearchUnavailable(f"model {model.name!r} can't be loaded: {reason}") from error
    return BertEmbedder(model.name, tokenizer, loaded)
