"""What a guest's text was read as: values only. `understand` makes them, the built-in brain and
`waiter understand` read them.

Spans are (start, end) in code points of the original text. Ids are the menu's. Nothing here
decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from apps.contract import Ask, AskKind
from apps.ledger.books import Choice, Chosen, Line
from waiter.habits import NO_HABIT, Habit

Span = tuple[int, int]
Whose = Literal["mine", "others", "all"]
Op = Literal["add", "remove", "replace", "change", "clear", "undo", "same"]
Intent = Literal[
    "order",
    "edit",
    "menu",
    "price",
    "allergen",
    "house",
    "status",
    "bill",
    "staff",
    "greeting",
    "thanks",
    "wait",
    "chat",
    "confirm",
    "deny",
    "cancel",
    "undo",
]
INTENTS: tuple[Intent, ...] = get_args(Intent)


@dataclass(frozen=True, slots=True)
class Context:
    """What was there before the text: the speaker's open lines (newest last), the others' lines,
    the last line touched, an open question the text may answer, and whether anything has been
    placed. `touched`: the lines last added or changed; `refused`: why the exchange before was
    refused something; `paying`: whether a bill waits for this guest's yes; `shown`: the dishes
    last told of; `party`: how many people they have said they are; `changed`: whether the exchange
    before changed the tab.
    """

    lines: tuple[Line, ...] = ()
    others: tuple[Line, ...] = ()
    last_line: int | None = None
    question: Ask | None = None
    placed: bool = False
    touched: tuple[int, ...] = ()
    refused: frozenset[str] = frozenset()
    paying: bool = False
    shown: tuple[str, ...] = ()
    party: int | None = None
    changed: bool = False


EMPTY = Context()


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One order line as said. `parts`: where its name, quantity and modifiers stand, by role
    ("item", "quantity", ...).
    """

    item: str
    quantity: int = 1
    quantity_said: bool = False
    modifiers: tuple[Chosen, ...] = ()
    choices: tuple[Choice, ...] = ()
    note: str | None = None
    span: Span = (0, 0)
    parts: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """What an edit is about: line numbers of the tab, all lines of an item, the last line, or all
    of them.

    `modifiers` narrow it to the lines that have them ("大份的不要香菜"). "line" without a number:
    it can't be told which.
    """

    kind: Literal["line", "item", "last", "all"]
    lines: tuple[int, ...] = ()
    item: str | None = None
    modifiers: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to what was ordered before this text.

    remove: `quantity` None takes all of the target. change: `quantity` with `modifiers` changes so
    many of the line, `quantity` alone is the new count. replace: `to` in its place, as many as
    there were where its quantity wasn't said. same: the target once more, `quantity` of it;
    `whose` others means another guest's line. `unclear`: (words, group) of modifiers to be asked.
    """

    op: Op
    target: Target
    quantity: int | None = None
    to: ReadLine | None = None
    modifiers: tuple[Chosen, ...] = ()
    whose: Whose | None = None
    note: str | None = None
    unclear: tuple[tuple[str, str], ...] = ()
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Unresolved:
    """What must be asked. `candidates`: dish ids, or modifier ids of `item`; empty means nothing
    on the menu is like it.

    `quantity`, `modifiers` and `note` were said already; for a modifier `item` and `group` say
    whose, `line` is the index in `lines` it belongs to, and `amount` is how much of it was said.
    `nameless`: of the dish only how it should be was said.
    """

    text: str
    ask: AskKind
    candidates: tuple[str, ...] = ()
    quantity: int | None = None
    modifiers: tuple[Chosen, ...] = ()
    note: str | None = None
    item: str | None = None
    group: str | None = None
    amount: str = "regular"
    line: int | None = None
    nameless: bool = False
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a text says to the open question: a number, a dish, modifiers or choices. Only what was
    said is there.
    """

    quantity: int | None = None
    item: str | None = None
    modifiers: tuple[Chosen, ...] = ()
    choices: tuple[Choice, ...] = ()
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Understanding:
    """A text, read. `intents` in order of mention; `method`: a way to pay, as a key; `asking`: its
    words that ask for or about dishes or about the house; `asks_of`: those by which a
    question is put to a dish ("is the X spicy"); `confidence` 0..1 that lines and edits
    are just what was meant.
    """

    text: str
    language: str
    intents: tuple[Intent, ...] = ()
    lines: tuple[ReadLine, ...] = ()
    edits: tuple[Edit, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    answer: Answer | None = None
    note: str | None = None
    head_count: int | None = None
    split: tuple[Literal["equal"], int] | Literal["equal", "person", "item"] | None = None
    tip: str | None = None
    method: str | None = None
    whose: Whose | None = None
    category: str | None = None
    asks_about: tuple[str, ...] = ()
    asks_of: str = ""
    asking: str = ""
    asks_unknown: tuple[str, ...] = ()
    allergens_asked: tuple[str, ...] = ()
    allergens_stated: frozenset[str] = frozenset()
    allergens_withdrawn: frozenset[str] = frozenset()
    service: bool = False
    complaint: bool = False
    paid: bool = False
    person: bool = False
    done: bool = False
    pointed: bool = False
    habit: Habit = NO_HABIT
    confidence: float = 0.0
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The row of `waiter understand` (DESIGN section 9): JSON-able, spans in code points of
        the original.
        """
        return {
            "text": self.text,
            "language": self.language,
            "intents": list(self.intents),
            "lines": [_line(line) for line in self.lines],
            "edits": [_edit(edit) for edit in self.edits],
            "unresolved": [
                {"text": u.text, "ask": u.ask, "candidates": list(u.candidates)}
                for u in self.unresolved
            ],
            "confidence": round(self.confidence, 4),
            "spans": {
                **{name: [list(s) for s in spans] for name, spans in self.spans.items()},
                "lines": [
                    {"span": list(li.span), **{k: list(s) for k, s in li.parts}}
                    for li in self.lines
                ],
                "edits": [list(e.span) for e in self.edits],
                "unresolved": [list(u.span) for u in self.unresolved],
            },
        }


def _modifiers(chosen: tuple[Chosen, ...]) -> list[dict[str, Any]]:
    return [
        {"group": m.group, "modifier": m.modifier, "amount": m.amount, "quantity": m.quantity}
        for m in chosen
    ]


def _line(line: ReadLine) -> dict[str, Any]:
    return {
        "item": line.item,
        "quantity": line.quantity,
        "modifiers": _modifiers(line.modifiers),
        "choices": [
            {"slot": c.slot, "item": c.item, "modifiers": _modifiers(c.modifiers)}
            for c in line.choices
        ],
        "note": line.note,
    }


def _edit(edit: Edit) -> dict[str, Any]:
    match edit.target.kind:
        case "line":
            target: Any = {"line": list(edit.target.lines)}
        case "item":
            target = {"item": edit.target.item}
        case kind:
            target = kind
    row: dict[str, Any] = {"op": edit.op, "target": target}
    if edit.quantity is not None:
        row["quantity"] = edit.quantity
    if edit.to is not None:
        row["to"] = _line(edit.to)
    if edit.modifiers:
        row["modifiers"] = _modifiers(edit.modifiers)
    return row
