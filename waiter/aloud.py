"""How much of a text by others a waiter may read out: dish descriptions, the house's notes, apps'
results. Pure, given the words.

Such a text is data, and may hold what somebody wrote for whoever reads it by machine: orders to a
model, code, lines in the protocol's form. It is told up to the first sentence like that; the
journal has it whole. A reply itself is held to the same words by `turn.py` and the constraints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from waiter.leaks import is_command, leak_in
from waiter.neutral import look_alike, neutral
from waiter.wording import grammar_words

_SENTENCE = re.compile(r"[^。！？!?；;\n]*?(?:[。！？!?；;\n]+|\.(?=\s|$)|$)")
# A path, a call with its quoted argument, an assignment to a member, escapes, SQL in capitals:
# nobody says these over a table.
_CODE = re.compile(
    r"(?<![\w/])/\w+/[\w./]+|\w\([^()\n]*\)\s*[;:{]|\w\(\s*r?['\"]|[a-zA-Z_]\w*\.[a-zA-Z_]\w*(?:\(|\s*=)|;\s*--"
    r"|\b\w+=[\"'][^\"'\n]*[\"']"
    r"|\$[({]|[a-z]%[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}|\w\[[\"']|[=!]==? ?['\"]|<script|javascript:"
    r"|\b(?:DROP|ALTER|CREATE|TRUNCATE) TABLE\b|\bINSERT INTO\b|\bDELETE FROM\b|\bSELECT .+ FROM\b"
)
_TAG = re.compile(r"</\w+>")
# Fields of an app's result that hold prose.
PROSE = frozenset({"description", "text"})


@lru_cache(maxsize=4096)
def aloud(text: str) -> str:
    """The text as far as it may be told, neutral; "" where nothing of it may."""
    told: list[str] = []
    for sentence in _SENTENCE.findall(neutral(text)):
        if speaks_to_a_machine(sentence):
            break
        told.append(sentence)
    return "".join(told).strip()


def speaks_to_a_machine(text: str) -> bool:
    """Whether a text is no word for a guest: an order to a model, code, talk of the protocol."""
    leaks = grammar_words().leaks
    seen = look_alike(text)
    if is_code(text) or _TAG.search(text):
        return True
    return is_command(seen, leaks) or leak_in(seen, leaks) is not None


def is_code(text: str) -> bool:
    """Whether some of a text is written in a machine's language."""
    return _CODE.search(text) is not None


def withheld(value: Any) -> tuple[str, ...]:
    """What of the prose in an app's result isn't told. Any: it is JSON."""
    match value:
        case Mapping():
            told, rest = sorted(PROSE & value.keys()), sorted(value.keys() - PROSE)
            texts = [text for key in told for text in _texts(value[key])]
            cuts = [cut for text in texts if (cut := rest_of(text))]
            return (*cuts, *(cut for key in rest for cut in withheld(value[key])))
        case list() | tuple():
            return tuple(cut for one in value for cut in withheld(one))
        case _:
            return ()


def rest_of(text: str) -> str:
    """What `aloud` leaves out of a text."""
    plain = neutral(text).strip()
    return plain[len(aloud(text)) :].strip()


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for one in value.values():
                yield from _texts(one)


def result(value: Mapping[str, Any]) -> dict[str, Any]:
    """An app's result as brains get it: its prose as far as it may be told, and all else neutral.

    A row of a list whose text may not be told at all is left out. Any: it is JSON.
    """
    return {key: _prose(one) if key in PROSE else _plain(one) for key, one in value.items()}


def _prose(value: Any) -> Any:
    match value:
        case str():
            return aloud(value)
        case Mapping():
            return {key: _prose(one) for key, one in value.items()}
        case _:
            return _plain(value)


def _is_mute(row: Any) -> bool:
    """Whether a row has a text of which nothing may be told."""
    text = row.get("text") if isinstance(row, Mapping) else None
    return isinstance(text, str) and bool(text.strip()) and not aloud(text)


def _plain(value: Any) -> Any:
    match value:
        case str():
            # Only what has a mark or an invisible character can be anything but neutral.
            return (
                value
                if value.isalnum() or (value.isascii() and value.isdigit())
                else neutral(value)
            )
        case Mapping():
            return result(value)
        case list() | tuple():
            return [_plain(one) for one in value if not _is_mute(one)]
        case _:
            return value
