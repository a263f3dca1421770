"""What may be wrong with a brain's turn: a closed set, each with the sentence the brain is told.

The sentences are data (`violations.yaml`), read by `wording.py` and passed in as a value. Nothing
here knows the wire syntax: `turn.py` finds the faults, the constraint chain adds `bad_params`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from waiter.leaks import Leaks

Kind = Literal[
    "empty",
    "no_marker",
    "mixed",
    "invented_sys",
    "text_around",
    "bad_json",
    "not_an_object",
    "duplicate_key",
    "unknown_app",
    "bad_params",
    "too_long",
    "leak",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Repair = Literal[
    "bom",
    "code_fence",
    "full_width_colon",
    "quotes",
    "comment",
    "trailing_comma",
    "marker",
]

# Every way a kind comes about; the sentences file must have exactly these.
REASONS: Mapping[Kind, frozenset[str]] = {
    "empty": frozenset({"reply", "text", "call"}),
    "no_marker": frozenset({"absent"}),
    "mixed": frozenset({"markers"}),
    "invented_sys": frozenset({"answer"}),
    "text_around": frozenset({"before", "after"}),
    "bad_json": frozenset({"syntax", "constant", "number", "surrogate", "control", "depth"}),
    "not_an_object": frozenset({"value"}),
    "duplicate_key": frozenset({"key"}),
    "unknown_app": frozenset({"missing", "not_text", "unknown"}),
    "bad_params": frozenset({"unknown_key", "wrong_type"}),
    "too_long": frozenset({"text", "call"}),
    "leak": frozenset({"marker", "word", "direction", "control"}),
}

# A sentence quotes at most so much of what was found: it goes back into a prompt.
QUOTE_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a turn is refused, before it is put into words.

    `reason` is one of REASONS[kind]; `at` an index into the text; `found` what stands there,
    `allowed` what may.
    """

    kind: Kind
    reason: str
    at: int | None = None
    found: str = ""
    allowed: str = ""


@dataclass(frozen=True, slots=True)
class Violation:
    """A refused turn. `sentence` is what the brain is told.

    `at` is an index into the raw reply; None where the whole turn is meant or repairs have moved
    the text. `repairs` were made before the refusal (guided mode only).
    """

    kind: Kind
    sentence: str
    at: int | None = None
    repairs: tuple[Repair, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is no kind of violation; the kinds are {KINDS}")
        if not self.sentence.strip():
            raise ValueError("a violation needs the sentence the brain is told")
        if self.at is not None and self.at < 0:
            raise ValueError(f"{self.at!r} is no place in a text")


@dataclass(frozen=True, slots=True)
class Wording:
    """The grammar's words, loaded once: kind → reason → sentence, and what a reply may not say.

    A sentence may use {found} and {allowed}; anything else in braces is a KeyError.
    """

    sentences: Mapping[Kind, Mapping[str, str]]
    leaks: Leaks

    def violation(self, fault: Fault, repairs: tuple[Repair, ...] = ()) -> Violation:
        """The fault in words; KeyError where the wording has no such reason."""
        sentence = self.sentences[fault.kind][fault.reason].format(
            found=_quoted(fault.found), allowed=fault.allowed
        )
        return Violation(fault.kind, sentence, None if repairs else fault.at, repairs)


def _quoted(found: str) -> str:
    shown = found if len(found) <= QUOTE_LIMIT else found[:QUOTE_LIMIT] + "…"
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")
