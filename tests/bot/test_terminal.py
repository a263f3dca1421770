"""A person at a real (pseudo-)terminal: prompt, history, resuming, leaving."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from types import TracebackType

import pytest

from tests.bot.conftest import NOON

COMMAND = str(Path(sys.executable).with_name("waiter"))
READY = b"\x1b[?2004h"  # the prompt turns bracketed paste on when it begins to listen
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


class Person:
    """Someone at an 80 by 24 terminal with `waiter chat` in it."""

    def __init__(self, *arguments: str) -> None:
        self._end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        self._waiter = subprocess.Popen(
            [COMMAND, "chat", "--clock", NOON, *arguments],
            stdin=other, stdout=other, stderr=other, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self._unread = b""

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._waiter.kill()
        self._waiter.wait()
        os.close(self._end)

    def sees(self, until: bytes = READY) -> str:
        """What appears up to these bytes; by default, up to the next prompt."""
        while until not in self._unread:
            self._unread += os.read(self._end, 65_536)  # raises where the waiter has gone
        seen, self._unread = self._unread.split(until, 1)
        return ESCAPES.sub("", seen.decode("utf-8", "replace"))

    def types(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def left(self) -> tuple[int, str]:
        """The exit code, and the last words."""
        seen = self._unread
        try:
            while piece := os.read(self._end, 65_536):
                seen += piece
        except OSError:  # Linux says so when the other end has closed
            pass
        return self._waiter.wait(), ESCAPES.sub("", seen.decode("utf-8", "replace"))


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def test_an_evening_at_a_terminal(data: str) -> None:
    with Person("--data", data) as guest:
        assert "服务员: 您好，欢迎光临成都小吃" in guest.sees()
        guest.types("来两碗担担面\r")
        assert "担担面 ×2" in guest.sees()
        guest.types("下单\r")
        asked = guest.sees()
        assert "¥32.00" in asked
        assert "12:15" in asked
        guest.types("确认\r")
        assert "已下单" in guest.sees()
        guest.types("/tab\r")
        assert "单 1 · 已下单" in guest.sees()
        guest.types("\x1b[A\r")  # the line before, from the history
        assert "单 1 · 已下单" in guest.sees()
        guest.types("\x04")
        code, words = guest.left()
        assert code == 0
        assert "waiter chat --session v" in words


def test_tab_completes_a_dish_within_a_message(data: str) -> None:
    with Person("--data", data) as guest:
        guest.sees()
        guest.types("来两碗担\t")
        guest.sees("面".encode())
        guest.types("\r")
        assert "担担面 ×2" in guest.sees()
        guest.types("/menu 饮\t")
        guest.sees("品".encode())
        guest.types("\r")
        assert "¥5.00" in guest.sees()


def test_the_newest_open_visit_is_offered_again(data: str) -> None:
    with Person("--data", data, "--language", "en") as guest:
        guest.sees()
        guest.types("two dandan noodles\r")
        guest.sees()
        guest.types("quit\r")
        assert guest.left()[0] == 0
    with Person("--data", data, "--language", "en") as guest:
        assert "Go on with it?" in guest.sees() + guest.sees(b"[Y/n]")
        guest.types("\r")
        guest.sees()
        guest.types("place the order\r")
        assert "32.00" in guest.sees()
        guest.types("quit\r")
        assert guest.left()[0] == 0
    with Person("--data", data, "--language", "en") as guest:
        guest.sees(b"[Y/n]")
        guest.types("n\r")
        assert "Hello and welcome" in guest.sees()


def test_ctrl_c_at_the_prompt_leaves_at_the_second_time(data: str) -> None:
    with Person("--data", data, "--language", "en") as guest:
        guest.sees()
        guest.types("half a li")
        guest.types("\x03")
        assert "Ctrl-C again" in guest.sees()
        guest.types("\x03")
        assert guest.left()[0] == 0
