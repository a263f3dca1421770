"""How often: what may be sent to a chat and overall, and what a guest may send. Time is a value.

The figures for sending are Telegram's bots FAQ: about 30 messages a second overall, one a second
in a chat, 20 a minute in a group; an edit counts like a message.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

MESSAGES_A_MINUTE, TAPS_A_MINUTE = 20, 40


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `count` within any `seconds`."""

    seconds: float
    count: int


@dataclass(frozen=True, slots=True)
class Pace:
    """What may be sent: overall, to one person, to one group (chat ids below zero)."""

    overall: tuple[Rule, ...] = (Rule(1.05, 28),)
    person: tuple[Rule, ...] = (Rule(1.05, 1),)
    group: tuple[Rule, ...] = (Rule(1.05, 1), Rule(60.5, 20))

    def of(self, chat: int) -> tuple[Rule, ...]:
        return self.person if chat > 0 else self.group


@dataclass(slots=True)
class Counted:
    """When each key did something, as far back as its rules look."""

    _times: dict[Hashable, deque[float]] = field(default_factory=dict)

    def wait(self, key: Hashable, rules: Sequence[Rule], now: float, going: int = 0) -> float:
        """Seconds until the key may do it again; 0 when it may now. `going`: how often it is being
        done at this moment, which counts as well.
        """
        times = self._times.get(key, deque())
        longest = 0.0
        for rule in rules:
            recent = [at for at in times if now - at < rule.seconds]
            free = rule.count - going
            if free <= 0:
                longest = max(longest, rule.seconds)
            elif len(recent) >= free:
                longest = max(longest, recent[-free] + rule.seconds - now)
        return longest

    def note(self, key: Hashable, rules: Sequence[Rule], now: float) -> None:
        """The key did it now. What no rule looks at any more is let go."""
        times = self._times.setdefault(key, deque())
        times.append(now)
        reach = max((rule.seconds for rule in rules), default=0.0)
        while times and now - times[0] >= reach:
            times.popleft()
        if not times:
            del self._times[key]
        elif len(self._times) > 10_000:  # people who came once
            self._times = {k: t for k, t in self._times.items() if now - t[-1] < 60}

    def allowed(self, key: Hashable, rules: Sequence[Rule], now: float) -> bool:
        """Whether the key may do it now; counted if so."""
        if self.wait(key, rules, now) > 0:
            return False
        self.note(key, rules, now)
        return True
