"""What staff read about menus is true: its commands exist, and its example of a cell is read so."""

from __future__ import annotations

import re

from bot.commands.menu import COMMANDS
from menu_data.menu import Menu
from menu_data.sheets import Said, read_sheet
from tests.readme_tree import ROOT

TEXT = (ROOT / "docs" / "menus.md").read_text("utf-8")


def test_every_command_is_told_and_every_one_told_is_there() -> None:
    assert set(re.findall(r"waiter menu ([a-z-]+)", TEXT)) == set(COMMANDS)


def test_the_cell_of_choices_is_read_as_it_is_told() -> None:
    (cell,) = re.findall(r"A cell of choices: `([^`]+)`", TEXT)
    rows = [
        ["currency", "CNY"],
        ["languages", "zh, en"],
        ["name", "price", "choose size [1]"],
        ["面", "18", cell],
        ["粉", "18", "yes *"],
    ]
    menu: Menu = read_sheet(rows, "m.csv", lambda _: None, Said()).menu
    noodles, rice = (dish.groups[0] for dish in menu.dishes.values())
    assert [one.name.every() for one in noodles.modifiers] == [("小碗", "small"), ("大碗", "large")]
    assert [one.price for one in noodles.modifiers] == [0, 400]
    assert (noodles.default, rice.default) == ("large", None)
