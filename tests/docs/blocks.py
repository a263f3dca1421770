"""The fenced blocks of a document, in order: what kind, what file they are of, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(
    r"^```(?P<kind>\w*) ?(?P<file>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `kind`: its language; `file`: the file it is of, "" for none."""

    kind: str
    file: str
    text: str


def blocks(document: str) -> Iterator[Block]:
    """All fenced blocks of a Markdown text."""
    for found in FENCE.finditer(document):
        yield Block(found["kind"], found["file"], found["text"])


def patched(text: str, diff: str) -> str:
    """A text with a diff's added lines in it; ValueError where its other lines stand nowhere, or
    in several places.
    """
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if not line.startswith("+"))
    after = "".join(line[1:] for line in lines)
    if text.count(before) != 1:
        raise ValueError(f"stands {text.count(before)} times:\n{before}")
    return text.replace(before, after)
