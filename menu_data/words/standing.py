"""A guest's wish about being asked: "don't ask me again (up to 50)", and taking it back.

Only what the text says; whether it becomes a grant is the dialogue's and the guest's own yes.
"""

from __future__ import annotations

from dataclasses import dataclass

from menu_data.words.mentions import mentions
from menu_data.words.normal import normalise
from menu_data.words.units import units


@dataclass(frozen=True, slots=True)
class Standing:
    """`limit`: up to which amount ("50"), None for any. `revoked`: they want to be asked again."""

    limit: str | None = None
    revoked: bool = False


def standing(text: str) -> Standing | None:
    """The wish a text states; None when it is about something else."""
    if mentions(text, "auto_revoke"):
        return Standing(revoked=True)
    if not mentions(text, "auto_grant"):
        return None
    amounts = [unit.text for unit in units(normalise(text)) if unit.text[:1].isdigit()]
    return Standing(amounts[0] if amounts else None)
