"""A process that runs the marketing workflow and kills itself after its n-th message.

python -m tests.waiter.workflow.killed_child FOLDER N
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tests.waiter.workflow.house import outbox, run
from tests.waiter.workflow.test_marketing import ALL, NEED
from waiter.storage import Storage


def main(folder: Path, after: int) -> None:
    storage = Storage.open(folder)

    def count() -> None:
        if len(outbox(storage)) == after:
            os.kill(os.getpid(), signal.SIGKILL)

    storage.on_commit = count
    run(storage, ALL, NEED)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
