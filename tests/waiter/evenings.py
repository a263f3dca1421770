"""Evenings for tests: a scenario made of turns, played with a brain of the test's choosing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from menu_data.loader import load as load_menu
from waiter.brains.builtin import HouseBrain
from waiter.brains.scripted import ScriptedBrain
from waiter.evaluate import Outcome, run_scenario
from waiter.scenario import Scenario
from waiter.scenario_format import Document
from waiter.trial import Brains, End, Trial

CHENGDU = Path(__file__).parents[2] / "menu_data/menus/chengdu.json"


def scenario(turns: list[Any], expect: dict[str, Any] | None = None, **settings: str) -> Scenario:
    """A scenario on the default menu; `settings` are its other keys."""
    keys = {"id": "evening", "menu": CHENGDU.name, "language": "zh"}
    clock = "2026-03-14T12:00:00+08:00"
    given = {**keys, "clock": clock, **settings, "turns": turns, "expect": expect or {}}
    return Scenario(Document.model_validate(given), load_menu(CHENGDU), {}, CHENGDU)


def house_brains() -> Brains:
    """The built-in brain in both roles."""
    brain = HouseBrain()
    return {"chosen": brain, "house": brain}


def scripted(turns: Iterable[str]) -> Brains:
    """A script that speaks, and the built-in brain to stand in."""
    return {"chosen": ScriptedBrain(turns), "house": HouseBrain()}


def run(played: Scenario, folder: Path, brains: Brains | None = None) -> Outcome:
    """The scenario's outcome, its transcript replayed."""
    chosen = brains or house_brains()
    return asyncio.run(run_scenario(played, lambda: chosen, folder / "house"))


def play(played: Scenario, folder: Path, brains: Brains, *, guided: bool = False) -> End:
    """How the scenario ended, nothing compared; a bug on the way is raised."""
    return asyncio.run(Trial(played, brains, folder / "house", guided).play())
