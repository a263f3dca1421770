"""Tab completes commands, and dishes inside a message, with or without spaces between words."""

from __future__ import annotations

from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.console.commands import COMMANDS
from bot.console.completion import Completions, Offer

DISHES = [
    Offer("担担面", "¥16.00", "dandan"),
    Offer("担担", "担担面", "dandan"),
    Offer("Dandan noodles", "担担面", "dandan"),
    Offer("可乐", "¥5.00", "coke"),
    Offer("Coke", "可乐", "coke"),
    Offer("İce\x1b", "", "ice"),
]
COMPLETIONS = Completions(lambda: DISHES, lambda: [Offer("面和粉")], ("house", "llm"))


def completed(typed: str) -> list[str]:
    """The message as it would stand after each completion."""
    event = CompleteEvent(completion_requested=True)
    return [
        typed[: len(typed) + one.start_position] + one.text
        for one in COMPLETIONS.get_completions(Document(typed), event)
    ]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("来两碗担", ["来两碗担担面"]),
        ("来两碗担担", ["来两碗担担面"]),
        ("two da", ["two Dandan noodles"]),
        ("two dandan noo", ["two Dandan noodles"]),
        ("来个co", ["来个Coke"]),
        ("two d", []),
        ("panda", []),
        ("", []),
        ("担担面，", []),
    ],
)
def test_a_dish_is_completed_where_its_name_begins(typed: str, found: list[str]) -> None:
    assert completed(typed) == found


def test_a_slash_offers_every_command() -> None:
    assert completed("/") == list(COMMANDS)
    assert completed("/tr") == ["/trace"]


def test_a_command_is_completed_with_what_it_takes() -> None:
    assert completed("/menu 面") == ["/menu 面和粉"]
    assert completed("/brain l") == ["/brain llm"]
    assert completed("/tab x") == []


def test_files_are_completed_where_a_file_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evening.jsonl").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("/replay eve") == ["/replay evening.jsonl"]


def test_a_completion_is_harmless() -> None:
    assert "\x1b" not in "".join(completed("/menu İ"))
