"""Whether a dish has what is wanted, how surely, and what of the menu says so."""

from __future__ import annotations

from typing import assert_never

from apps.finding.profiles import Evidence, Profile
from menu_data.words.wishes.lexicon import foods
from menu_data.words.wishes.wish import Want

MET = 0.45  # how surely a dish must have a food that is wanted
MAIN = 0.65  # the same where a wide class is wanted: it must be a good part of the dish
FORM = 0.55  # the same where it must be such a dish
COURSE = 0.8
REASONED = 0.3  # what is told as a reason


def evidence_of(profile: Profile, want: Want) -> Evidence | None:
    """The best evidence for any of a want's keys."""
    match want.kind:
        case "food":
            found = [profile.foods[key] for key in want.keys if key in profile.foods]
        case "trait":
            found = [profile.traits[key] for key in want.keys if key in profile.traits]
        case "course":
            found = [Evidence(COURSE, "category", "") for key in want.keys if _is_of(profile, key)]
        case _:
            assert_never(want.kind)
    return max(found, key=lambda one: one.strength, default=None)


def meets(profile: Profile, want: Want, *, main: bool) -> bool:
    """Whether a dish has it. `main`: a wide class must be what the dish mostly is."""
    if want.kind != "food":
        return evidence_of(profile, want) is not None
    return any(
        key in profile.foods
        and profile.foods[key].strength >= _needed(key, main)
        and not (main and key in foods().meatless and _is_meaty(profile, key))
        for key in want.keys
    )


def _is_meaty(profile: Profile, key: str) -> bool:
    meat = profile.foods.get("animal")
    return meat is not None and meat.strength >= profile.foods[key].strength


def _needed(key: str, main: bool) -> float:
    words = foods()
    if key in words.forms:
        return FORM
    return MAIN if main and key in words.broad else MET


def _is_of(profile: Profile, key: str) -> bool:
    """Whether a dish stands where a course is meant; what stands nowhere is a main dish."""
    return (profile.course or "main") in foods().courses.get(key, frozenset())
