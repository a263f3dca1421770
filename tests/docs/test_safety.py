"""docs/safety.md lists every constraint in the chain it is in, and what may be switched off."""

from __future__ import annotations

import re

from tests.readme_tree import ROOT
from waiter.constraints import CALLS, OPTIONAL, REPLIES, name_of

TEXT = (ROOT / "docs" / "safety.md").read_text("utf-8")


def rows(heading: str) -> list[str]:
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)


def test_the_calls_constraints_are_told_in_their_order() -> None:
    assert rows("On calls") == ["schema", *dict.fromkeys(name_of(one) for one in CALLS)]


def test_the_replies_constraints_are_told_in_their_order() -> None:
    assert rows("On replies") == [*dict.fromkeys(name_of(one) for one in REPLIES)]


def test_what_may_be_switched_off_is_told() -> None:
    sentence = TEXT.split("may name ")[1].split(", and visits")[0]
    assert set(re.findall(r"`(\w+)`", sentence)) == OPTIONAL
