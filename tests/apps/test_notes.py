"""Questions about the house: answered from its notes with a citation, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from apps.contract import Found, Wish
from apps.notes import MenuSource, NotedSearcher, NotesSource, house_connector
from apps.searching import KeywordSearcher
from menu_data.words.topics import topics_in
from tests.apps.finding.bistro import menu
from vector.connector import Connector

ENGLISH = """# Harbour Bistro

## Parking
Twenty spaces behind the house, free for guests. Pay in cash only at the machine.

## Dogs
Welcome on the quay.

## The old lighthouse
It was built in 1893 by a fisherman named Olafsen.
"""
CHINESE = """## 停车
屋后有二十个车位，客人免费。

## 自带酒水和蛋糕
可以自带蛋糕，开瓶费一瓶三十元。
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house.en.md").write_text(ENGLISH, "utf-8")
    (tmp_path / "house.zh.md").write_text(CHINESE, "utf-8")
    return tmp_path


def told(folder: Path, question: str) -> list[str]:
    connector = house_connector([folder])
    searcher = NotedSearcher(KeywordSearcher(), connector)
    found: Found = searcher.find(Wish(menu(), question, 3))
    return [note.title for note in found.notes]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("有停车位吗", "停车"),
        ("有停車位嗎", "停车"),
        ("where can I park?", "Parking"),
        ("可以带狗吗", "Dogs"),
        ("can we bring our own wine", "自带酒水和蛋糕"),
        ("可以自带蛋糕吗", "自带酒水和蛋糕"),
        ("who built the lighthouse", "The old lighthouse"),
    ],
)
def test_a_question_is_answered_by_the_note_about_it(
    folder: Path, question: str, title: str
) -> None:
    assert told(folder, question) == [title]


@pytest.mark.parametrize(
    "question",
    ["有包间吗", "do you take credit cards", "something spicy", "来碗汤", "is there wifi", ""],
)
def test_what_no_note_is_about_is_not_answered(folder: Path, question: str) -> None:
    """The note on parking says something of cash, as an aside."""
    assert told(folder, question) == []


def test_an_answer_is_cited_with_where_it_stands_its_version_and_its_words(folder: Path) -> None:
    connector = house_connector([folder])
    [cited] = connector.query("parking?")
    chunk = connector.get_citation(cited.chunk.id)
    assert chunk is not None
    assert (cited.number, chunk.source_id, chunk.title) == (1, "house.en#1", "Parking")
    assert chunk.version in chunk.id
    assert chunk.content.startswith("Twenty spaces")


def test_a_note_that_was_mended_is_told_when_its_source_is_looked_at_again(folder: Path) -> None:
    now = [0.0]
    connector = Connector([NotesSource(folder, ttl=30)], clock=lambda: now[0])
    assert connector.query("spaces")[0].chunk.content.startswith("Twenty")
    path = folder / "house.en.md"
    path.write_text(ENGLISH.replace("Twenty", "Thirty"), "utf-8")
    os.utime(path, ns=(1, 1))
    assert connector.query("spaces")[0].chunk.content.startswith("Twenty")
    now[0] = 31.0
    assert connector.query("spaces")[0].chunk.content.startswith("Thirty")


def test_menu_and_notes_are_asked_together(folder: Path) -> None:
    connector = Connector([MenuSource(menu()), NotesSource(folder)])
    kinds = {
        cited.chunk.source_type for cited in connector.query("lighthouse tagine lamb", top_k=5)
    }
    assert kinds == {"menu", "notes"}
    [lamb] = connector.query("lamb", {"source_type": "menu", "language": "en"}, 1)
    assert lamb.chunk.source_id == "tagine"


def test_a_folder_that_is_gone_leaves_the_house_without_notes(tmp_path: Path) -> None:
    assert told(tmp_path / "none", "parking?") == []


def test_topics_are_the_same_in_every_language() -> None:
    assert topics_in("车停哪") == topics_in("a car park nearby?") == ("parking",)
    assert topics_in("宝宝椅") == topics_in("high chairs") == ("children",)
