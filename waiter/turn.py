"""The turn grammar: all a brain may say, and the only file that knows how it is written.

A reply is one turn and nothing else: `to_user: TEXT` for the guest, `to_sys: {JSON}` for an app.

- One marker, exactly so, at the start; white space around the whole reply is set aside.
- After `to_sys:` comes one object of strict JSON (`strict_json.py`): `app` names a known app, the
  rest are its params.
- A guest's text shows no marker, no stage direction and no system (`leaks.py`).
- Anything else is a Violation, and nothing is ever dispatched from it.

`render` is the inverse: parse(render(turn)) == turn for every turn whose app is known and whose
text has no leak. In guided mode what needs no guessing is repaired first, and the result says so.

    to_sys: {"app": "order", "caiming": "包子"}  →  ToSys("order", {"caiming": "包子"})
    好的！to_sys: {"app": "order"}               →  Violation("text_around", ...)
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from waiter.guided import mend_object, unfence
from waiter.leaks import Leaks, leak_in
from waiter.strict_json import Unreadable, read_value, value_fault
from waiter.violation import Fault, Kind, Repair, Violation, Wording

__all__ = [
    "CALL_LIMIT",
    "REPLY_LIMIT",
    "Kind",
    "Parsed",
    "Repair",
    "Repaired",
    "ToSys",
    "ToUser",
    "Turn",
    "Violation",
    "Wording",
    "parse",
    "render",
]

# Bounds in characters. A reply is what a guest reads in one go, well under a chat message's 4,096.
REPLY_LIMIT = 1_500
# A call holds a guest's text of 2,000 characters, all of it escaped or spread over lines, and keys.
CALL_LIMIT = 8_000
# The same with a comment on every line; what is longer is no call but a text.
REPAIR_LIMIT = 2 * CALL_LIMIT

_MARKER = re.compile(r"to_(user|sys):")
_WIDE_MARKER = re.compile(r"to_(user|sys)：")
# What may not follow a turn: another marker, however written, or a line of the other side.
_STRAY = re.compile(
    r"(?P<mixed>(?<![a-z0-9_])to_(?:user|sys)\s*+[:：])"
    r"|^[ \t]*+(?P<invented_sys>(?:sys|user)[ \t]*+[:：])",
    re.IGNORECASE | re.MULTILINE,
)
_MARKER_WORD = re.compile(r"(?<![a-z0-9_])(?:to_user|to_sys)(?![a-z0-9_])", re.IGNORECASE)
_TEXT_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]|\r(?!\n)")


@dataclass(frozen=True, slots=True)
class ToUser:
    """What the guest hears: visible text up to REPLY_LIMIT, no markers, no control characters."""

    text: str

    def __post_init__(self) -> None:
        if self.text != self.text.strip():
            raise ValueError(f"{self.text!r} has white space around it; a reply has none")
        if fault := _text_fault(self.text):
            raise ValueError(f"{self.text[:80]!r} is no reply: {fault.kind} ({fault.reason})")


@dataclass(frozen=True, slots=True)
class ToSys:
    """A call: the app as it was named (name or alias) and a copy of its params, strict JSON values.

    Params are not yet checked against the app. Any: their types are the app's to say.
    """

    app: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.app:
            raise ValueError("a call names an app")
        if "app" in self.params:
            raise ValueError("'app' names the app itself; it is no param")
        if fault := _call_fault(self.app, self.params):
            raise ValueError(
                f"{self.app!r} can't be called so: {fault.kind} ({fault.reason}) {fault.found}"
            )
        object.__setattr__(self, "params", copy.deepcopy(dict(self.params)))


Turn = ToUser | ToSys


@dataclass(frozen=True, slots=True)
class Repaired:
    """A turn that guided mode read after these repairs, in the order they were made; never none."""

    turn: Turn
    repairs: tuple[Repair, ...]

    def __post_init__(self) -> None:
        if not self.repairs:
            raise ValueError("a turn without repairs is the turn itself")


Parsed = Turn | Repaired | Violation


def render(turn: Turn) -> str:
    """The turn as a brain writes it."""
    match turn:
        case ToUser(text):
            return f"to_user: {text}"
        case ToSys(app, params):
            return f"to_sys: {_call_text(app, params)}"
        case _:
            assert_never(turn)


def parse(raw: str, apps: Collection[str], *, wording: Wording, guided: bool = False) -> Parsed:
    """What a brain said; never raises, whatever the text.

    `apps`: every name and alias a call may use. Repaired comes only in guided mode, and only where
    the text as it stands is no turn.
    """
    read = _read(raw, apps, wording.leaks)
    if not isinstance(read, Fault):
        return read
    if not guided:
        return wording.violation(read)
    mended, repairs = _mend(raw)
    again = _read(mended, apps, wording.leaks) if repairs else read
    if not isinstance(again, Fault):
        return Repaired(again, repairs)
    # A marker is only given to what is then a call; else the missing marker is what was wrong.
    return wording.violation(read) if "marker" in repairs else wording.violation(again, repairs)


def _read(raw: str, apps: Collection[str], leaks: Leaks) -> Turn | Fault:
    body = raw.strip()
    indent = len(raw) - len(raw.lstrip())
    if not _visible(body):
        return Fault("empty", "reply")
    marker = _MARKER.match(body)
    if marker is None:
        return _shifted(_unmarked(body), indent)
    said = body[marker.end() :].lstrip()
    if not _visible(said):
        return Fault("empty", "text" if marker[1] == "user" else "call", indent + len(body))
    turn = _read_text(said, leaks) if marker[1] == "user" else _read_call(said, apps)
    return _shifted(turn, indent + len(body) - len(said)) if isinstance(turn, Fault) else turn


def _unmarked(body: str) -> Fault:
    """What is wrong with a reply that doesn't start with a marker."""
    first = _STRAY.search(body)
    if first is None:
        return Fault("no_marker", "absent", 0, found=body)
    if first.lastgroup == "invented_sys":
        return _stray_fault(first)
    if second := _STRAY.search(body, first.end()):
        return _stray_fault(second)
    if first.start() > 0 and _MARKER.match(first[0]):
        return Fault("text_around", "before", 0, found=body[: first.start()].strip())
    return Fault("no_marker", "absent", 0, found=body)


