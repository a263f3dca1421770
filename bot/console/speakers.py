"""Who speaks the waiter's turns at this console, and the change from one to another.

A visit's journal names the brain of every turn, so a change needs no other record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from waiter.view import Brain, Refused, Spoken, View


@dataclass(slots=True)
class Speaker:
    """A brain that is one of several. `make` raises `Complaint` for what can't be had here."""

    chosen: str
    names: Sequence[str]
    make: Callable[[str], Brain]
    name: str = ""
    """Of the brain that speaks now."""
    _made: dict[str, Brain] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.use(self.chosen)

    def use(self, name: str) -> None:
        """Let another speak from the next turn on."""
        if name not in self._made:
            self._made[name] = self.make(name)
        self.chosen, self.name = name, self._made[name].name

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        """The turn of the one who speaks now."""
        return await self._made[self.chosen].speak(view, refused)
