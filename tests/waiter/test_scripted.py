"""The scripted brain speaks what it was given and complains when it is asked for more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.waiter import evenings
from waiter.brains.builtin import HouseBrain
from waiter.brains.scripted import ScriptedBrain
from waiter.trial import Brains
from waiter.view import View


def test_turns_are_spoken_in_order_and_what_is_left_is_known(tmp_path: Path) -> None:
    brain = ScriptedBrain(["to_user: 一", "to_user: 二", "to_user: 三"])
    brains: Brains = {"chosen": brain, "house": HouseBrain()}
    end = evenings.play(evenings.scenario(["您好"]), tmp_path, brains)
    assert [envelope.content for envelope in end.envelopes] == ["一", "二"]
    assert (brain.spoken, brain.left()) == (2, ["to_user: 三"])


def test_a_script_may_be_a_function_of_the_view(tmp_path: Path) -> None:
    def parrot(view: View) -> str:
        return f"to_user: {view.heard or view.language}"

    brains: Brains = {"chosen": ScriptedBrain(parrot), "house": HouseBrain()}
    turns: list[Any] = ["您好", {"as": "bo", "say": "hello"}]
    end = evenings.play(evenings.scenario(turns), tmp_path, brains)
    assert [envelope.content for envelope in end.envelopes] == ["zh", "您好", "hello"]
