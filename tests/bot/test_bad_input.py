"""Every mistake of a user is one line on stderr and exit 2; nothing on stdout, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import cli
from tests.bot.conftest import NOON, Waiter
from waiter.storage import take_lease

WRONG = [
    (["frob"], "frob"),
    ([], "Missing command"),
    (["chat", "--nope"], "--nope"),
    (["chat", "extra"], "extra"),
    (["chat", "--clock", "yesterday"], "--clock 'yesterday'"),
    (["chat", "--clock", "9999-99-99"], "--clock"),
    (["chat", "--session", "a/b"], "--session 'a/b'"),
    (["chat", "--session", ""], "--session ''"),
    (["chat", "--session", "house"], "'house'"),
    (["chat", "--session", "x" * 65], "at most 64"),
    (["chat", "--brain", "gpt"], "unknown brain 'gpt'; allowed: house"),
    (["chat", "--language", "fr"], "--language"),
    (["chat", "--menu", "none.json"], "none.json"),
    (["table", "paid", "t9"], "no visit 't9'"),
    (["table", "swap", "1", "2"], "swap"),
    (["table", "close", "t9", "--unpaid"], "--why"),
    (["menu", "sold-out"], "ID"),
    (["menu", "sold-out", "unicorn"], "unicorn"),
    (["menu", "stock", "dandan", "-1"], "-1"),
    (["menu", "stock", "dandan", "many"], "'many'"),
    (["menu", "price", "dandan", "cheap"], "cheap"),
    (["menu", "publish", "none.json"], "none.json"),
    (["receipt", "t9"], "no visit 't9'"),
    (["permissions", "t9"], "no visit 't9'"),
    (["audit", "show", "t9"], "no visit 't9'"),
    (["transcript", "export", "t9"], "no visit 't9'"),
    (["replay", "none.jsonl"], "none.jsonl"),
    (["eval", "none.yaml"], "none.yaml"),
    (["eval", "none.yaml", "--trials", "0"], "--trials"),
    (["schema", "soup"], "unknown format 'soup'"),
]


@pytest.mark.parametrize(("arguments", "told"), WRONG, ids=[" ".join(a)[:40] for a, _ in WRONG])
def test_a_mistake_is_one_line(waiter: Waiter, arguments: list[str], told: str) -> None:
    done = waiter(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("waiter: ")
    assert told in done.err


def test_a_broken_menu_is_one_line(waiter: Waiter, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": 1, "restaurant": {}}', "utf-8")
    for arguments in (["chat", "--menu"], ["menu", "publish"], ["understand", "--menu"]):
        done = waiter(*arguments, str(broken))
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert "broken.json" in done.err


def test_a_menu_that_fails_its_check_exits_1_with_one_line(waiter: Waiter, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("[]", "utf-8")
    done = waiter("menu", "check", str(broken))
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)


@pytest.mark.parametrize("folder", ["/dev/null", "/dev/null/deeper", "/proc/nowhere"])
def test_a_data_folder_that_cant_be_used_is_one_line(
    waiter: Waiter, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["menu", "sold-out", "dandan", "--data", folder]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_of_another_kind_of_database_is_one_line(waiter: Waiter, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "house.db").write_text("no database at all, but text" * 100, "utf-8")
    for arguments in (["chat"], ["orders"]):
        done = waiter(*arguments)
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)


def test_a_second_console_on_the_same_visit_is_one_line(
    waiter: Waiter, ordered: str, tmp_path: Path
) -> None:
    held = take_lease(tmp_path / "data", ordered)
    try:
        done = waiter("chat", "--session", ordered, "--clock", NOON)
    finally:
        held.release()
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert ordered in done.err
    assert waiter("chat", "--session", ordered, "--clock", NOON).code == 0


def test_a_visit_sits_at_one_table(waiter: Waiter) -> None:
    assert waiter("chat", "--session", "t1", "--table", "5", "--clock", NOON).code == 0
    done = waiter("chat", "--session", "t1", "--table", "6", "--clock", NOON)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "'5'" in done.err


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("colour = 1", "unknown key 'colour'"),
        ("brain = [", "is not TOML"),
        ("guided = 'perhaps'", "'guided'"),
        ("data = '.'", "'data'"),
    ],
)
def test_a_bad_settings_file_is_one_line(
    waiter: Waiter, tmp_path: Path, toml: str, told: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "waiter.toml").write_text(toml, "utf-8")
    done = waiter("chat")
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert told in done.err


def test_control_characters_in_a_mistake_are_written_out(waiter: Waiter) -> None:
    done = waiter("table", "paid", "\x1b[2J\nx")
    assert done.code == 2
    assert "\x1b" not in done.err
    assert len(done.err.splitlines()) == 1
