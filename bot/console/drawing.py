"""How envelopes look in a terminal: the waiter's words, numbered options beneath; a request as a
card with what it costs and until when.

Of whatever width the terminal has, full-width characters counted as two. Nothing that was written
elsewhere is read as markup.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TextIO
from zoneinfo import ZoneInfo

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from bot.console import wire
from bot.console.card import NARROWEST, Card, Words
from bot.console.safety import visible
from bot.console.words import word
from bot.console.wrapping import wrapped
from waiter.envelope import Envelope, OpenRequest, Option

# Columns of a line of words: longer ones are hard to read.
WIDEST = 100


class Screen(Protocol):
    """Where a guest sees what the waiter says. `for_people`: who may be shown old conversations;
    `wants_answers`: whether envelopes come with how they came about.
    """

    for_people: bool
    wants_answers: bool

    def show(self, envelope: Envelope, language: str, cost: str = "") -> None:
        """Draw a message of the waiter's; `cost`: what a request's yes would cost."""

    def note(self, text: str) -> None:
        """Say something of the console's own."""

    def card(self, card: RenderableType) -> None:
        """Draw what the guest asked the console for."""

    def typed(self, text: str, label: str) -> None:
        """A guest's line, in a conversation that is shown again."""

    def busy(self, text: str) -> AbstractContextManager[object]:
        """Say so while the waiter thinks."""


class JsonScreen:
    """For programs: envelopes on stdout and nothing else; the rest goes to stderr. `shaped`: the
    row in the shape they want.
    """

    for_people = False

    def __init__(
        self, shaped: Callable[[wire.Row], wire.Row] = lambda row: row, *, answers: bool = True
    ) -> None:
        self._shaped, self.wants_answers = shaped, answers

    def show(self, envelope: Envelope, language: str, cost: str = "") -> None:  # noqa: ARG002 - a screen's shape
        wire.emit(self._shaped(wire.envelope_row(envelope)))

    def note(self, text: str) -> None:
        print(visible(text), file=sys.stderr)

    def card(self, card: RenderableType) -> None:
        terminal(sys.stderr).print(card)

    def typed(self, text: str, label: str) -> None:
        self.note(label + text)

    def busy(self, text: str) -> AbstractContextManager[object]:  # noqa: ARG002 - a screen's shape
        return nullcontext()


class TextScreen:
    """For people. `zone`: the restaurant's, for the times that are shown."""

    for_people = True
    wants_answers = False

    def __init__(self, console: Console, zone: ZoneInfo) -> None:
        self._console = console
        self._zone = zone

    def show(self, envelope: Envelope, language: str, cost: str = "") -> None:
        if envelope.request is None:
            self._say(envelope, language)
        else:
            self.card(self._request(envelope, envelope.request, language, cost))

    def note(self, text: str) -> None:
        self._console.print(Words(text, "dim"), width=self._width)

    def card(self, card: RenderableType) -> None:
        self._console.print(card, width=self._width)

    def busy(self, text: str) -> AbstractContextManager[object]:
        if not self._console.is_interactive:
            return nullcontext()
        return self._console.status(Text(visible(text), "dim"), spinner="simpleDots")

    def typed(self, text: str, label: str) -> None:
        self._hanging(label, "bold", text)

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDEST)

    def _say(self, envelope: Envelope, language: str) -> None:
        style = "bold red" if envelope.type == "error" else "bold green"
        name = word("waiter", language) + ": "
        self._hanging(name, style, envelope.content)
        if envelope.options:
            left = cell_len(name)
            for line in _options(envelope.options, self._width - left):
                self._print(Text(" " * left) + line)

    def _request(self, envelope: Envelope, request: OpenRequest, language: str, cost: str) -> Card:
        time = request.expires_at.astimezone(self._zone).strftime("%H:%M")
        until = word("expires", language, time=time)
        return Card((word("request", language), cost), Words(envelope.content), until, "yellow")

    def _hanging(self, name: str, style: str, text: str) -> None:
        """Words after a name, their lines beneath each other."""
        left = cell_len(name)
        first, *rest = wrapped(visible(text), max(self._width - left, NARROWEST))
        self._print(Text.assemble((name, style), first))
        for line in rest:
            self._print(Text.assemble((" " * left, style), line))

    def _print(self, line: Text) -> None:
        self._console.print(line, soft_wrap=True)


def _options(options: tuple[Option, ...], width: int) -> list[Text]:
    """Numbers under each other; what can't be had has none."""
    digits = max(len(str(option.number or "")) for option in options)
    lines = []
    for option in options:
        number = "" if option.number is None else f"{option.number}."
        first, *rest = wrapped(visible(option.label), max(width - digits - 2, NARROWEST))
        style = "dim" if option.number is None else ""
        lines.append(Text.assemble((f"{number:>{digits + 1}} ", "cyan"), (first, style)))
        lines += [Text(" " * (digits + 2) + line, style) for line in rest]
    return lines


def terminal(file: TextIO | None = None) -> Console:
    """A stream, or stdout, as rich sees it: colours where they are wanted (NO_COLOR), never any
    markup.
    """
    return Console(file=file, highlight=False, markup=False, emoji=False)
