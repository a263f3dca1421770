"""`waiter search`: a query a line in, one JSON a line out; notes of the house; the wish as read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

WAITER = str(Path(sys.executable).with_name("waiter"))


def searched(folder: Path, *queries: str) -> list[dict[str, Any]]:
    """Each query's row, by words alone."""
    done = subprocess.run(
        [WAITER, "search", "--data", str(folder), "--embedder", "none"],
        input="\n".join((*queries, "")), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_query_a_line_in_a_row_a_line_out(tmp_path: Path) -> None:
    rows = searched(tmp_path, "不辣的面，20元以内", "", "有停车位吗", "pizza")
    assert [row["query"] for row in rows] == ["不辣的面，20元以内", "", "有停车位吗", "pizza"]
    noodles, nothing, parking, pizza = rows
    assert (noodles["wish"]["max_spice"], noodles["wish"]["max_price"]) == (0, "20")
    assert noodles["ids"] == [one["id"] for one in noodles["results"]]
    assert noodles["ids"]
    assert noodles["results"][0]["citation"]["version"] in noodles["results"][0]["citation"]["id"]
    assert nothing["ids"] == []
    assert (parking["ids"], parking["notes"][0]["title"]) == ([], "停车")
    assert pizza["ids"] == pizza["notes"] == []


def test_notes_of_ones_own_are_told(tmp_path: Path) -> None:
    (tmp_path / "notes" / "events").mkdir(parents=True)
    (tmp_path / "notes" / "events" / "music.md").write_text("## Live music\nFridays.", "utf-8")
    [row] = searched(tmp_path, "is there live music?")
    assert [note["text"] for note in row["notes"]] == ["Fridays."]
