"""A small embedder for tests: a text's letters counted. Texts of the same letters are the same.

It counts what it embeds, so that tests can tell what was embedded again, and it can be told to
wait or to fail.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vector.embedders.contract import SearchUnavailable
from vector.store import Passage

ALPHABET = "abcdefghijklmnopqrstuvwxyz "


@dataclass(slots=True)
class Letters:
    """`embedded`: every passage embedded so far. `gate`: cleared, passages wait for it."""

    name: str = "letters"
    embedded: list[str] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    waiting: threading.Event = field(default_factory=threading.Event)
    fails: bool = False

    def __post_init__(self) -> None:
        self.gate.set()

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.waiting.set()
        assert self.gate.wait(30)
        if self.fails:
            raise SearchUnavailable("no vectors today")
        self.embedded += texts
        return _counted(texts)

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.fails:
            raise SearchUnavailable("no vectors today")
        return _counted(texts)


def _counted(texts: Sequence[str]) -> NDArray[np.float32]:
    counts = [[text.lower().count(letter) + 0.01 for letter in ALPHABET] for text in texts]
    rows = np.array(counts, np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def passage(of: str, text: str, language: str = "en") -> Passage:
    return Passage(f"{of}@{language}", of, of, text, text)
