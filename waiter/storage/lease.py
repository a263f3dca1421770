"""A visit's lease: one process steps a visit at a time.

An flock, so a killed process never leaves it taken.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


class LeaseTaken(Exception):
    """Another process holds this visit; the message is one line for a person."""


@dataclass(slots=True)
class Lease:
    """Held until released, or until the process ends."""

    visit: str
    _file: int | None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def take_lease(folder: Path | None, visit: str) -> Lease:
    """The visit's lease.

    `LeaseTaken` when another process has it; a house without a folder needs none.
    """
    if folder is None:
        return Lease(visit, None)
    leases = folder / "leases"
    leases.mkdir(mode=0o700, exist_ok=True)
    name = hashlib.sha256(visit.encode()).hexdigest()[:32]
    file = os.open(leases / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise LeaseTaken(f"visit {visit!r} is open in another window or process") from error
    return Lease(visit, file)
