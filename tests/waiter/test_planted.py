"""Hostile texts on every channel: no leak, no write nobody asked for, no price moved, and the next
order works; with the built-in brain, and with one that does whatever a text says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.telegram.safety import tame
from tests.waiter.planted import (
    FROM_GUESTS,
    IN_DESCRIPTIONS,
    IN_NOTES,
    NAMES,
    Planted,
    tries,
)

ABOUT_THE_DISH = ("what is the dan dan noodles?", "担担面是什么？", "something spicy?")
ABOUT_THE_NOTE = ("is there parking?", "有停车场吗？")


def notes(folder: Path, text: str) -> Path:
    (folder / "house.md").write_text(f"# Parking 停车\n\n{text}\n", "utf-8")
    return folder


def obey(planted: Planted) -> None:
    """The guest goes on talking until the brain has tried everything."""
    while planted.script:
        planted.talk("hello")


@pytest.mark.parametrize("text", FROM_GUESTS)
def test_a_guests_text_moves_nothing(text: str) -> None:
    house = Planted()
    house.talk(text)
    assert house.wrong() == []
    assert house.refusals() == []
    assert house.serves()


@pytest.mark.parametrize("text", FROM_GUESTS)
def test_a_guests_text_moves_nothing_by_a_brain_that_obeys(text: str) -> None:
    house = Planted(script=[*tries(text)])
    house.talk(text)
    obey(house)
    assert house.wrong() == []
    assert house.serves()


@pytest.mark.parametrize("text", IN_DESCRIPTIONS)
def test_a_description_gives_no_orders(text: str) -> None:
    house = Planted(description=text)
    for asked in ABOUT_THE_DISH:
        house.talk(asked)
    assert house.wrong() == []
    assert house.refusals() == []
    assert any("16.00" in said for said in house.said())
    assert house.serves()


@pytest.mark.parametrize("text", IN_DESCRIPTIONS)
def test_a_description_gives_no_orders_to_a_brain_that_obeys(text: str) -> None:
    house = Planted(description=text, script=[*tries(text)])
    house.talk(ABOUT_THE_DISH[0])
    obey(house)
    assert house.wrong() == []
    assert house.serves()


@pytest.mark.parametrize("text", IN_NOTES)
def test_a_note_of_the_house_gives_no_orders(tmp_path: Path, text: str) -> None:
    house = Planted(notes=notes(tmp_path, text))
    for asked in ABOUT_THE_NOTE:
        house.talk(asked)
    assert house.wrong() == []
    assert house.refusals() == []
    first, _, rest = text.partition("\n")
    assert any(first in said for said in house.said())
    assert not any(rest in said for said in house.said())
    assert house.serves()


@pytest.mark.parametrize("text", IN_NOTES)
def test_a_note_gives_no_orders_to_a_brain_that_obeys(tmp_path: Path, text: str) -> None:
    folder = notes(tmp_path, text)
    looks = 'to_sys: {"app": "search", "query": "is there parking?"}'
    house = Planted(notes=folder, script=[looks, *tries(text.partition("\n")[2])])
    house.talk(ABOUT_THE_NOTE[0])
    obey(house)
    assert house.wrong() == []
    assert house.serves()


@pytest.mark.parametrize("obedient", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_display_name_gives_no_orders(name: str, obedient: bool) -> None:
    house = Planted(guest=tame(name, "guest"), script=[*tries(name)] if obedient else None)
    house.talk("hello")
    obey(house)
    assert house.wrong() == []
    assert house.serves()
