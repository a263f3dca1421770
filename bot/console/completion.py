"""What Tab completes: the console's commands and what they take, and dishes within a message.

Pure but for the file names that prompt_toolkit looks up for /save and /replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from rich.cells import cell_len

from bot.console.commands import COMMANDS
from bot.console.safety import one_line

FILES = ("/save", "/replay")
# So many characters of a name in Latin letters must be there; one of a Chinese name is enough.
LATIN = 2
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """A name that may be typed, and what is shown beside it; `of`: what it names, where several
    names do.
    """

    name: str
    about: str = ""
    of: str = ""


class Completions(Completer):
    """`dishes`, `sections`: what the menu in force has; `brains`: who may speak."""

    def __init__(
        self,
        dishes: Callable[[], Sequence[Offer]],
        sections: Callable[[], Sequence[Offer]],
        brains: Sequence[str],
    ) -> None:
        self._dishes = dishes
        self._sections = sections
        self._brains = brains
        self._paths = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What may stand at the cursor."""
        typed = document.text_before_cursor
        command, space, rest = typed.partition(" ")
        if not typed.startswith("/"):
            yield from dishes_in(typed, self._dishes())
        elif not space:
            yield from _beginning(command, [Offer(name) for name in COMMANDS])
        elif command == "/menu":
            yield from _beginning(rest, [*self._sections(), *self._dishes()])
        elif command == "/brain":
            yield from _beginning(rest, [Offer(name) for name in self._brains])
        elif command in FILES:
            yield from self._paths.get_completions(Document(rest), complete_event)


def dishes_in(typed: str, offers: Sequence[Offer]) -> Iterator[Completion]:
    """The dishes a name of which the end of a message may begin, each by the first such name."""
    seen: set[str] = set()
    for offer in offers:
        begun = 0 if offer.of in seen else _begun(typed, offer.name)
        if begun:
            seen.add(offer.of)
            yield _completion(offer, begun)


def _begun(typed: str, name: str) -> int:
    """How many characters at the end of a message are the beginning of a name; 0 for none."""
    folded, wanted = typed[-LONGEST_NAME:].casefold(), name.casefold()
    if len(folded) != len(typed[-LONGEST_NAME:]) or len(wanted) != len(name):
        return 0  # a letter that becomes two: its places would be wrong
    for length in range(min(len(folded), len(wanted)), 0, -1):
        if not folded.endswith(wanted[:length]):
            continue
        if cell_len(wanted[0]) == 2:
            return length
        before = folded[: len(folded) - length][-1:]
        inside = before.isalpha() and cell_len(before) == 1
        return 0 if inside or length < LATIN else length
    return 0


def _beginning(typed: str, offers: Iterable[Offer]) -> Iterator[Completion]:
    folded = typed.casefold()
    for offer in offers:
        if offer.name.casefold().startswith(folded):
            yield _completion(offer, len(typed))


def _completion(offer: Offer, begun: int) -> Completion:
    name = one_line(offer.name)
    return Completion(name, start_position=-begun, display_meta=one_line(offer.about))