def _read_text(said: str, leaks: Leaks) -> ToUser | Fault:
    if fault := _text_fault(said):
        return fault
    if leak := leak_in(said, leaks):
        return Fault("leak", leak.reason, leak.at, found=leak.phrase)
    return ToUser(said)


def _read_call(said: str, apps: Collection[str]) -> ToSys | Fault:
    try:
        # The bound keeps the decoder's work, and its recursion, small whatever comes.
        value, end = read_value(said[: CALL_LIMIT + 1])
    except Unreadable as unreadable:
        return _unreadable_fault(said, unreadable.fault)
    rest = said[end:].lstrip()
    if stray := _STRAY.search(rest):
        return _shifted(_stray_fault(stray), len(said) - len(rest))
    if not isinstance(value, dict):
        return Fault("not_an_object", "value", 0, found=said[:end])
    if end > CALL_LIMIT:
        return _call_too_long()
    if rest:
        return Fault("text_around", "after", len(said) - len(rest), found=rest)
    return _named_call(value, apps)


def _named_call(members: dict[str, Any], apps: Collection[str]) -> ToSys | Fault:
    known = ", ".join(sorted(apps))
    if "app" not in members:
        return Fault("unknown_app", "missing", 0, allowed=known)
    app = members.pop("app")
    if not isinstance(app, str):
        return Fault("unknown_app", "not_text", 0, found=json.dumps(app), allowed=known)
    if not app or app not in apps:
        return Fault("unknown_app", "unknown", 0, found=app, allowed=known)
    return _call_fault(app, members) or ToSys(app, members)


def _unreadable_fault(said: str, fault: Fault) -> Fault:
    """Why a call is no JSON: another turn begins in it, it was cut at the bound, or `fault`."""
    if fault.reason != "syntax":
        return fault
    if stray := _STRAY.search(said, fault.at or 0):
        return _stray_fault(stray)
    return _call_too_long() if len(said) > CALL_LIMIT else fault


def _text_fault(text: str) -> Fault | None:
    """Why a text is no reply, leaks aside; the constructor's rule and the parser's."""
    if not _visible(text):
        return Fault("empty", "text")
    if stray := _STRAY.search(text):
        return _stray_fault(stray)
    if len(text) > REPLY_LIMIT:
        return Fault("too_long", "text", found=str(len(text)), allowed=str(REPLY_LIMIT))
    if word := _MARKER_WORD.search(text):
        return Fault("leak", "marker", word.start(), found=word[0])
    if control := _TEXT_CONTROL.search(text):
        found = f"\\u{ord(control[0]):04x}"
        return Fault("leak", "control", control.start(), found=found)
    return None


def _call_fault(app: str, params: Mapping[str, Any]) -> Fault | None:
    """Why a call can't be written; the constructor's rule and the parser's."""
    if fault := value_fault({"app": app, **params}):
        return fault
    return _call_too_long() if len(_call_text(app, params)) > CALL_LIMIT else None


def _call_text(app: str, params: Mapping[str, Any]) -> str:
    return json.dumps({"app": app, **params}, ensure_ascii=False, allow_nan=False)


def _call_too_long() -> Fault:
    return Fault("too_long", "call", allowed=str(CALL_LIMIT))


def _stray_fault(stray: re.Match[str]) -> Fault:
    if stray["mixed"]:
        return Fault("mixed", "markers", stray.start("mixed"), found=stray["mixed"])
    return Fault("invented_sys", "answer", stray.start("invented_sys"), found=stray["invented_sys"])


def _shifted(fault: Fault, by: int) -> Fault:
    return fault if fault.at is None else replace(fault, at=fault.at + by)


def _visible(text: str) -> bool:
    return any(char.isprintable() and not char.isspace() for char in text)


def _mend(raw: str) -> tuple[str, tuple[Repair, ...]]:
    """The reply with what is unambiguous repaired, and the repairs in order, maybe none."""
    text, repairs = raw.strip(), list[Repair]()
    if text.startswith("\ufeff"):
        text, repairs = text[1:].strip(), [*repairs, "bom"]
    if (inside := unfence(text)) is not None:
        text, repairs = inside, [*repairs, "code_fence"]
    if wide := _WIDE_MARKER.match(text):
        text, repairs = f"to_{wide[1]}:{text[wide.end() :]}", [*repairs, "full_width_colon"]
    call = text.removeprefix("to_sys:").strip()
    marked = text.startswith("to_sys:")
    if len(text) > REPAIR_LIMIT or not (marked or text.startswith("{")):
        return text, tuple(repairs)
    if marked and (inside := unfence(call)) is not None:
        call, repairs = inside, [*repairs, "code_fence"]
    call, mended = mend_object(call)
    added: list[Repair] = [] if marked else ["marker"]
    return f"to_sys: {call}", tuple(dict.fromkeys([*repairs, *mended, *added]))
