"""The frame of everything the console draws: a title, what it is about, a last line.

Open on the right, so that it holds together where a terminal draws "×" or "·" two columns wide.
What goes in has been through `safety`; nothing here reads markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from bot.console.safety import one_line, visible
from bot.console.wrapping import wrapped

# Columns left for text in a window that is too narrow for any.
NARROWEST = 20
LINES, PLAIN = ("╭ ", "│ ", "╰ "), ("+ ", "| ", "+ ")
SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Words:
    """Text of several lines, wrapped as Chinese and English are. Made harmless here."""

    text: str
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in wrapped(visible(self.text), options.max_width):
            yield Text(line, style=self.style, no_wrap=True, overflow="fold", end="\n")


@dataclass(frozen=True, slots=True)
class Card:
    """Something to look at. `title`: its parts, what is empty left out; `style` of the frame."""

    title: tuple[str, ...]
    body: RenderableType
    foot: str = ""
    style: str = "cyan"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        top, side, bottom = PLAIN if options.ascii_only else LINES
        width = max(options.max_width - len(side), NARROWEST)
        inner = options.update(width=width, height=None)
        title = Text(SEPARATOR.join(one_line(part) for part in self.title if part), "bold")
        yield from self._edge(top, title, width)
        frame = Segment(side, console.get_style(self.style))
        for line in console.render_lines(self.body, inner, pad=False):
            yield from _without_end([frame, *line])
            yield Segment.line()
        yield from self._edge(bottom, Text(one_line(self.foot), "dim"), width)

    def _edge(self, corner: str, text: Text, width: int) -> RenderResult:
        text.truncate(width, overflow="ellipsis")
        yield Text.assemble((corner if text.plain else corner.rstrip(), self.style), text)


def _without_end(line: list[Segment]) -> list[Segment]:
    """A rendered line without the spaces that fill it up."""
    kept = list(line)
    while kept and not kept[-1].text.rstrip():
        kept.pop()
    if kept:
        last = kept[-1]
        kept[-1] = Segment(last.text.rstrip(), last.style, last.control)
    return kept


def columns(*kinds: str) -> Table:
    """A table without lines. Kinds: "text" wraps where there is no room, "label" and "amount"
    don't; amounts stand on the right.
    """
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for kind in kinds:
        justify: Literal["left", "right"] = "right" if kind == "amount" else "left"
        table.add_column(justify=justify, no_wrap=kind != "text", overflow="fold")
    return table


def cell(text: str, style: str = "") -> Text:
    """What goes into a table: one line, made harmless."""
    return Text(one_line(text), style)
