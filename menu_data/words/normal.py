"""The normaliser: one text form to match words in, with the way back into the guest's own text.

NFKC, traditional → simplified, lower case, accents dropped, emoji and quotes evened out. Every
code point of the result knows which code points of the original it came from, so spans can be
shown to the guest as written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from opencc import OpenCC

# A guest's text has at most 2,000 code points; NFKC may blow one up to 18. What is beyond is no
# order.
LIMIT = 4000

# A star counts ("2*coke", "可乐*2"); around words it only stresses them.
_STAR = re.compile(r"\*(?=\s?\d)|(?<=\d)\*|(?<=\d\s)\*")
# Characters that only Cantonese is written with, or that begin a word of it.
_DIALECT_SIGNS = re.compile(
    "[唔冇咩乜嘅啲嚟喺睇佢哋嗰咁餸嘢畀俾攞嗌㗎喎噃啫咋𩠌边呢仲几而宜系抵头等多钟谂]"
)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build
_HAN = re.compile(r"[㐀-鿿豈-﫿]")
_EVEN = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "–": "-",
        "—": "-",
        "―": "-",
        "−": "-",
        "×": "x",
        "✕": "x",
        "✖": "x",
        "。": ".",
        "，": ",",
        "；": ";",
        "：": ":",
        "？": "?",
        "！": "!",
        "（": "(",
        "）": ")",
        "…": ".",
        "帐": "账",
        "\u200b": " ",
        "\ufe0f": " ",
        "\u20e3": " ",
        "\u200d": " ",
    }
)


@dataclass(frozen=True, slots=True)
class Normal:
    """A normalised text. `offsets[i]`: where code point i of `text` starts in the original; one
    entry more at the end.
    """

    original: str
    text: str
    offsets: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original, in code points, that `text[start:end]` came from."""
        if start >= end:
            return self.offsets[start], self.offsets[start]
        last = self.offsets[end - 1]
        after = next((o for o in self.offsets[end:] if o > last), len(self.original))
        return self.offsets[start], min(after, self._cluster_end(last))

    def said(self, start: int, end: int) -> str:
        """The guest's own words behind `text[start:end]`."""
        first, last = self.span(start, end)
        return self.original[first:last]

    def _cluster_end(self, start: int) -> int:
        end = start + 1
        while end < len(self.original) and unicodedata.combining(self.original[end]):
            end += 1
        return end


@lru_cache(maxsize=1)
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


def simplified(text: str) -> str:
    """Traditional characters as simplified ones, code point for code point."""
    if not _HAN.search(text):
        return text
    out = str(_simplifier().convert(text))
    if len(out) != len(
        text
    ):  # a phrase changed its length: offsets must hold, so character by character
        out = "".join(c if len(c) == 1 else o for o in text for c in [_simplifier().convert(o)])
    return out.replace("帐", "账")


@lru_cache(maxsize=8192)
def _folded(cluster: str) -> str:
    """One base code point with its combining marks, in its normal form (emoji and controls become
    a space).
    """
    out = unicodedata.normalize("NFKC", cluster).translate(_EVEN)
    bare = unicodedata.normalize("NFD", out)
    if bare[:1].isascii():
        out = "".join(c for c in bare if not unicodedata.combining(c))
    out = out.lower().translate(_EVEN)
    return "".join(" " if unicodedata.category(c)[:2] in _BLANK else c for c in out)


_BLANK = frozenset({"So", "Sk", "Cc", "Cf", "Cs", "Co", "Cn"})


@lru_cache(maxsize=512)
def normalise(text: str) -> Normal:
    """The text in its normal form, at most `LIMIT` code points of it."""
    pieces: list[str] = []
    offsets: list[int] = []
    index = size = 0
    while index < len(text) and size < LIMIT:
        end = index + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        folded = _folded(text[index:end]) if end - index < 20 else " "
        pieces.append(folded)
        offsets.extend([index] * len(folded))
        size += len(folded)
        index = end
    flat = _STAR.sub("x", simplified("".join(pieces))).replace("*", " ")
    return plainly(Normal(text, flat, (*offsets, len(text))))


def plainly(normal: Normal) -> Normal:
    """The text with Cantonese as it is written in the words of the other files (dialect.yaml)."""
    if not _DIALECT_SIGNS.search(normal.text):
        return normal
    pieces: list[str] = []
    offsets: list[int] = []
    done = 0
    for found in _dialect_phrases().finditer(normal.text):
        start, end = found.span()
        meant = _dialect()[found[0]]
        pieces += [normal.text[done:start], meant]
        said = normal.offsets[start:end]
        offsets += [*normal.offsets[done:start]]
        offsets += [said[min(place, len(said) - 1)] for place in range(len(meant))]
        done = end
    flat = "".join([*pieces, normal.text[done:]])
    return Normal(normal.original, flat, (*offsets, *normal.offsets[done:]))


@lru_cache(maxsize=1)
def _dialect() -> dict[str, str]:
    """Phrase → what it means."""
    table: dict[str, str] = yaml.load(
        Path(__file__).with_name("dialect.yaml").read_text(encoding="utf-8"), Loader=_LOADER
    )
    return {said.strip(): meant for meant, phrases in table.items() for said in phrases.split("|")}


@lru_cache(maxsize=1)
def _dialect_phrases() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_dialect(), key=len, reverse=True)))
