"""What Telegram allows in a message: HTML that parses, lengths, buttons; and how it refuses."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from typing import Any

Json = dict[str, Any]  # JSON, as the Bot API has it
TAGS = {"b", "strong", "i", "em", "u", "s", "code", "pre", "blockquote", "a", "span"}
LONGEST, CAPTION = 4_096, 1_024


PHOTOS = (b"\xff\xd8\xff", b"\x89PNG")  # what such files begin with


class ApiError(Exception):
    """What the server answers instead of a result."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code, self.description, self.parameters = code, description, parameters


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.stack: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in TAGS:
            raise bad(f"can't parse entities: Unsupported start tag {tag!r}")
        self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack.pop() != tag:
            raise bad(f"can't parse entities: Unexpected end tag {tag!r}")

    def handle_data(self, data: str) -> None:
        self.out.append(data)


def parsed(text: str, mode: str | None, longest: int = LONGEST) -> str:
    """The text as people see it. `ApiError`: HTML that doesn't parse, empty, too long."""
    if mode == "HTML":
        if found := re.search(r"<(?!/?[a-zA-Z])", text):
            raise bad(f"can't parse entities: Unsupported start tag at {found.start()}")
        reader = _Html()
        reader.feed(text)
        reader.close()
        if reader.stack:
            raise bad(f"can't parse entities: no end tag for {reader.stack[-1]!r}")
        text = "".join(reader.out)
    if not text.strip():
        raise bad("message text is empty")
    if len(text.encode("utf-16-le")) // 2 > longest:
        raise bad("message is too long")
    return text


def markup_of(given: Json) -> Json | None:
    """The buttons of a message. `ApiError`: one that can't be."""
    markup: Json | None = given.get("reply_markup")
    for button in itertools.chain(*(markup or {}).get("inline_keyboard", [])):
        if not 1 <= len(button["callback_data"].encode()) <= 64:
            raise bad("BUTTON_DATA_INVALID")
        if not button.get("text"):
            raise bad("inline keyboard button text must be non-empty")
    return markup
