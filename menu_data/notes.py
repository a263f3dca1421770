"""House notes: what a restaurant wants guests to be told, as Markdown files in a folder.

A file is a few sections, each under a heading; a section is one note, answered with as it stands.
Notes about the same in several languages are notes of their own. No search here (`apps.notes`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

LONGEST = 1_000  # characters of a note a guest is shown; a longer one is cut
LARGEST = 200_000  # bytes of a file: beyond that it is no note

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$")


@dataclass(frozen=True, slots=True)
class Note:
    """One section. `id`: file and place in it; `version`: changes with its words; `updated`: UTC,
    ISO 8601, of its file.
    """

    id: str
    title: str
    text: str
    version: str
    updated: str


def read_notes(folder: Path) -> tuple[Note, ...]:
    """The notes of a folder's .md files, by name; none where there is no folder. OSError."""
    return tuple(note for path in _files(folder) for note in _of_file(path))


def stamp(folder: Path) -> str:
    """Changes when a file of the folder does: names, sizes and times, nothing is read."""
    found = [(path.name, path.stat()) for path in _files(folder)]
    return "|".join(f"{name}:{s.st_size}:{s.st_mtime_ns}" for name, s in found)


def notes_of(name: str, text: str, updated: str) -> Iterator[Note]:
    """The sections of a Markdown text that say anything."""
    title, lines, place = name, list[str](), 0
    for line in [*text.splitlines(), None]:
        heading = None if line is None else _HEADING.match(line)
        if line is not None and heading is None:
            lines.append(line)
            continue
        body = "\n".join(lines).strip()
        if body:
            place += 1
            version = hashlib.sha256(f"{title}\0{body}".encode()).hexdigest()[:12]
            yield Note(f"{name}#{place}", title, body[:LONGEST], version, updated)
        title, lines = (title if heading is None else heading[1]), []


def _of_file(path: Path) -> Iterator[Note]:
    stat = path.stat()
    if stat.st_size > LARGEST:
        return
    updated = datetime.fromtimestamp(stat.st_mtime, UTC).isoformat(timespec="seconds")
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    yield from notes_of(path.stem, text, updated)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.md") if path.is_file())
