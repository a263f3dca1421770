"""What the audience sees: who says what to whom, as it happens, and headlines between.

Reads what the fake Telegram has shown; knows nothing of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from tests.bot.telegram.people import buttons
from tests.bot.telegram.server import Json, Telegram

COLOURS = ("green", "cyan", "yellow", "magenta")
# Lines of a message that are shown; a card that is edited in place comes often.
MOST_LINES = 10


@dataclass(slots=True)
class Stage:
    """Prints. `names`: whose chat is whose."""

    console: Console
    telegram: Telegram
    names: Mapping[int, str]
    seen: dict[int, int] = field(default_factory=dict)
    drawn: dict[int, str] = field(default_factory=dict)

    def headline(self, text: str) -> None:
        self.show()
        self.console.print()
        self.console.rule(Text(text, "bold"), align="left", style="dim")

    def says(self, who: str, text: str) -> None:
        """Somebody writes, or presses a button."""
        self.show()
        self._line(who, "▸", text, bold=True)

    def show(self) -> None:
        """What the waiter has said meanwhile, in every chat; of guests' cards see `cards`."""
        for chat, name in self.names.items():
            events = self.telegram.events[chat]
            for event in events[self.seen.get(chat, 0) :]:
                if event["event"] == "sent" or chat < 0:
                    self._event(name, event)
            self.seen[chat] = len(events)

    def cards(self) -> None:
        """The newest state of each guest's card, where it isn't what was shown before."""
        self.show()
        for chat, name in self.names.items():
            edits = [event for event in self.telegram.events[chat] if event["event"] == "edited"]
            if chat > 0 and edits and self.drawn.get(chat) != edits[-1]["text"]:
                self.drawn[chat] = edits[-1]["text"]
                self._event(name, edits[-1])

    def note(self, text: str) -> None:
        self.console.print(Text(f"  {text}", "dim"))

    def _event(self, name: str, event: Json) -> None:
        labels = "  ".join(f"[{button['text']}]" for button in buttons(event))
        lines = [line for line in str(event["text"]).split("\n") if line]
        if len(lines) > MOST_LINES:
            lines = [*lines[:MOST_LINES], "…"]
        text = "\n".join([*lines, *([labels] if labels else [])])
        self._line(name, "✎" if event["event"] == "edited" else "◂", text)

    def _line(self, name: str, mark: str, text: str, *, bold: bool = False) -> None:
        colour = COLOURS[list(self.names.values()).index(name) % len(COLOURS)]
        left = Text.assemble((f"{name:>8} ", colour), (f"{mark} ", "dim"))
        for number, line in enumerate(text.split("\n")):
            start = left if number == 0 else Text(" " * 11)
            self.console.print(start + Text(line, "bold" if bold else ""), soft_wrap=True)
