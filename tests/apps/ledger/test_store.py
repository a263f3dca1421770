"""The ledger in SQLite: what is kept comes back, and commits only with its owner."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.ledger.books import Availability, Books
from apps.ledger.store import LedgerStore
from menu_data.loader import from_document
from tests.apps.house import BO, NOON, act, menu, opened, placed


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    LedgerStore(made).create_tables()
    yield made
    made.close()


@pytest.fixture
def store(connection: sqlite3.Connection) -> LedgerStore:
    return LedgerStore(connection)


def eaten() -> Books:
    at = placed(opened(), {"dish": "barley", "modifiers": ["big", "egg"], "note": "热"})
    return placed(at, {"dish": "rice", "quantity": 2}, who=BO).books


def test_a_new_visit_has_empty_books(store: LedgerStore) -> None:
    assert store.books("v1") == Books()


def test_books_are_kept_by_visit(store: LedgerStore) -> None:
    store.save("v1", eaten())
    store.save("v2", Books(head_count=3))
    assert (store.books("v1"), store.books("v2")) == (eaten(), Books(head_count=3))


def test_tickets_can_be_asked_for_and_follow_the_books(
    store: LedgerStore, connection: sqlite3.Connection
) -> None:
    store.save("v1", eaten())
    _, at = act("accept", opened(books=eaten()), {"ticket": 1})
    _, at = act("void", at, {"ticket": 2, "why": "cold"})
    store.save("v1", at.books)
    found = connection.execute(
        "SELECT number, state, guest, total, void, lines FROM tickets ORDER BY number"
    ).fetchall()
    assert [row[:5] for row in found] == [
        (1, "accepted", "ann", 1800, None), (2, "placed", "bo", 0, "cold"),
    ]  # fmt: skip
    (line,) = json.loads(found[0][5])
    assert (line["item"], line["unit_price"], line["note"]) == ("barley", 1800, "热")


@given(
    st.frozensets(st.text(min_size=1), max_size=4),
    st.dictionaries(st.text(min_size=1), st.integers(0, 999), max_size=4),
    st.dictionaries(st.text(min_size=1), st.integers(0, 99_999), max_size=4),
    st.none() | st.datetimes(timezones=st.just(UTC)),
)
def test_availability_comes_back(
    sold_out: frozenset[str], stock: dict[str, int], quotes: dict[str, int], until: datetime | None
) -> None:
    connection = sqlite3.connect(":memory:")
    kept = LedgerStore(connection)
    kept.create_tables()
    kept.set_availability(Availability(frozenset({"old"}), {"old": 1}, {}, NOON))
    kept.set_availability(Availability(sold_out, stock, quotes, until))
    assert kept.availability() == Availability(sold_out, stock, quotes, until)
    connection.close()


def test_stock_is_counted_down_and_never_below_nothing(store: LedgerStore) -> None:
    store.set_availability(Availability(frozenset({"quail"}), {"skewer": 5}, {}))
    store.take_stock({"skewer": 3, "rice": 2})
    assert store.availability() == Availability(frozenset({"quail"}), {"skewer": 2}, {})
    with pytest.raises(sqlite3.IntegrityError):
        store.take_stock({"skewer": 3})


def test_the_menu_published_last_is_in_force(store: LedgerStore) -> None:
    with pytest.raises(LookupError):
        store.menu_version()
    assert not store.has_menu()
    first, second = menu(), menu(currency="MYR")
    store.publish(first, "mei", NOON)
    store.publish(second, "mei", NOON + timedelta(hours=1))
    assert store.menu_version() == second.version
    store.publish(first, "li", NOON + timedelta(hours=2))
    assert store.menu_version() == first.version
    assert [(p.version, p.who) for p in store.publications()] == [
        (first.version, "li"), (second.version, "mei"), (first.version, "mei"),
    ]  # fmt: skip


def test_a_menu_comes_back_with_its_version(store: LedgerStore) -> None:
    published = menu()
    store.publish(published, "mei", NOON)
    back = from_document(store.menu_document(published.version))
    assert (back.version, list(back.dishes)) == (published.version, list(published.dishes))
    with pytest.raises(LookupError):
        store.menu_document("nothing")


def test_a_deed_is_done_once(store: LedgerStore) -> None:
    assert store.deed("k1") is None
    store.record_deed("k1", "v1", "submit", {"ticket": 1, "名": "面"})
    assert store.deed("k1") == {"ticket": 1, "名": "面"}
    with pytest.raises(sqlite3.IntegrityError):
        store.record_deed("k1", "v1", "submit", {})


def test_nothing_is_kept_of_a_transaction_that_is_rolled_back(
    store: LedgerStore, connection: sqlite3.Connection
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    store.save("v1", eaten())
    store.set_availability(Availability(stock={"rice": 1}))
    store.publish(menu(), "mei", NOON)
    store.record_deed("k1", "v1", "submit", {})
    connection.execute("ROLLBACK")
    assert store.books("v1") == Books()
    assert store.availability() == Availability()
    assert not store.has_menu()
    assert store.deed("k1") is None
