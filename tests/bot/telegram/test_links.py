"""`waiter telegram` and `waiter telegram qr` at the command line."""

from __future__ import annotations

import pytest

from bot.complaint import Complaint
from bot.telegram.guest.links import named
from tests.bot.conftest import Waiter, waiter

__all__ = ["waiter"]


@pytest.fixture(autouse=True)
def _no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAITER_TELEGRAM_TOKEN", raising=False)


def test_a_link_a_table(waiter: Waiter) -> None:
    rows = waiter("telegram", "qr", "--tables", "1-3,A5", "--bot", "a_bot", "--json").rows
    assert [row["table"] for row in rows] == ["1", "2", "3", "A5"]
    assert rows[3]["link"].startswith("https://t.me/a_bot?start=tA5-k1-")
    again = waiter("telegram", "qr", "--tables", "1", "--bot", "a_bot", "--json").rows
    assert again == rows[:1]
    new = waiter("telegram", "qr", "--tables", "1", "--bot", "a_bot", "--json", "--rotate").rows
    assert "-k2-" in new[0]["link"]


def test_tables_are_ranges_and_names() -> None:
    assert named("1-3, 7,A1,2") == ["1", "2", "3", "7", "A1"]
    for wrong in ("", "5-1", "1-9999", "a b", "<1>"):
        with pytest.raises(Complaint, match="names of letters"):
            named(wrong)


def test_without_a_token_there_is_one_clear_line(waiter: Waiter) -> None:
    ran = waiter("telegram")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "waiter: set WAITER_TELEGRAM_TOKEN; BotFather in Telegram gives one\n"
