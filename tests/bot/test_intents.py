"""Workflows that answer in a conversation, from the command line to the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.conftest import NOON, Waiter

OWN = """version: '1'
name: Wings
steps:
  - {id: ask, type: input, outputs: {name: wish, type: str}}
  - id: look
    type: plugin
    plugin: plugin_ai_knowledge_base_query
    inputs: {query: '{wish}', knowledge_base_name: menu}
    outputs: {name: found, type: list}
  - {id: out, type: output, inputs: {dishes: '{found}'}}
"""


@pytest.fixture(autouse=True)
def _keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAITER_EMBEDDER", "none")


def written(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "data" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def chat(waiter: Waiter, text: str, *more: str) -> list[str]:
    """The replies after the greeting."""
    done = waiter("chat", "--json", "--session", "t1", "--clock", NOON, *more, stdin=text)
    assert done.code == 0, done.err
    return [row["content"] for row in done.rows[1:]]


def test_on_the_menu_of_the_customer_only_the_spicy_dish_is_recommended(waiter: Waiter) -> None:
    menu = Path(__file__).parents[2] / "menu_data" / "menus" / "huangmenji_menu.json"
    first, second = chat(waiter, "推薦點辣的\n第一个\n", "--menu", str(menu))
    assert first == "可以看看：辣味黃燜雞 [1]。"
    assert "辣味黃燜雞 ×1" in second


def test_what_was_recorded_replays_without_the_workflow(waiter: Waiter, tmp_path: Path) -> None:
    chat(waiter, "推荐点辣的\n第二个\n")
    recorded = waiter("transcript", "export", "t1").out
    (tmp_path / "t.jsonl").write_text(recorded, "utf-8")
    assert '"flow":{"intent":"menu","wish":["spicy"],"workflow":"menu_recommendation"}' in recorded
    written(tmp_path, "workflows.yaml", "workflows: []\n")
    assert waiter("replay", "t.jsonl").code == 0


def test_a_house_that_names_none_searches_as_ever(waiter: Waiter, tmp_path: Path) -> None:
    written(tmp_path, "workflows.yaml", "workflows: []\n")
    (told,) = chat(waiter, "推荐点辣的\n")
    assert told.startswith("可以看看这些：")


def test_a_house_writes_its_own(waiter: Waiter, tmp_path: Path) -> None:
    written(tmp_path, "workflows/mine.yaml", OWN)
    written(tmp_path, "workflows.yaml", "workflows:\n  - {intent: menu, run: mine}\n")
    (told,) = chat(waiter, "recommend something with beef\n")
    assert told.startswith("You might like ")
    rows = waiter("workflow", "list", "--json").rows
    assert {"kind": "intent", "intent": "menu", "run": "mine", "wish": [], "topics": []} in rows
    assert "mine" in waiter("doctor").out


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("workflows:\n  - {intent: menu, run: customer_marketing}\n", "needs a yes"),
        ("workflows:\n  - {intent: menu, run: nowhere}\n", "nowhere.yaml: can't be read"),
        ("workflows: &a [*a]\n", "anchors and aliases"),
        ("workflows:\n  - {intent: menu, run: broken}\n", "unknown plugin '../x'"),
    ],
)
def test_a_table_that_cannot_be_is_one_line(
    waiter: Waiter, tmp_path: Path, table: str, told: str
) -> None:
    broken = OWN.replace("plugin_ai_knowledge_base_query", "../x")
    written(tmp_path, "workflows/broken.yaml", broken)
    written(tmp_path, "workflows.yaml", table)
    done = waiter("chat", stdin="")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert told in done.err
    assert "workflows.yaml:" in done.err
