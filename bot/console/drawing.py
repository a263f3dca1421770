"""How envelopes look in a terminal: the waiter's words, numbered options beneath, a request's time.

Plain text of whatever width the terminal has, full-width characters counted as two. Nothing that
was written elsewhere is read as markup.
"""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from bot.console import wire
from bot.console.safety import visible
from bot.console.words import word
from waiter.envelope import Envelope, Option

# Columns left for text in a window that is too narrow for any.
NARROWEST = 20


class Screen(Protocol):
    """Where a guest sees what the waiter says."""

    def show(self, envelope: Envelope, language: str) -> None:
        """Draw a message of the waiter's."""

    def note(self, text: str) -> None:
        """Say something of the console's own."""


class JsonScreen:
    """For programs: envelopes on stdout and nothing else; the rest goes to stderr."""

    def show(self, envelope: Envelope, language: str) -> None:  # noqa: ARG002 - a screen's shape
        wire.emit(wire.envelope_row(envelope))

    def note(self, text: str) -> None:
        print(visible(text), file=sys.stderr)


class TextScreen:
    """For people. `zone`: the restaurant's, for the times that are shown."""

    def __init__(self, console: Console, zone: ZoneInfo) -> None:
        self._console = console
        self._zone = zone

    def show(self, envelope: Envelope, language: str) -> None:
        name = Text(word("waiter", language) + ": ", style="bold")
        indent = cell_len(name.plain)
        self._console.print(name, end="")
        self._print(visible(envelope.content), indent=indent, hang=True)
        if envelope.options:
            self._print(_options(envelope.options), indent=indent)
        if envelope.request is not None:
            time = self._time(envelope.request.expires_at)
            self._print(word("expires", language, time=time), indent=indent, style="dim")

    def note(self, text: str) -> None:
        self._print(visible(text), style="dim")

    def _time(self, at: datetime) -> str:
        return at.astimezone(self._zone).strftime("%H:%M")

    def _print(self, text: str, *, indent: int = 0, hang: bool = False, style: str = "") -> None:
        """Print beneath each other; with `hang`, the first line stands where the cursor is."""
        width = max(self._console.width - indent, NARROWEST)
        for index, line in enumerate(Text(text, style=style).wrap(self._console, width)):
            left = 0 if hang and index == 0 else indent
            line.rstrip()
            self._console.print(Text(" " * left) + line, soft_wrap=True)


def _options(options: tuple[Option, ...]) -> str:
    """One a line; numbers stand under each other, what can't be had has none."""
    width = max(len(str(option.number or "")) for option in options)
    return "\n".join(
        f"{'' if option.number is None else option.number:>{width}}"
        f"{' ' if option.number is None else '.'} {visible(option.label)}"
        for option in options
    )


def terminal() -> Console:
    """stdout as rich sees it: colours where they are wanted (NO_COLOR), never any markup."""
    return Console(highlight=False, markup=False, emoji=False)
