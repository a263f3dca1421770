"""A menu's file is edited in place: every save that is a menu is published, nothing else is."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.commands.menu_watch import Desk, saves, settled
from bot.composition import open_house
from bot.given import Given
from bot.settings import Settings
from menu_data.loader import from_document
from tests.menu_data.documents import changed, small
from tests.waiter.table import NOON

SECONDS = 20  # until a test gives up waiting for the system to tell of a change


@asynccontextmanager
async def desk_of(folder: Path, file: Path) -> AsyncIterator[Desk]:
    data = folder / "data"
    runner = await open_house(Settings(data=data, menu=file), lambda: NOON)
    try:
        yield Desk(runner, Given(data=data, json=True), file, "mei", None)
    finally:
        await runner.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "menu.json"
    path.write_text(json.dumps(small()), "utf-8")
    return path


def put(file: Path, document: dict[str, Any]) -> str:
    file.write_text(json.dumps(document), "utf-8")
    return from_document(document).version


async def test_a_save_that_is_a_menu_is_in_force(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk_of(tmp_path, file) as desk:
        version = put(file, changed("items.1.price", "5.00"))
        await desk.saved()
        assert desk.in_force() == version
        assert json.loads(capsys.readouterr().out)["who"] == "mei"
        await desk.saved()  # the same again is no news
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "is empty"),
        (json.dumps(small())[:400], "is not JSON"),
        (json.dumps(changed("items.1.category", "gone")), "unknown category 'gone'"),
        (json.dumps({**small(), "items": small()["items"][:1], "combos": []}), "would be gone"),
    ],
)
async def test_a_broken_or_half_written_save_keeps_the_menu_in_force(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str], content: str, told: str
) -> None:
    async with desk_of(tmp_path, file) as desk:
        before = desk.in_force()
        file.write_text(content, "utf-8")
        await desk.saved()
        assert desk.in_force() == before
    said = capsys.readouterr()
    assert told in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


async def test_at_the_start_a_version_that_staff_have_left_behind_stays_behind(
    tmp_path: Path, file: Path
) -> None:
    async with desk_of(tmp_path, file) as desk:
        newer = put(file, changed("items.1.price", "5.00"))
        await desk.saved()
        put(file, small())
        await desk.saved(first=True)
        assert desk.in_force() == newer
        await desk.saved()  # but a save is a wish
        assert desk.in_force() == from_document(small()).version


class Looks:
    """What each look at a file finds."""

    def __init__(self, *found: bytes | None) -> None:
        self._found: Iterator[bytes | None] = iter(found)
        self.pauses = 0

    def read(self) -> bytes | None:
        return next(self._found)

    async def pause(self) -> None:
        self.pauses += 1


@pytest.mark.parametrize(
    ("found", "content", "pauses"),
    [
        ((b"{}", b"{}"), b"{}", 1),
        ((b"", b"{", b"{}", b"{}"), b"{}", 3),  # written in steps
        ((b"{}", None, b"{1}", b"{1}"), b"{1}", 3),  # a new file under the old name
        ((None, None), None, 1),
    ],
)
async def test_a_save_counts_when_two_looks_find_the_same(
    found: tuple[bytes | None, ...], content: bytes | None, pauses: int
) -> None:
    looks = Looks(*found)
    assert await settled(looks.read, looks.pause) == content
    assert looks.pauses == pauses


async def test_a_file_that_never_rests_is_left_alone() -> None:
    looks = Looks(*(bytes([number]) for number in range(200)))
    assert await settled(looks.read, looks.pause) is None


@pytest.mark.long
@pytest.mark.parametrize("way", ["in place", "atomically"])
async def test_a_save_is_noticed_however_the_editor_writes(file: Path, way: str) -> None:
    """A real watcher; it may need a moment to begin, so the file is saved until it is seen."""

    async def seen() -> None:
        async for _ in saves(file):
            return

    waiting = asyncio.create_task(seen())
    for number in range(SECONDS * 10):
        text = json.dumps(changed("items.1.price", f"{number % 90 + 1}.00"))
        if way == "in place":
            file.write_text(text, "utf-8")
        else:
            beside = file.with_suffix(".tmp")
            beside.write_text(text, "utf-8")
            os.replace(beside, file)
        done, _ = await asyncio.wait([waiting], timeout=0.1)
        if done:
            break
    assert waiting.done()
    await waiting
