"""The whole way: `waiter chat` on a pipe, from hello to the bill, on the shipped menu."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.composition import SHIPPED_MENU
from tests.bot.conftest import NOON, Waiter

COMMAND = str(Path(sys.executable).with_name("waiter"))
ENVELOPE = [
    *("version", "message_id", "number", "visit", "session", "exchange", "type", "timestamp"),
    *("allow_interrupt", "app", "status", "content", "options", "range", "request", "answer"),
]
ORDERS = {
    "zh": "你好\n来两碗担担面，一碗不要辣，再来一瓶可乐\n下单\n确认\n买单\n确认\n谢谢\n",
    "en": "hi\ntwo dandan noodles, one not spicy, and a coke\nplace the order\nyes\n"
    "the bill please\nyes\nthanks\n",
}


def price(item: str) -> int:
    """Of the shipped menu, in fen."""
    items = json.loads(SHIPPED_MENU.read_text("utf-8"))["items"]
    return next(round(float(one["price"]) * 100) for one in items if one["id"] == item)


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_order_from_hello_to_the_bill(language: str, tmp_path: Path) -> None:
    here = ["--data", str(tmp_path / "data"), "--clock", NOON]
    done = subprocess.run(
        [COMMAND, "chat", "--json", "--language", language, *here],
        input=ORDERS[language],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr == ""
    sent = rows(done.stdout)
    assert all(list(row) == ENVELOPE for row in sent)
    assert [row["number"] for row in sent] == list(range(1, len(sent) + 1))
    requests = [row["request"]["app"] for row in sent if row["type"] == "permission_request"]
    assert requests == ["submit", "checkout"]
    last = sent[-1]
    assert (last["type"], last["request"], last["options"]) == ("notification", None, [])

    listed = subprocess.run(
        [COMMAND, "orders", "--json", *here], capture_output=True, encoding="utf-8", check=True
    )
    (visit,) = rows(listed.stdout)
    assert visit["tab"] == []
    (ticket,) = visit["tickets"]
    found = [
        (line["item"], line["quantity"], [m["modifier"] for m in line["modifiers"]])
        for line in ticket["lines"]
    ]
    assert found == [("dandan", 1, []), ("dandan", 1, ["none"]), ("coke", 1, [])]
    due = 2 * price("dandan") + price("coke")
    bill = visit["bill"]
    assert (bill["state"], bill["due"]) == ("issued", f"{due // 100}.{due % 100:02}")


def test_a_pipe_begins_a_new_visit_each_time(waiter: Waiter) -> None:
    for _ in range(2):
        assert waiter("chat", "--clock", NOON, stdin="你好\n").code == 0
    assert len(waiter("orders", "--json").rows) == 2


def test_a_named_session_goes_on_where_it_was(waiter: Waiter) -> None:
    first = waiter("chat", "--json", "--session", "t1", "--clock", NOON, stdin="来两碗担担面\n")
    again = waiter("chat", "--json", "--session", "t1", "--clock", NOON, stdin="下单\n")
    assert again.rows[0]["number"] == first.rows[-1]["number"] + 1
    assert again.rows[-1]["type"] == "permission_request"
    (visit,) = waiter("orders", "--json").rows
    assert (visit["visit"], [line["quantity"] for line in visit["tab"]]) == ("t1", [2])


def test_the_same_words_at_the_same_time_give_the_same_answers(waiter: Waiter) -> None:
    first, second = (
        waiter("chat", "--json", "--session", name, "--clock", NOON, stdin=ORDERS["en"]).rows
        for name in ("t1", "t2")
    )
    told = [
        [(row["type"], row["content"], row["timestamp"]) for row in one] for one in (first, second)
    ]
    assert told[0] == told[1]


def test_the_console_speaks_on_stderr_where_stdout_is_json(waiter: Waiter) -> None:
    done = waiter("chat", "--json", "--clock", NOON, stdin="/help\n/tab\n")
    assert len(done.rows) == 1
    assert "/trace" in done.err


def test_quit_leaves_the_rest_of_a_pipe_unsaid(waiter: Waiter) -> None:
    done = waiter(
        "chat", "--json", "--session", "t1", "--clock", NOON, stdin="quit\n来两碗担担面\n"
    )
    assert len(done.rows) == 1
    assert waiter("orders", "--json").rows[0]["tab"] == []


def test_bytes_that_are_no_text_reach_the_waiter_as_such(waiter: Waiter) -> None:
    done = waiter(
        "chat", "--json", "--clock", NOON, stdin=b"\xff\xfe\x00\n" + b"a" * 70_000 + b"\n"
    )
    assert done.code == 0
    assert len(done.rows) == 3
    assert done.rows[-1]["type"] == "error"


def test_options_may_stand_before_the_command(waiter: Waiter) -> None:
    done = waiter("--json", "--clock", NOON, "chat", stdin="你好\n")
    assert done.rows[0]["timestamp"].startswith("2026-05-04T04:00:00")
    assert waiter("menu", "--json", "sold-out", "dandan").rows[0]["dishes"] == ["dandan"]


def test_help_loads_no_more_than_it_needs() -> None:
    heavy = "{'waiter', 'apps', 'menu_data', 'pydantic', 'prompt_toolkit', 'sqlite3'}"
    script = f"import bot.cli, sys; bot.cli.run(['--help']); print(set(sys.modules) & {heavy})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "set()", done.stdout + done.stderr
    assert "chat" in done.stdout


def test_a_reader_that_goes_away_is_no_mistake(tmp_path: Path) -> None:
    lines = "菜单\n" * 200
    chat = subprocess.Popen(
        [COMMAND, "chat", "--json", "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert chat.stdin is not None
    assert chat.stdout is not None
    assert chat.stderr is not None
    chat.stdout.close()
    chat.stdin.write(lines.encode())
    chat.stdin.close()
    assert chat.wait(60) == 1
    assert chat.stderr.read() == b""
    chat.stderr.close()
