"""Lines that fit a terminal, where full-width characters take two columns and need no spaces. Pure.

A line may end at a space, and beside a full-width character; never before a closing mark (，。）)
nor after an opening one, and a quantity ("×2") stays with what it counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

CLOSING = frozenset("，。、！？：；）」』”’》…％%),.!?:;]}")
OPENING = frozenset("（「『“‘《([{")
COUNTS = ("×", "x")
AHEAD = 2  # characters: a space and a count
JOINER = "\u200d"  # what stands on both sides of it is one picture


def wrapped(text: str, width: int) -> list[str]:
    """The text's lines, each at most `width` columns (two at the least); its own ends stay."""
    return [line for part in text.split("\n") for line in _lines(part, max(width, 2))]


def _lines(text: str, width: int) -> list[str]:
    lines = [""]
    for piece in _pieces(text):
        if cell_len(lines[-1] + piece.rstrip()) <= width:
            lines[-1] += piece
            continue
        for part in _cut(piece.lstrip(), width):
            lines.append(part)
    first, *rest = lines
    found = [first, *rest] if first.strip() else rest or [first]
    return [line.rstrip() for line in found]


def _pieces(text: str) -> Iterator[str]:
    """What must stay on one line, with the spaces that lead to it."""
    piece = ""
    for place, character in enumerate(text):
        if piece and _may_break(piece, character, text[place + 1 : place + 1 + AHEAD]):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _may_break(before: str, character: str, after: str) -> bool:
    if character == " ":
        return before[-1] != " " and not after.lstrip().startswith(COUNTS)
    if before[-1] in (" ", JOINER) or character in CLOSING or before[-1] in OPENING:
        return False
    width = cell_len(character)
    return width == 2 or (width == 1 and cell_len(before[-1]) == 2)


def _cut(piece: str, width: int) -> list[str]:
    """A piece that no line is wide enough for, cut where lines end."""
    parts = [""]
    for character in piece:
        if parts[-1] and cell_len(parts[-1] + character) > width:
            parts.append("")
        parts[-1] += character
    return parts
