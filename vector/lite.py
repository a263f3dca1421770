"""The folder of Milvus Lite: whether it is free, and giving it back.

Lite lets one process at a folder. Opening it twice fails with an error that says nothing and a
traceback on stderr, so its lock is tried first, as it would try it itself.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from vector.embedders.contract import SearchUnavailable

if sys.platform != "win32":
    import fcntl

LOCK = "LOCK"


def lite_is_free(folder: Path) -> None:
    """Nothing when the folder may be opened; `SearchUnavailable` when another one has it."""
    if sys.platform == "win32" or not (folder / LOCK).exists():
        return
    try:
        held = os.open(folder / LOCK, os.O_RDWR)
    except OSError as error:
        raise SearchUnavailable(f"vectors in {folder} can't be opened: {error.strerror}") from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SearchUnavailable(f"vectors in {folder} are in use by another process") from error
    finally:
        os.close(held)


def release_lite(folder: Path) -> None:
    """Stop Lite's server for the folder: its lock is free for the next one.

    Lite is loaded by name: where it has no wheel, a server works without it.
    """
    importlib.import_module("milvus_lite.server_manager").server_manager_instance.release_server(
        str(folder)
    )
