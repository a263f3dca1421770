"""How an envelope looks in Telegram: escaped HTML, numbered options beneath and as buttons, a
request with its two buttons.

Pure; what is sent is a `Post`. Lengths are UTF-16 units, as Telegram counts them.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.telegram.words import word
from waiter.envelope import Envelope, Option

# Units of a message's text after entities are parsed (Bot API, sendMessage).
LONGEST = 4_096
# Bytes of a button's data (Bot API, InlineKeyboardButton).
LONGEST_DATA = 64
# A label longer than this is cut by most phones.
LABEL = 40
# From so many options on, buttons show the numbers alone: the text has the names.
NAMED_BUTTONS, IN_A_ROW, MOST_BUTTONS = 8, 5, 60


@dataclass(frozen=True, slots=True)
class Button:
    """A button and what pressing it sends. ValueError: data too long."""

    label: str
    data: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.data.encode()) <= LONGEST_DATA:
            raise ValueError(f"button data {self.data!r} has more than {LONGEST_DATA} bytes")


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Attached:
    """A text file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A photo of a menu with HTML beneath it."""

    image: str
    text: str


@dataclass(frozen=True, slots=True)
class Post:
    """One message to be sent: HTML that is valid as it stands. With a file it is that, and the text
    its caption. `reply_to`: the slot of the card it answers. `photo`: of a menu, shown above it.
    `album`: 2 to 10 photos; the text is for where they can't be shown, and there are no buttons.
    """

    text: str
    keyboard: Keyboard = ()
    silent: bool = False
    attached: Attached | None = None
    reply_to: str | None = None
    photo: str | None = None
    album: tuple[Picture, ...] = ()

    def to_json(self) -> dict[str, Any]:
        rows = [[[button.label, button.data] for button in row] for row in self.keyboard]
        found = {"text": self.text, "keyboard": rows, "silent": self.silent}
        if self.attached is not None:
            found["attached"] = [self.attached.name, self.attached.text]
        if self.reply_to is not None:
            found["reply_to"] = self.reply_to
        if self.photo is not None:
            found["photo"] = self.photo
        if self.album:
            found["album"] = [[one.image, one.text] for one in self.album]
        return found

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Post:
        keyboard = tuple(tuple(Button(*one) for one in line) for line in row["keyboard"])
        attached = Attached(*row["attached"]) if "attached" in row else None
        reply_to, photo = row.get("reply_to"), row.get("photo")
        album = tuple(Picture(*one) for one in row.get("album", ()))
        return cls(row["text"], keyboard, row["silent"], attached, reply_to, photo, album)


def escape(text: str) -> str:
    """Text as HTML that shows exactly it."""
    return html.escape(text, quote=False)


def bold(text: str) -> str:
    return f"<b>{escape(text)}</b>"


def units(text: str) -> int:
    """The text's length as Telegram counts it."""
    return len(text.encode("utf-16-le", "replace")) // 2


def fitting(lines: Sequence[str], limit: int) -> str:
    """Lines of HTML as one text; those beyond the limit are counted instead."""
    size, kept = 0, 0
    for line in lines:
        size += units(line) + 1
        if size > limit:
            break
        kept += 1
    shown = "\n".join(lines[:kept])
    return shown if kept == len(lines) else f"{shown}\n… +{len(lines) - kept}"


def more(post: str, line: str) -> str:
    """A message's HTML with one more line of text beneath, where that still fits."""
    longer = f"{post}\n{escape(line)}"
    return longer if units(longer) <= LONGEST else post


def split(text: str, limit: int = LONGEST) -> list[str]:
    """Plain text in parts of at most `limit` units, at line ends where that is possible.

    Parts joined by line ends are the text again, but for lines that were too long themselves.
    """
    parts: list[str] = []
    pieces = (piece for whole in text.split("\n") for piece in _pieces(whole, limit))
    for line in pieces:
        if parts and units(parts[-1]) + 1 + units(line) <= limit:
            parts[-1] += "\n" + line
        else:
            parts.append(line)
    return [part for part in parts if part.strip()]


def _pieces(line: str, limit: int) -> Iterator[str]:
    start = size = 0
    for index, char in enumerate(line):
        width = units(char)
        if size + width > limit:
            yield line[start:index]
            start, size = index, 0
        size += width
    yield line[start:]


def posts(text: str, keyboard: Keyboard = (), *, silent: bool = False) -> list[Post]:
    """Plain text as messages; buttons beneath the last."""
    parts = split(text)
    last = len(parts) - 1
    return [
        Post(escape(part), keyboard if index == last else (), silent)
        for index, part in enumerate(parts)
    ]


def envelope(seat: int, shown: Envelope, language: str) -> list[Post]:
    """An envelope for the guest of a seat; the buttons know the seat and the envelope's number."""
    lines = [shown.content]
    lines += [_option(option) for option in shown.options]
    return posts("\n".join(lines), _keyboard(seat, shown, language))


def _option(option: Option) -> str:
    return f"{option.number}. {option.label}" if option.number is not None else f"– {option.label}"


def _keyboard(seat: int, shown: Envelope, language: str) -> Keyboard:
    place = f"{seat}:{shown.number}"
    if shown.request is not None:
        yes = Button(word("button.yes", language), f"y:{place}")
        return ((yes, Button(word("button.no", language), f"n:{place}")),)
    if shown.type == "input_request" and shown.app is not None and not shown.options:
        return ((Button(word("tap.leave_it", language), f"ge:{place}"),),)
    pickable = [option for option in shown.options if option.number is not None][:MOST_BUTTONS]
    named = len(pickable) <= NAMED_BUTTONS
    buttons = [
        Button(
            label(_option(option)) if named else str(option.number), f"p:{place}:{option.number}"
        )
        for option in pickable
    ]
    return rows(buttons, 1 if named else IN_A_ROW)


def rows(buttons: Sequence[Button], wide: int) -> Keyboard:
    """Buttons in rows of so many."""
    return tuple(tuple(buttons[at : at + wide]) for at in range(0, len(buttons), wide))


def label(text: str) -> str:
    """A button's label, cut where it is too long."""
    return cut(text, LABEL)


def cut(text: str, room: int) -> str:
    """The text in so many characters."""
    return text if len(text) <= room else text[: room - 1] + "…"
