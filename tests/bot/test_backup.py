"""`waiter backup` and `waiter restore`: the house as one file, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from bot import cli
from tests.bot.conftest import NOON, Waiter
from waiter.storage import Storage, database


def unpacked(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(file: Path, parts: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file


@pytest.fixture
def made(waiter: Waiter, ordered: str, tmp_path: Path) -> Path:
    """A backup of a house with one visit, a note, and what can be made again."""
    data = tmp_path / "data"
    for name in ("notes/parking.md", "waiter.toml", "vectors.db/segment", ".hidden"):
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_text("", "utf-8")
    (data / "outside").symlink_to(tmp_path)
    file = tmp_path / "copies" / "house.zip"
    done = waiter("backup", str(file), "--json", "--clock", NOON)
    assert done.code == 0, done.err
    assert ordered == "t1"
    return file


def restored(file: Path, folder: Path) -> int:
    return cli.run(["restore", str(file), "--data", str(folder)])


def test_a_restored_house_is_the_house(
    waiter: Waiter, made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    assert restored(made, there) == 0
    assert capsys.readouterr().out.startswith(f"{there}: 1 visit")
    for question in (["orders", "--json"], ["events", "--json"], ["receipt", "t1"]):
        expected = waiter(*question)
        (tmp_path / "data").rename(tmp_path / "was")
        there.rename(tmp_path / "data")
        assert waiter(*question) == expected
        (tmp_path / "data").rename(there)
        (tmp_path / "was").rename(tmp_path / "data")
    assert {path.name for path in there.iterdir()} == {"house.db", "notes", "waiter.toml"}
    assert (there / "house.db").stat().st_mode & 0o077 == 0
    assert there.stat().st_mode & 0o077 == 0


def test_what_can_be_made_again_stays_out(made: Path) -> None:
    assert set(unpacked(made)) == {"manifest.json", "house.db", "notes/parking.md", "waiter.toml"}
    assert made.stat().st_mode & 0o077 == 0


def test_a_house_at_work_is_copied_as_it_was_at_one_moment(
    waiter: Waiter, ordered: str, tmp_path: Path
) -> None:
    storage = Storage.open(tmp_path / "data")
    before = storage.reading().journal.heads()
    with storage.unit() as unit:
        unit.ledger.set_availability(unit.ledger.availability())
        unit.inbox.erase("none", "nobody")
        storage.connection.execute("DELETE FROM books")
        assert waiter("backup", str(tmp_path / "copy.zip")).code == 0  # it doesn't wait for us
    storage.close()
    assert restored(tmp_path / "copy.zip", tmp_path / "there") == 0
    copy = Storage.open(tmp_path / "there")
    assert copy.reading().journal.heads() == before
    assert copy.reading().ledger.books(ordered).tickets  # what wasn't committed isn't there
    copy.close()


def test_a_folder_gets_a_file_with_the_time(waiter: Waiter, ordered: str, tmp_path: Path) -> None:
    assert waiter("backup", str(tmp_path), "--clock", NOON).code == 0
    assert (tmp_path / "waiter-20260504-040000.zip").is_file()
    assert ordered


def test_nothing_is_overwritten(waiter: Waiter, made: Path, tmp_path: Path) -> None:
    before = made.read_bytes()
    done = waiter("backup", str(made))
    assert (done.code, done.out) == (2, "")
    assert "exists" in done.err
    assert made.read_bytes() == before
    assert restored(made, tmp_path / "data") == 2
    assert waiter("orders", "--json").rows


def test_there_is_nothing_to_back_up_yet(waiter: Waiter, tmp_path: Path) -> None:
    done = waiter("backup", str(tmp_path / "copy.zip"))
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "no house has begun" in done.err
    assert not (tmp_path / "copy.zip").exists()


def spoilt(parts: dict[str, bytes], how: str) -> dict[str, bytes]:
    """A backup's parts with something wrong."""
    manifest = json.loads(parts["manifest.json"])
    match how:
        case "a byte":
            house = bytearray(parts["house.db"])
            house[len(house) // 2] ^= 1
            return {**parts, "house.db": bytes(house)}
        case "a missing file":
            return {name: content for name, content in parts.items() if name != "waiter.toml"}
        case "no manifest":
            return {name: content for name, content in parts.items() if name != "manifest.json"}
        case "another format":
            manifest["format"] = 99
        case "a way out":
            manifest["files"][-1]["name"] = "../escaped.toml"
            parts = {**parts, "../escaped.toml": b""}
        case "twice":
            manifest["files"].append(manifest["files"][-1])
        case "no house":
            manifest["files"] = [one for one in manifest["files"] if one["name"] != "house.db"]
    return {**parts, "manifest.json": json.dumps(manifest).encode()}


@pytest.mark.parametrize(
    "how",
    ["a byte", "a missing file", "no manifest", "another format", "a way out", "twice", "no house"],
)
def test_what_is_not_as_it_was_written_makes_no_house(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    file = packed(tmp_path / "spoilt.zip", spoilt(unpacked(made), how))
    before = set(tmp_path.iterdir())
    capsys.readouterr()
    assert restored(file, tmp_path / "there") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert set(tmp_path.iterdir()) == before


def test_a_journal_that_was_changed_makes_no_house(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = unpacked(made)
    house = tmp_path / "changed.db"
    house.write_bytes(parts["house.db"])
    with closing(sqlite3.connect(house)) as opened, opened:
        opened.execute("UPDATE events SET payload = replace(payload, '16.00', '6.00')")
    manifest = json.loads(parts["manifest.json"])
    content = house.read_bytes()
    for one in manifest["files"]:
        if one["name"] == "house.db":
            one["size"], one["sha256"] = len(content), hashlib.sha256(content).hexdigest()
    parts |= {"house.db": content, "manifest.json": json.dumps(manifest).encode()}
    assert restored(packed(tmp_path / "spoilt.zip", parts), tmp_path / "there") == 2
    assert "was changed after it was written" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive at all", bytes(1000)])
def test_a_file_that_is_no_backup_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "some.zip"
    file.write_bytes(content)
    assert restored(file, tmp_path / "there") == 2
    assert "is no backup" in capsys.readouterr().err
    assert not (tmp_path / "there").exists()


def test_a_file_of_an_earlier_format_is_kept_beside_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Storage.open(tmp_path).close()
    monkeypatch.setattr(database, "FORMAT", database.FORMAT + 1)
    Storage.open(tmp_path).close()
    kept = tmp_path / f"house.db.format{database.FORMAT - 1}"
    with closing(sqlite3.connect(kept)) as opened:
        assert opened.execute("PRAGMA user_version").fetchone() == (database.FORMAT - 1,)
