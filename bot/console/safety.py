"""What guests, menus and models wrote, made harmless for a terminal. Every word shown passes here.

Control characters could move the cursor, retitle the window or answer for the person at it; bidi
controls could show a price in another order than it is. They are shown as visible escapes.
"""

from __future__ import annotations

import re

# C0 without tab and newline, DEL and C1, line and paragraph separators, bidi controls.
_UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_CONTROL = re.compile(f"[{_UNSAFE}]|[\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with what a terminal would obey written out, such as "\\x1b". Newlines stay."""
    return _CONTROL.sub(lambda found: _written(found[0]), text.expandtabs(4))


def one_line(text: str) -> str:
    """The same, on one line."""
    return visible(" ".join(text.split()))


def in_json(text: str) -> str:
    """JSON text with the same characters as its own escapes; it reads back as the same value."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
