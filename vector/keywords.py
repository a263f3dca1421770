"""A keyword index in memory: words, and pairs of characters where a script has no spaces. BM25.

Text in, ranked ids out; it knows nothing of dishes. Exact names are what it is good at; meaning is
the vectors' part, `fusion` puts both together. Callers fold variants (traditional, simplified)
before they index and ask.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

K1 = 1.2  # Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", usual range 1.2-2.0
B = 0.5  # below their 0.75: a dish with a long description is no worse for it
SINGLE = 0.3  # weight of one character of an unspaced script beside a pair, which says more

_RUN = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿]+|[^\W_぀-ヿ㐀-䶿一-鿿豈-﫿]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found, and how well it fits; scores compare within one search alone."""

    id: str
    score: float


class KeywordIndex:
    """An index over documents given as weighted fields: document → [(text, weight)]. Immutable.

    `of`: the id a search gives back for a document, where several are of one; the best counts.
    """

    def __init__(
        self,
        documents: Mapping[str, Sequence[tuple[str, float]]],
        of: Mapping[str, str] | None = None,
    ) -> None:
        self._of = {key: key for key in documents} if of is None else of
        counts = {key: _counted(fields) for key, fields in documents.items()}
        lengths = {key: sum(count.values()) for key, count in counts.items()}
        average = sum(lengths.values()) / max(1, len(lengths)) or 1.0
        self._order = {key: place for place, key in enumerate(documents)}
        self._postings: dict[str, list[tuple[str, float]]] = {}
        for key, count in counts.items():
            long = K1 * (1 - B + B * lengths[key] / average)
            for token, n in count.items():
                self._postings.setdefault(token, []).append((key, n * (K1 + 1) / (n + long)))

    def search(
        self, text: str, top_k: int, allowed: Collection[str] | None = None
    ) -> tuple[Hit, ...]:
        """The best `top_k` documents with anything of the text, best first, then in given order.

        `allowed`: ids that may be found; None for all.
        """
        scores: dict[str, float] = {}
        for token in dict.fromkeys(tokens(text)):
            found = self._postings.get(token, ())
            rarity = math.log(1 + (len(self._order) - len(found) + 0.5) / (len(found) + 0.5))
            for key, weight in found:
                if allowed is None or self._of[key] in allowed:
                    gain = rarity * weight * _importance(token)
                    scores[key] = scores.get(key, 0.0) + gain
        ranked = sorted(scores, key=lambda key: (-scores[key], self._order[key]))
        best: dict[str, float] = {}
        for key in ranked:
            best.setdefault(self._of[key], scores[key])
        return tuple(Hit(key, score) for key, score in list(best.items())[:top_k])


def tokens(text: str) -> Iterator[str]:
    """Words of spaced scripts (plural s off); single characters and pairs of unspaced ones."""
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if not _unspaced(run):
            yield run[:-1] if len(run) > 3 and run.endswith("s") and run[-2] != "s" else run
            continue
        yield from run
        yield from (run[i : i + 2] for i in range(len(run) - 1))


def _counted(fields: Sequence[tuple[str, float]]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for text, weight in fields:
        for token in tokens(text):
            counted[token] += weight  # type: ignore[assignment]  # a Counter may hold floats
    return counted


def _importance(token: str) -> float:
    return SINGLE if len(token) == 1 and _unspaced(token) else 1.0


def _unspaced(run: str) -> bool:
    return "぀" <= run[0] <= "鿿" or "豈" <= run[0] <= "\ufaff"
