"""The built-in brain as a `Brain`: `house.brain.speak` behind the contract's asynchronous door."""

from __future__ import annotations

from waiter.brains.house.brain import speak
from waiter.view import Refused, Spoken, View


class HouseBrain:
    """The brain that needs no key and no network."""

    name = "house"

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        """The next turn. One of its own that was refused is answered from facts, no more calls."""
        return speak(view, refused)
