"""`waiter day`: what was placed, paid and owed, and the end of the day."""

from __future__ import annotations

from tests.bot.conftest import NOON, Waiter

LATE = "2026-05-04T20:00:00+08:00"
SECOND = "来一份回锅肉\n下单\n确认\n"


def second(waiter: Waiter) -> None:
    """Another visit, which has placed something and has no bill."""
    assert waiter("chat", "--session", "t2", "--clock", LATE, stdin=SECOND).code == 0


def test_a_day_is_what_was_placed_paid_and_owed(waiter: Waiter, ordered: str) -> None:
    second(waiter)
    waiter("table", "paid", ordered, "--method", "cash")
    (row,) = waiter("day", "2026-05-04", "--json").rows
    assert row == {
        "day": "2026-05-04",
        "currency": "CNY",
        "visits": 2,
        "guests": 2,
        "tickets": 2,
        "void": 0,
        "waiting": 2,
        "ordered": "73.00",
        "due": "73.00",
        "paid": "37.00",
        "tips": "0.00",
        "by_method": {"cash": "37.00"},
        "owed": [{"visit": "t2", "table": None, "closed": False, "owed": "36.00"}],
        "dishes": [
            {"dish": "dandan", "portions": 2},
            {"dish": "coke", "portions": 1},
            {"dish": "huiguorou", "portions": 1},
        ],
    }


def test_what_staff_void_is_not_sold(waiter: Waiter, ordered: str) -> None:
    assert waiter("table", "void", ordered, "1", "--line", "1", "--why", "cold").code == 0
    (row,) = waiter("day", "2026-05-04", "--json").rows
    assert (row["ordered"], row["dishes"]) == ("5.00", [{"dish": "coke", "portions": 1}])
    assert waiter("table", "void", ordered, "1", "--why", "all of it").code == 0
    (row,) = waiter("day", "2026-05-04", "--json").rows
    assert (row["tickets"], row["void"], row["owed"]) == (0, 1, [])


def test_a_tip_stands_beside_what_was_owed(waiter: Waiter) -> None:
    lines = "来一份回锅肉\n下单\n确认\n买单，小费4块\n确认\n"
    waiter("chat", "--session", "t1", "--clock", NOON, stdin=lines)
    waiter("table", "paid", "t1", "--method", "card")
    (row,) = waiter("day", "--json", "--clock", LATE).rows
    assert (row["paid"], row["tips"], row["by_method"]) == ("36.00", "4.00", {"card": "40.00"})


def test_days_go_by_the_restaurants_calendar(waiter: Waiter, ordered: str) -> None:
    before_midnight, after = "2026-05-04T23:59:00+08:00", "2026-05-05T00:01:00+08:00"
    assert waiter("day", "--json", "--clock", before_midnight).rows[0]["tickets"] == 1
    assert waiter("day", "--json", "--clock", after).rows[0]["tickets"] == 0
    assert ordered


def test_the_day_is_told_to_people(waiter: Waiter, ordered: str) -> None:
    told = waiter("day", "2026-05-04").out.splitlines()
    assert told[0] == "2026-05-04  Chengdu Snacks"
    assert told[1] == "tickets  1 of 1 visit, 1 guest; 0 void, 1 not accepted yet"
    assert f"owed     ¥37.00  –  {ordered}" in told
    assert told[-2:] == ["      2  Dandan noodles", "      1  Coke"]


def test_the_end_of_the_day_closes_who_owes_nothing(waiter: Waiter, ordered: str) -> None:
    second(waiter)
    waiter("table", "paid", ordered)
    waiter("chat", "--session", "t3", "--clock", LATE, stdin="一份回锅肉\n")
    waiter("chat", "--session", "t4", "--clock", LATE, stdin="你好\n")
    done = waiter("day", "--close", "--json", "--clock", LATE)
    assert done.code == 1
    result = done.rows[1]
    assert set(result["closed"]) == {ordered, "t4"}
    assert {one["visit"]: one["why"] for one in result["left"]} == {
        "t2": "close: unpaid (due 36.00)",
        "t3": "still ordering",
    }
    waiter("table", "close", "t2", "--unpaid", "--why", "walked out")
    waiter("chat", "--session", "t3", "--clock", LATE, stdin="清空\n")
    assert waiter("day", "--close", "--clock", LATE).code == 0
    (row,) = waiter("day", "--json", "--clock", LATE).rows
    assert row["owed"] == [{"visit": "t2", "table": None, "closed": True, "owed": "36.00"}]
    assert not waiter("orders", "--json").rows


def test_a_mistake_is_one_line(waiter: Waiter) -> None:
    for arguments, told in (
        (("05/04",), "allowed: such as 2026-05-04"),
        ((), "no house has begun"),
        (("2026-05-04", "--close"), "leave the date out"),
    ):
        done = waiter("day", *arguments)
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert told in done.err
