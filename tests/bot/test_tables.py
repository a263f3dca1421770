"""`waiter table move|merge|take|give|say` and `waiter menu pause`, as staff type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.conftest import NOON, Waiter


def seated(waiter: Waiter, table: str, *lines: str) -> str:
    """A visit at a table and what its guest said; its id."""
    visit = waiter("table", "open", table, "--json", "--clock", NOON).rows[0]["visit"]
    done = waiter(
        "chat", "--json", "--session", visit, "--clock", NOON, stdin="\n".join(lines) + "\n"
    )
    assert done.code == 0, done.err
    return str(visit)


def test_a_party_moves_and_its_old_table_is_free(waiter: Waiter) -> None:
    visit = seated(waiter, "5", "两碗担担面")
    seated(waiter, "7", "一瓶可乐")
    taken = waiter("table", "move", "5", "7")
    assert (taken.code, taken.err) == (2, "waiter: move: table taken '7'\n")
    assert waiter("table", "move", "5", "9").out == "now at table 9\n"
    assert waiter("table", "open", "5").code == 0
    found = {row["table"]: row for row in waiter("orders", "--json").rows}
    assert (found["9"]["visit"], found["9"]["tab"][0]["quantity"]) == (visit, 2)
    again = waiter("table", "move", "9", "9")
    assert (again.code, again.err) == (2, "waiter: move: same table '9'\n")


def test_two_parties_have_one_bill_and_both_recordings_replay(
    waiter: Waiter, tmp_path: Path
) -> None:
    going = seated(waiter, "5", "两碗担担面", "下单", "确认")
    staying = seated(waiter, "7", "一瓶可乐", "下单", "确认", "再来一碗担担面")
    done = waiter("table", "merge", "5", "7", "--json")
    assert done.rows[0]["into"] == staying
    (row,) = waiter("orders", "--json").rows
    assert [ticket["ticket"] for ticket in row["tickets"]] == [1, 2]
    assert len(row["tab"]) == 1
    assert len(row["guests"]) == 2
    assert waiter("table", "paid", "7").out.startswith("bill 1 paid: 37.00")
    late = waiter("table", "merge", going, "7")
    assert (late.code, late.err) == (2, "waiter: merge: visit closed\n")
    for visit in (going, staying):
        file = tmp_path / f"{visit}.jsonl"
        file.write_text(waiter("transcript", "export", visit).out, "utf-8")
        assert waiter("replay", str(file)).code == 0
    assert waiter("audit", "verify").code == 0


def test_a_party_that_has_paid_stays_apart(waiter: Waiter) -> None:
    seated(waiter, "5", "一瓶可乐", "下单", "确认")
    seated(waiter, "7", "一瓶可乐")
    assert waiter("table", "paid", "5").code == 0
    for pair in (("5", "7"), ("7", "5")):
        done = waiter("table", "merge", *pair)
        assert (done.code, "bill paid" in done.err) == (2, True)
    assert waiter("table", "merge", "7", "7").err == "waiter: merge: same table\n"
    assert waiter("table", "merge", "5", "unicorn").code == 2


def test_staff_take_a_conversation_over_from_the_keyboard(waiter: Waiter) -> None:
    visit = seated(waiter, "5", "一瓶可乐")
    guest = waiter("orders", "--json").rows[0]["guests"][0]
    assert waiter("table", "say", "5", guest, "你好").code == 2  # nobody has them
    assert waiter("table", "take", "5", "--who", "mei").out == f"taken over: {guest}\n"
    assert "already taken 'mei'" in waiter("table", "take", "5").err
    assert waiter("table", "say", "5", guest, "马上来", "--who", "mei").code == 0
    assert "no such guest 'nobody'" in waiter("table", "give", "5", "--guest", "nobody").err
    assert waiter("table", "give", "5", "--guest", guest).out == f"given back: {guest}\n"
    assert waiter("table", "give", "5").code == 2
    assert "店员 mei：马上来" in waiter("transcript", "export", visit).out


@pytest.mark.parametrize("minutes", ["0", "481", "soon", "２０", "9" * 30])
def test_a_pause_of_no_minutes_is_refused_in_a_line(waiter: Waiter, minutes: str) -> None:
    done = waiter("menu", "pause", minutes)
    assert (done.code, done.out) == (2, "")
    assert "allowed: 1 to 480, or off" in done.err


def test_the_kitchen_pauses_and_goes_on(waiter: Waiter) -> None:
    paused = waiter("menu", "pause", "20", "--clock", NOON, "--json")
    assert paused.rows[0]["until"] == "2026-05-04T04:20:00+00:00"
    visit = seated(waiter, "5", "一瓶可乐", "下单", "确认")
    assert not waiter("orders", "--json").rows[0]["tickets"]
    assert waiter("menu", "pause", "off").out == "orders are taken\n"
    again = waiter("chat", "--json", "--session", visit, "--clock", NOON, stdin="下单\n确认\n")
    assert again.code == 0
    assert waiter("orders", "--json").rows[0]["tickets"]
