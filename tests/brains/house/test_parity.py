"""One order is the same lines in whatever language and script it is written."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from menu_data.loader import load
from tests.brains.house.reading_house import line
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.understand import understand

LANGUAGES = ("zh", "zh-Hant", "en", "mixed")
MENU = load(Path(str(resources.files("menu_data"))) / "menus" / "chengdu.json")
ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "parity.yaml").read_text(encoding="utf-8")
)


def test_there_are_many_orders_and_each_is_in_every_language() -> None:
    assert len(ROWS) >= 40
    assert all(set(row) == {"lines", *LANGUAGES} for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["en"])
def test_an_order_is_the_same_in_every_language(row: dict[str, Any]) -> None:
    wanted = sorted(" ".join(sorted(text.split())) for text in row["lines"])
    for language in LANGUAGES:
        read = understand(row[language], lexicon_for(MENU))
        found = sorted(" ".join(sorted(line(one).split())) for one in read.lines)
        assert found == wanted, (language, row[language])
        assert not read.unresolved, (language, row[language])
        assert not read.edits, (language, row[language])
