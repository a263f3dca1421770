"""The console's own commands: what they show and write; none of them is a guest's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.complaint import Complaint
from bot.console.commands import COMMANDS, split
from bot.console.speakers import Speaker
from bot.console.words import word
from tests.bot.conftest import NOON, Ran, Waiter
from waiter.view import Refused, Spoken, View

ORDER = "two dandan noodles, one not spicy\nplace the order\nyes\nthe bill please\nyes\n"


def chat(waiter: Waiter, lines: str) -> Ran:
    done = waiter("chat", "--language", "en", "--session", "t1", "--clock", NOON, stdin=lines)
    assert (done.code, done.err) == (0, "")
    return done


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("/menu", ("/menu", "")),
        ("/menu  hot  dishes ", ("/menu", "hot  dishes")),
        ("/save a b.jsonl", ("/save", "a b.jsonl")),
        ("/nothing", ("/nothing", "")),
        ("/2", None),
        ("half/half", None),
        ("one / two", None),
    ],
)
def test_a_command_is_a_word_after_a_slash(line: str, found: tuple[str, str] | None) -> None:
    assert split(line) == found


def test_help_names_every_command() -> None:
    for language in ("zh", "en"):
        assert all(name in word("help", language) for name in COMMANDS)


def test_an_evening_is_looked_at(waiter: Waiter) -> None:
    out = chat(waiter, f"/menu\n/menu coke\n/tab\n{ORDER}/tab\n/bill\n/trace\n/brain\n").out
    for shown in ("Chengdu Snacks", "Coke · ¥5.00", "Your tab is empty.", "Ticket 1 · placed",
                  "Bill 1 · to be paid · ¥32.00", "The last answer", "house speaks"):  # fmt: skip
        assert shown in out


def test_a_request_tells_what_it_costs_and_until_when(waiter: Waiter) -> None:
    out = chat(waiter, ORDER).out
    assert out.count("Waiting for your yes · ¥32.00") == 2
    assert out.count("valid until 12:15") == 2


def test_what_there_is_not_is_said(waiter: Waiter) -> None:
    out = chat(waiter, "/bill\n/menu pizza\n/save\n/replay nowhere.jsonl\n/jump\n").out
    for said in ("There is no bill yet", "Nothing on the menu is called “pizza”.", "Name a file",
                 "nowhere.jsonl' can't be read", "There is no command /jump"):  # fmt: skip
        assert said in out
    assert len(waiter("transcript", "show", "t1", "--json").rows) == 1  # the greeting


def test_what_was_saved_replays_and_is_never_overwritten(waiter: Waiter, tmp_path: Path) -> None:
    chat(waiter, ORDER + "/save evening.jsonl\n")
    saved = (tmp_path / "evening.jsonl").read_text("utf-8")
    assert waiter("transcript", "export", "t1").out == saved
    again = chat(waiter, "/save evening.jsonl\n/replay evening.jsonl\n").out
    assert "is there already" in again
    assert (tmp_path / "evening.jsonl").read_text("utf-8") == saved
    assert "you: place the order" in again
    assert f"evening.jsonl: {len(saved.splitlines()) - 1} events, as recorded" in again


def test_a_record_that_was_changed_is_found_out(waiter: Waiter, tmp_path: Path) -> None:
    chat(waiter, ORDER + "/save evening.jsonl\n")
    path = tmp_path / "evening.jsonl"
    path.write_text(path.read_text("utf-8").replace('"quantity":1', '"quantity":3'), "utf-8")
    assert "came out differently" in chat(waiter, "/replay evening.jsonl\n").out


def test_a_file_that_is_no_transcript_is_refused(waiter: Waiter, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "words").write_text("hello\n", "utf-8")
    out = chat(waiter, "/replay binary\n/replay words\n/replay .\n/save no/where\n").out
    for said in ("'binary' is not UTF-8", "words:1: is not JSON", "'.' can't be read",
                 "'no/where' can't be written"):  # fmt: skip
        assert said in out


def test_json_is_of_this_conversation_alone(waiter: Waiter) -> None:
    chat(waiter, ORDER + "/save evening.jsonl\n")
    done = waiter("chat", "--json", "--clock", NOON, stdin="/replay evening.jsonl\n/menu\n/tab\n")
    assert [row["number"] for row in done.rows] == [1]
    assert "events" in done.err or "条记录" in done.err


class Parrot:
    """Says its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        return Spoken(f"to_user: {self.name}")


def test_a_brain_is_changed_only_for_one_that_can_be_had() -> None:
    def make(name: str) -> Parrot:
        if name == "ill":
            raise Complaint("it is ill")
        return Parrot(name)

    speaker = Speaker("a", ("a", "b", "ill"), make)
    assert speaker.name == "a"
    speaker.use("b")
    with pytest.raises(Complaint):
        speaker.use("ill")
    assert (speaker.chosen, speaker.name) == ("b", "b")


def test_an_unknown_brain_is_named_with_those_there_are(waiter: Waiter) -> None:
    out = chat(waiter, "/brain gpt\n/brain llm\n/brain house\n").out
    assert "unknown brain 'gpt'; allowed: house, llm, ladder" in out
    assert "needs WAITER_LLM_BASE_URL" in out
    assert "house speaks (house)" in out
