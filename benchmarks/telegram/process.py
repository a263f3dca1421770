"""The house's process: started, asked what it costs, stopped and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.bot.telegram.server import Telegram

START = 120.0  # seconds that a process may take to be at work
STOP = 20.0


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds so far, resident bytes now."""

    cpu: float
    memory: int


class House:
    """One process of `benchmarks.telegram.house`."""

    def __init__(self, folder: Path, telegram: Telegram, tables: int, *, limited: bool) -> None:
        pace = "limited" if limited else "free"
        given = (str(folder), telegram.base, telegram.token, str(tables), pace)
        self._command = (sys.executable, "-m", "benchmarks.telegram.house", *given)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Until it is at work. RuntimeError: it ended instead."""
        process = self._process = await asyncio.create_subprocess_exec(
            *self._command, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
        )
        assert process.stdout is not None
        async with asyncio.timeout(START):
            if (await process.stdout.readline()).strip() != b"ready":
                raise RuntimeError("the house didn't start")

    async def kill(self) -> None:
        process = self._running()
        process.kill()
        await process.wait()

    async def stop(self) -> int:
        """SIGTERM; its exit code."""
        process = self._running()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(STOP):
            return await process.wait()

    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "not started"
        return self._process

    def end(self) -> None:
        """Leave nothing running, whatever went wrong."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def cost(self) -> Cost:
        """As the system counts it."""
        number = self._running().pid
        asked = ["ps", "-o", "time=,rss=", "-p", str(number)]
        told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        return Cost(_cpu(number, told[0]), int(told[1]) * 1024)


def _cpu(process: int, told: str) -> float:
    """Seconds; finer than `ps` tells where the system has /proc."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        hours, minutes, seconds = (["0", "0", *told.split(":")])[-3:]
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
