"""How many planted falsehoods the reply constraints catch, and how many true replies they refuse.

    python -m benchmarks.truth [SEED] [-v]

True replies are the built-in brain's, over the scenarios and over talks on the project's menus, and
sentences as a language model would word them in the same situations. Falsehoods are the former
changed mechanically, and false sentences. Amounts, deeds, sold-out and allergens changed
mechanically must all be caught; see the bounds for the rest. The time of all constraints together
is beside it. `-v` shows what was refused and missed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.truth.houses import LANGUAGES, houses, slots
from benchmarks.truth.phrasings import phrased
from benchmarks.truth.planted import FALSEHOODS
from benchmarks.truth.talking import Heard, of_scenarios, of_talk, scripts
from waiter.constraints import judge_reply
from waiter.turn import REPLY_LIMIT, ToUser

SCENARIOS = Path(__file__).parents[2] / "tests" / "scenarios"
SEED = 20_261_129
MUST_ALL = ("amount", "deed", "sold_out", "allergen")
# Menus are taken so many times, with other dishes.
EACH = 2
# At most so many of the true replies refused, at least so many of the false sentences caught.
REFUSED, CAUGHT, PHRASED = 0.01, 0.95, 0.95


class Count:
    """Of some kinds of replies: how many there were, and how many were refused."""

    def __init__(self, label: str, *, verbose: bool) -> None:
        self.label, self.verbose = label, verbose
        self.all: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def judged(self, kind: str, reply: Heard, *, is_true: bool) -> None:
        text, case = reply
        found = judge_reply(ToUser(text), case)
        self.all[kind] += 1
        self.refused[kind] += found is not None
        if self.verbose and (found is not None) == is_true:
            why = found.sentence if found is not None else "passed"
            print(f"  {self.label} {kind}: {text!r}: {why}")

    def share(self, *kinds: str) -> float:
        of = kinds or tuple(self.all)
        return sum(self.refused[kind] for kind in of) / (sum(self.all[kind] for kind in of) or 1)

    def show(self) -> None:
        for kind, count in self.all.items():
            share = self.refused[kind] / count
            print(f"  {self.label:<9}{kind:<10}{self.refused[kind]:>6} of {count:>6}{share:9.2%}")
        print(f"  {self.label:<9}{'overall':<26}{self.share():9.2%}")


def own_replies(chance: random.Random) -> Iterator[Heard]:
    """What the built-in brain says."""
    yield from of_scenarios([SCENARIOS])
    for house in houses(chance, EACH):
        for language in LANGUAGES:
            found = slots(house, language, chance)
            for script in scripts(language, found):
                yield from of_talk(house, language, script)


def measure(seed: int, *, verbose: bool) -> bool:
    """Whether all bounds are kept."""
    chance = random.Random(seed)
    own = list(own_replies(chance))
    true, planted, worded = (
        Count(label, verbose=verbose) for label in ("true", "planted", "worded")
    )
    for reply in own:
        true.judged("house", reply, is_true=True)
        for kind, change in FALSEHOODS.items():
            for text, case in change(*reply, chance):
                planted.judged(kind, (text[:REPLY_LIMIT].strip(), case), is_true=False)
    for one in phrased(chance, EACH):
        count = true if one.kind is None else worded
        count.judged(one.kind or "worded", (one.text, one.case), is_true=one.kind is None)
    print(f"seed {seed}, refused:")
    for count in (true, planted, worded):
        count.show()
    print(f"  all reply constraints: {median_ms(own):.3f} ms CPU median a reply")
    kept = all(planted.share(kind) == 1 for kind in MUST_ALL) and planted.share() >= CAUGHT
    return kept and true.share() <= REFUSED and worded.share() >= PHRASED


def median_ms(replies: list[Heard]) -> float:
    spent = []
    for text, case in replies:
        started = time.process_time()
        judge_reply(ToUser(text), case)
        spent.append((time.process_time() - started) * 1000)
    return statistics.median(spent)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth")
    parser.add_argument("seed", type=int, nargs="?", default=SEED)
    parser.add_argument("-v", action="store_true", dest="verbose")
    given = parser.parse_args()
    return 0 if measure(given.seed, verbose=given.verbose) else 1


if __name__ == "__main__":
    sys.exit(main())
