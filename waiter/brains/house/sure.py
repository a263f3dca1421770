"""How sure the reading is, 0..1: every doubt met on the way counts as a factor, calibrated against
human orders.

At 0.9 and above a reading is almost always just what was meant; below 0.7 the waiter asks before
acting on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lines import Finished
from waiter.brains.house.reading import Edit, Intent

BASE = 0.985
# What asks is no finished order; the guest's answer settles it.
ASKING = 0.88
UNKNOWN = 0.8


def confidence(
    state: Grouping,
    done: Finished,
    changes: Sequence[Edit],
    intents: Sequence[Intent],
    *,
    at_a_loss: bool,
) -> float:
    """The product of all doubts, from `BASE` down."""
    value = BASE
    acts = bool(done.lines or done.unresolved or changes)
    for _, factor in (
        (*state.penalties, *done.doubts) if acts or tuple(intents) == ("chat",) else ()
    ):
        value *= factor
    if done.unresolved:
        value *= ASKING
    if any(not u.candidates for u in done.unresolved):
        value *= UNKNOWN
    if at_a_loss and not acts:
        value *= 0.75
    return round(value, 4)
