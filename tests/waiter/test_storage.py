"""One file, one transaction; a chain that shows what was changed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.waiter.table import NOON, Table
from waiter import event as e
from waiter.storage import (
    BrokenChain,
    LeaseTaken,
    Record,
    Storage,
    StorageError,
    journal,
    take_lease,
)


def said(seq: int) -> Record:
    body = e.GuestSaid(f"i{seq}", "a", f"text {seq}", NOON)
    return Record(e.Event("v1", seq, NOON, "a", body, "00" * 16), "ref")


def test_records_come_back_as_they_were_written() -> None:
    storage = Storage.in_memory()
    with storage.unit() as unit:
        unit.journal.append([said(1), said(2)])
    assert storage.reading().journal.read("v1") == [said(1), said(2)]
    assert storage.reading().journal.verify("v1") == 2


def test_a_unit_that_fails_leaves_nothing() -> None:
    storage = Storage.in_memory()

    def fail() -> None:
        with storage.unit() as unit:
            unit.journal.append([said(1)])
            unit.inbox.put("i9", "v1", e.GuestSaid("i9", "a", "hello", NOON), NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert storage.reading().journal.read("v1") == []
    assert storage.reading().inbox.next("v1") is None


def test_a_seq_is_written_once() -> None:
    storage = Storage.in_memory()
    with storage.unit() as unit:
        unit.journal.append([said(1)])
    with pytest.raises(sqlite3.IntegrityError), storage.unit() as unit:
        unit.journal.append([said(1)])


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET payload = replace(payload, 'text 2', 'text 3') WHERE seq = 2",
        "UPDATE events SET at = '2020-01-01T00:00:00+00:00' WHERE seq = 2",
        "UPDATE events SET kind = 'GuestAnswered' WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
        "UPDATE events SET hash = zeroblob(32) WHERE seq = 3",
    ],
)
def test_a_changed_record_is_found(change: str) -> None:
    storage = Storage.in_memory()
    with storage.unit() as unit:
        unit.journal.append([said(1), said(2), said(3)])
    storage.connection.execute(change)
    with pytest.raises(BrokenChain, match="record"):
        storage.reading().journal.verify("v1")


def test_an_erased_payload_keeps_the_chain_whole() -> None:
    storage = Storage.in_memory()
    with storage.unit() as unit:
        unit.journal.append([said(1), said(2)])
    storage.connection.execute("UPDATE events SET payload = NULL, salt = NULL WHERE seq = 1")
    assert storage.reading().journal.verify("v1") == 2


def test_equal_payloads_have_different_hashes() -> None:
    """The salt keeps a guessed text from being confirmed once it is erased."""
    hashes = []
    for _ in range(2):
        storage = Storage.in_memory()
        with storage.unit() as unit:
            unit.journal.append([said(1)])
        hashes.append(storage.connection.execute("SELECT payload_hash FROM events").fetchone()[0])
    assert hashes[0] != hashes[1]


def test_the_inbox_knows_an_input_by_its_id() -> None:
    storage = Storage.in_memory()
    body = e.GuestSaid("i1", "a", "hello", NOON)
    with storage.unit() as unit:
        assert unit.inbox.put("i1", "v1", body, NOON)
        assert not unit.inbox.put("i1", "v1", body, NOON)
        row = unit.inbox.next("v1")
        assert row is not None
        assert row.body == body
        unit.inbox.take(row)
        assert unit.inbox.next("v1") is None


def test_a_data_folder_that_is_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(StorageError, match="is a file"):
        Storage.open(tmp_path / "data")


def test_a_newer_data_folder_is_refused(tmp_path: Path) -> None:
    storage = Storage.open(tmp_path)
    storage.connection.execute("PRAGMA user_version = 99")
    storage.close()
    with pytest.raises(StorageError, match="format 99"):
        Storage.open(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_bytes(b"not a database at all, but long enough to look at")
    with pytest.raises(StorageError, match="can't be used"):
        Storage.open(tmp_path)


def test_the_data_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    Storage.open(tmp_path / "data").close()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_a_lease_is_held_once(tmp_path: Path) -> None:
    lease = take_lease(tmp_path, "v1")
    with pytest.raises(LeaseTaken):
        take_lease(tmp_path, "v1")
    take_lease(tmp_path, "v2").release()
    lease.release()
    take_lease(tmp_path, "v1").release()


def test_a_cached_state_gives_the_same_visit() -> None:
    """The snapshot every 200 events is a cache: loading with it and without it are the same."""
    table = Table()
    table.join("a")
    for _ in range(60):
        table.say("hello")
        table.speak("to_user: hello")
    unit = table.storage.reading()
    cached = type(table.live).load(unit, "v1", table.live.outside, table.live.menu_of)
    assert cached.snapshotted >= 200
    table.storage.connection.execute("UPDATE snapshots SET state = '{\"visit\": 7}'")
    unread = type(table.live).load(unit, "v1", table.live.outside, table.live.menu_of)
    assert unread.state == cached.state
    table.storage.connection.execute("DELETE FROM snapshots")
    folded = type(table.live).load(unit, "v1", table.live.outside, table.live.menu_of)
    assert cached.state == folded.state == table.state


def test_visits_that_are_open_are_found_without_reading_the_journal_through() -> None:
    storage = Storage.in_memory()
    with storage.unit() as unit:
        for number in range(3):
            visit, opened = f"v{number}", e.VisitOpened(str(number), "staff")
            unit.journal.append([Record(e.Event(visit, 1, NOON, None, opened))])
        unit.journal.append([Record(e.Event("v1", 2, NOON, None, e.VisitClosed("paid")))])
    found = storage.reading().journal.open()
    assert [record.event.visit for record in found] == ["v0", "v2"]
    plan = storage.connection.execute(f"EXPLAIN QUERY PLAN {journal._OPEN}").fetchall()
    assert not [row for row in plan if "SCAN" in row[3] and "USING INDEX" not in row[3]]
    assert len([row for row in plan if "events_of_Visit" in row[3]]) == 2


def test_a_checkpoint_moves_what_was_committed_into_the_file(tmp_path: Path) -> None:
    storage = Storage.open(tmp_path / "house")
    storage.leave_checkpoints()
    with storage.unit() as unit:
        unit.journal.append([said(1)])
    storage.checkpoint()
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "house" / "house.db", tmp_path / "copy")  # and not its log
    copied = Storage.open(tmp_path / "copy")
    assert copied.reading().journal.read("v1") == [said(1)]
    copied.close()
    storage.close()
