"""A guest's wish about being asked: "don't ask me again (up to 50)", and taking it back.

Only what the text says; whether it becomes a grant is the dialogue's and the guest's own yes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import units
from menu_data.words.vocabulary import vocabulary


@dataclass(frozen=True, slots=True)
class Standing:
    """`limit`: up to which amount ("50"), None for any. `revoked`: they want to be asked again."""

    limit: str | None = None
    revoked: bool = False


@lru_cache(maxsize=4)
def _table(kind: str) -> Phrases[str]:
    return vocabulary().phrases(kind)


def standing(text: str) -> Standing | None:
    """The wish a text states; None when it is about something else."""
    words = [unit.text for unit in units(normalise(text)) if unit.kind != "mark"]
    if _has("auto_revoke", words):
        return Standing(revoked=True)
    if not _has("auto_grant", words):
        return None
    amounts = [word for word in words if word[:1].isdigit()]
    return Standing(amounts[0] if amounts else None)


def _has(kind: str, words: list[str]) -> bool:
    table = _table(kind)
    return any(table.at(words, start) for start in range(len(words)))
