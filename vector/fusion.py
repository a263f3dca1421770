"""Several rankings made one: reciprocal rank fusion.

Keywords find exact names, vectors find meaning, and their scores can't be compared: BM25 has no
upper bound, and the cosines of one model may all lie within 0.1. Their ranks can. Each ranking
gives a document 1 / (60 + its place), and the sums are ranked (Cormack, Clarke & Büttcher 2009,
"Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods"; 60 is theirs).
What both have near the top beats what one has at the top alone:

    keywords   soup  tea             soup  1/61 + 1/63 = 0.0323
    vectors    tea   stew  soup      tea   1/62 + 1/61 = 0.0325    best
                                     stew         1/62 = 0.0161

Pure. A ranking here is ids, best first, each once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from vector.keywords import Hit

SMOOTHING = 60  # how little the difference between the first places counts


def fuse(
    rankings: Mapping[str, Sequence[str]], weights: Mapping[str, int] | None = None
) -> tuple[Hit, ...]:
    """One ranking of all that any of them has, best first.

    `weights`: how much a ranking counts, by its name; 1 if left out. Ties go to what an earlier
    ranking has first.
    """
    scores: dict[str, Fraction] = {}
    for name, ids in rankings.items():
        weight = (weights or {}).get(name, 1)
        for place, key in enumerate(ids, 1):
            # Exact, so that a sum doesn't depend on the order of the rankings.
            scores[key] = scores.get(key, Fraction()) + Fraction(weight, SMOOTHING + place)
    ranked = sorted(scores, key=lambda key: -scores[key])
    return tuple(Hit(key, float(scores[key])) for key in ranked)
