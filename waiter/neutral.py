"""All text from outside is data: what could act on a reader or a prompt is made harmless. Pure.

Control, bidi and invisible characters go; a line that begins like another side of the protocol
("sys:", "to_user:", however spelt) keeps its words but not its marker. The journal has the text as
it came; history, brains and replies get it neutral.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# C0 and C1 without tab and newline, soft hyphen, bidi controls, zero-width characters, tags, BOM.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f"
    "\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
    "|[\ud800-\udfff]"
)
# Letters of other scripts that pass for the Latin ones in a marker.
_ALIKE = str.maketrans("ѕуоаертсіјһԁսւхкмӏαορνικετυ", "syoaeptcijhduuxkmlaopviketu")
_ROLE = re.compile(
    r"^([\s>*#\-\[(]*)(to_?sys|to_?user|sys|system|user|assistant|waiter|tool)(\s*[:：\])])",
    re.IGNORECASE | re.MULTILINE,
)
# What stands in a marker's place: the word stays readable, and marks nothing.
_MARK = "·"


@lru_cache(maxsize=4096)
def neutral(text: str) -> str:
    """The text without what acts on its reader; its words, emoji and line ends stay."""
    plain = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = (_unmarked(line) for line in plain.split("\n"))
    return "\n".join(lines)


def look_alike(text: str) -> str:
    """The text as it looks: letters of other scripts that pass for Latin ones are these, in lower
    case.
    """
    return unicodedata.normalize("NFKC", text).lower().translate(_ALIKE)


def _unmarked(line: str) -> str:
    """A line whose beginning would pass for a marker loses the colon of it."""
    seen = unicodedata.normalize("NFKC", line).translate(_ALIKE)
    found = _ROLE.match(seen)
    if found is None or len(seen) != len(line):
        return line if found is None else _ROLE.sub(rf"\1\2{_MARK}", seen, count=1)
    return line[: found.start(3)] + _MARK + line[found.end(3) :]
