"""How often: what may be sent to a chat and overall, and what a guest may send. Time is a value.

The figures for sending are Telegram's bots FAQ: about 30 messages a second overall, one a second
in a chat, 20 a minute in a group; an edit counts like a message.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

# Seconds that everybody waits at most when Telegram refuses one after another.
LONGEST_STORM = 5.0


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `count` within any `seconds`."""

    seconds: float
    count: int


@dataclass(frozen=True, slots=True)
class Pace:
    """What may be sent: overall, to one person, to one group (chat ids below zero); and what is
    heard of one guest.
    """

    overall: tuple[Rule, ...] = (Rule(1.05, 28),)
    person: tuple[Rule, ...] = (Rule(1.05, 1),)
    group: tuple[Rule, ...] = (Rule(1.05, 1), Rule(60.5, 20))
    messages: tuple[Rule, ...] = (Rule(60.0, 20),)
    taps: tuple[Rule, ...] = (Rule(60.0, 40),)

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


@dataclass(slots=True)
class Held:
    """Which chats must wait because Telegram said so, or because they weren't reached.

    Once a second chat is refused while a first one waits it is a storm: nobody is tried for a
    while, and then one at a time until somebody gets through.
    """

    _until: dict[int, float] = field(default_factory=dict)
    _refused: dict[int, float] = field(default_factory=dict)
    _all_until: float = 0.0
    _is_storm: bool = False

    def refuse(self, chat: int, seconds: float, now: float) -> None:
        """Telegram wants the chat to wait."""
        self.hold(chat, seconds, now)
        self._refused = {other: at for other, at in self._refused.items() if at > now}
        if self._refused.keys() - {chat}:
            self._is_storm = True
            self._all_until = now + min(seconds, LONGEST_STORM)
        self._refused[chat] = now + seconds

    def hold(self, chat: int, seconds: float, now: float) -> None:
        """The chat waits for so long."""
        self._until[chat] = now + seconds

    def through(self, chat: int) -> None:
        """Something got through to the chat."""
        self._is_storm = False
        self._until.pop(chat, None)

    def wait(self, chat: int, now: float) -> float:
        """Seconds until the chat may be tried."""
        return max(self._until.get(chat, now), self._all_until) - now

    def is_full(self, going: int) -> bool:
        """Whether nobody more may be tried until one of those on their way has landed."""
        return self._is_storm and going > 0
