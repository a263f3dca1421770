"""Repairs of a call's object that need no guessing: quotes, comments, a comma, a colon, a fence.

Text in, text and the repairs made out. Whatever is ambiguous is left as it stood, for the strict
reader to refuse: `'it's'` closes twice, so it is no string. Only the object is touched, never what
stands after it. `turn.py` repairs markers itself and calls this in guided mode.

    {‘app’ : 'menu', # which app        →    {"app" : "menu" }      quotes, comment, trailing_comma
    }
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from waiter.violation import Repair

_FENCE = "```"
_FENCE_LANGUAGE = re.compile(r"[A-Za-z0-9_+-]*")

# Possessive quantifiers: an unclosed string fails at once instead of backtracking.
_TOKEN = re.compile(
    r"""
      (?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")
    | (?P<quoted>'[^'\\]*+(?:\\.[^'\\]*+)*+'
      | [‘’][^’\\]*+(?:\\.[^’\\]*+)*+’
      | [“”][^”\\]*+(?:\\.[^”\\]*+)*+”)
    | (?P<comment>\#[^\r\n]*+)
    | (?P<wide_colon>：)
    | (?P<colon>:)
    | (?P<comma>,)
    | (?P<open>[{\[])
    | (?P<close>[}\]])
    | (?P<space>[ \t\r\n]++)
    | (?P<other>[^"'‘’“”\#：:,{}\[\] \t\r\n]++)
    """,
    re.VERBOSE | re.DOTALL,
)
_IN_QUOTED = re.compile(r'\\(.)|"', re.DOTALL)

# What may stand before and after a string; anything else means the quote wasn't its end.
_BEFORE_STRING = frozenset({"open", "comma", "colon"})
_AFTER_STRING = frozenset({"close", "comma", "colon", "wide_colon"})


@dataclass(slots=True)
class _Mending:
    """One pass over an object: what was written so far, and the last token that counts."""

    parts: list[str] = field(default_factory=list)
    repairs: dict[Repair, None] = field(default_factory=dict)
    last: str = ""
    before_last: str = ""
    comma: int = -1  # where in `parts` the newest comma stands
    depth: int = 0

    def fits(self, kind: str) -> bool:
        """Whether a token may follow, as far as repairs go; the strict reader does the rest."""
        if kind == "quoted":
            return self.last in _BEFORE_STRING
        if kind == "wide_colon":
            return self.last in ("string", "quoted")
        return self.last != "quoted" or kind in _AFTER_STRING

    def take(self, kind: str, text: str) -> None:
        match kind:
            case "space":
                self.parts.append(text)
                return
            case "comment":
                self.repairs["comment"] = None
                return
            case "quoted":
                self.repairs["quotes"] = None
                text = _requoted(text)
            case "wide_colon":
                self.repairs["full_width_colon"] = None
                kind, text = "colon", ":"
            case "comma":
                self.comma = len(self.parts)
            case "close":
                self._drop_trailing_comma()
        self.depth += (kind == "open") - (kind == "close")
        self.parts.append(text)
        self.before_last, self.last = self.last, kind

    def _drop_trailing_comma(self) -> None:
        # `[,]` and `[1,,]` are no trailing commas: what was meant there is a guess.
        if self.last == "comma" and self.before_last in ("string", "quoted", "other", "close"):
            self.parts[self.comma] = ""
            self.repairs["trailing_comma"] = None


def mend_object(text: str) -> tuple[str, tuple[Repair, ...]]:
    """An object's text repaired, and what was done; unchanged where anything is ambiguous."""
    mending, at = _Mending(), 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:  # a quote that never closes
            return text, ()
        kind = token.lastgroup or ""
        if kind not in ("space", "comment") and not mending.fits(kind):
            return text, ()
        mending.take(kind, token[0])
        at = token.end()
        if mending.depth <= 0:
            break
    return "".join(mending.parts) + text[at:], tuple(mending.repairs)


def unfence(text: str) -> str | None:
    """What stands in a code fence that is the whole text; None where there is no such fence."""
    fenced = (
        len(text) > 2 * len(_FENCE) and text.startswith(_FENCE) and text.endswith(_FENCE)
    ) and text.count(_FENCE) == 2
    if not fenced:
        return None
    inside = text.removeprefix(_FENCE).removesuffix(_FENCE)
    language, newline, rest = inside.partition("\n")
    if newline and _FENCE_LANGUAGE.fullmatch(language.strip()):
        return rest.strip()
    return inside.strip()


def _requoted(quoted: str) -> str:
    def one(hit: re.Match[str]) -> str:
        if hit[0] == '"':
            return '\\"'
        return "'" if hit[1] == "'" and quoted[0] == "'" else hit[0]

    return f'"{_IN_QUOTED.sub(one, quoted[1:-1])}"'
