"""A house as one file: everything in its data folder that can't be made again, and back.

A ZIP with the house's file as it was at one moment, what staff put beside it (settings, notes,
workflows, pictures), and `manifest.json`, which names each with its size and SHA-256. Vectors and
locks are left out. Both ways are whole or nothing: under the name that was given stands a finished
file or folder, or none.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.complaint import Complaint
from bot.searching import FOLDER as VECTORS
from waiter.storage import Damaged, Storage, StorageError, copy, look_through
from waiter.storage.database import FILE_NAME

FORMAT = 1
MANIFEST = "manifest.json"
LEFT_OUT = ("leases", VECTORS)  # made again by whoever needs them
PIECE = 1 << 20  # bytes read at once
LARGEST_MANIFEST = 1 << 24


class Kept(BaseModel):
    """One file of a backup. `name`: where it stands in the data folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    size: int
    sha256: str


class Manifest(BaseModel):
    """What a backup holds. `at`: the moment it shows, UTC."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int
    at: datetime
    visits: int
    events: int
    files: tuple[Kept, ...]


def back_up(storage: Storage, file: Path, at: datetime) -> Manifest:
    """Write a backup. `Complaint`: there is one of that name, or it can't be written."""
    if file.exists():
        raise Complaint(f"{str(file)!r} exists; name a file that doesn't")
    folder = storage.folder
    assert folder is not None, "a house in memory has nothing to back up"
    with _aside(file) as half:
        half.mkdir(mode=0o700)
        house = half / FILE_NAME
        copy(storage.connection, house)
        visits, events = look_through(house)
        beside = [(path, path.relative_to(folder).as_posix()) for path in _beside(folder, file)]
        files = [(house, FILE_NAME), *beside]
        kept = tuple(_kept(path, name) for path, name in files)
        manifest = Manifest(format=FORMAT, at=at, visits=visits, events=events, files=kept)
        made = half / "backup.zip"
        made.touch(mode=0o600)
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, manifest.model_dump_json(indent=2))
            for path, name in files:
                archive.write(path, name)
        _to_disk(made)
        made.rename(file)
    return manifest


def restore(file: Path, folder: Path) -> Manifest:
    """Make a data folder of a backup. `Complaint`: there is something in it already, or the file
    is none, or not as it was written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Complaint(
            f"{str(folder)!r} isn't empty; move it away, or name another folder with --data"
        )
    with _opened(file) as archive, _aside(folder) as half:
        manifest = _manifest(archive, file)
        half.mkdir(mode=0o700)
        for one in manifest.files:
            _unpack(archive, one, half)
        try:
            look_through(half / FILE_NAME)
            Storage.open(half).close()  # its format is one that this release reads
        except (Damaged, StorageError) as error:
            raise Complaint(f"{str(file)!r} is damaged: {error}") from error
        half.rename(folder)
    return manifest


@contextmanager
def _aside(target: Path) -> Iterator[Path]:
    """A name beside `target` to work under; nothing is left there. `Complaint`: it can't be."""
    half = target.absolute().parent / f".{target.name}.{secrets.token_hex(4)}"
    try:
        half.parent.mkdir(parents=True, exist_ok=True)
        yield half
    except (OSError, sqlite3.Error) as error:
        raise Complaint(f"{str(target)!r} can't be written: {error}") from error
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _beside(folder: Path, file: Path) -> Iterator[Path]:
    """What staff put into the folder; not hidden files, nor links, which lead out of it."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if parts[0] in LEFT_OUT or parts[0].startswith(FILE_NAME) or path == file:
            continue
        if path.is_file() and not path.is_symlink() and not any(p.startswith(".") for p in parts):
            yield path


def _kept(path: Path, name: str) -> Kept:
    with path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return Kept(name=name, size=path.stat().st_size, sha256=digest)


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except zipfile.BadZipFile as error:
        raise Complaint(f"{str(file)!r} is no backup, or damaged: {error}") from error
    except OSError as error:
        raise Complaint(f"{str(file)!r} can't be read: {error.strerror}") from error


def _manifest(archive: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise Complaint(f"{str(file)!r} is no backup: its manifest is too large")
        found = json.loads(archive.read(MANIFEST))
        if found["format"] != FORMAT:
            raise Complaint(f"{str(file)!r} has format {found['format']}; allowed: {FORMAT}")
        manifest = Manifest.model_validate(found)
    except (KeyError, TypeError, ValueError, ValidationError, RecursionError) as error:
        raise Complaint(f"{str(file)!r} is no backup of a house") from error
    names = [one.name for one in manifest.files]
    if FILE_NAME not in names or len(set(names)) < len(names) or not all(map(_is_within, names)):
        raise Complaint(f"{str(file)!r} is no backup of a house")
    return manifest


def _is_within(name: str) -> bool:
    """Whether a name stays in the folder it is unpacked into."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def _unpack(archive: zipfile.ZipFile, one: Kept, folder: Path) -> None:
    target = folder / one.name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    try:
        with archive.open(one.name) as packed, target.open("xb") as opened:
            while (piece := packed.read(PIECE)) and (size := size + len(piece)) <= one.size:
                digest.update(piece)
                opened.write(piece)
    except KeyError as error:
        raise Complaint(f"the backup is damaged: {one.name!r} is missing") from error
    if size != one.size or digest.hexdigest() != one.sha256:
        raise Complaint(f"the backup is damaged: {one.name!r} isn't as it was written")
    target.chmod(0o600)


def _to_disk(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
