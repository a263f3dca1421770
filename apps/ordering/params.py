"""What a call of `order` may carry. Only its shape; what the words mean is `reading`'s matter.

A field that is absent and one that is null differ: `"quantity": null` says that the number is not
known, an absent one means one.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from apps.contract import Params
from apps.ledger.books import Amount
from menu_data.menu import Fulfilment

Action = Literal["add", "change", "remove", "replace", "clear", "undo"]

WORDS = 200  # characters of a name in a call; menus' names are far shorter
FEW = 50  # lines of a call, modifiers of a line, choices of a combo


class ModifierParams(Params):
    """A modifier: its id or any of its names; `group` where the word fits several groups."""

    modifier: str = Field(max_length=WORDS)
    group: str | None = Field(default=None, max_length=WORDS)
    amount: Amount | None = None
    quantity: int | None = None


class ChoiceParams(Params):
    """What is taken for one slot of a combo, with modifiers of its own.

    Without `item`, with a change, the modifiers are of what the slot has.
    """

    item: str | None = Field(default=None, max_length=WORDS)
    slot: str | None = Field(default=None, max_length=WORDS)
    modifiers: list[str | ModifierParams] | None = Field(default=None, max_length=FEW)


class LineParams(Params):
    """A line as the guest said it: a dish by id or name, how many, how made, for a combo what."""

    dish: str | None = Field(default=None, max_length=WORDS)
    caiming: str | None = Field(default=None, max_length=WORDS)
    quantity: int | None = None
    cainum: int | None = None
    modifiers: list[str | ModifierParams] | None = Field(default=None, max_length=FEW)
    choices: list[str | ChoiceParams] | None = Field(default=None, max_length=FEW)
    note: str | None = None

    @model_validator(mode="after")
    def _one_name_each(self) -> LineParams:
        for one, other in (("dish", "caiming"), ("quantity", "cainum")):
            if {one, other} <= self.model_fields_set:
                raise ValueError(f"{one!r} and {other!r} mean the same; give one")
        return self

    @property
    def words(self) -> str | None:
        """The dish as said."""
        return self.dish if self.dish is not None else self.caiming

    @property
    def count(self) -> int | None:
        """How many; None where the call says it doesn't know, 1 where it says nothing.

        `caiming` without `cainum` isn't known either: in that form both are required.
        """
        said = self.quantity if self.quantity is not None else self.cainum
        if said is None and not self.model_fields_set & {"quantity", "cainum", "caiming"}:
            return 1
        return said

    @property
    def says_count(self) -> bool:
        """Whether the call speaks of a quantity at all, known or not."""
        return bool(self.model_fields_set & {"quantity", "cainum"})


_FLAT = frozenset(LineParams.model_fields)
_COUNT = frozenset({"quantity", "cainum"})


class OrderParams(LineParams):
    """A call of `order`: an action, and one line (flat) or several in `lines`.

    With `replace`, a flat quantity is how many of the old line give way; it may stand with `lines`.
    """

    action: Action = "add"
    lines: list[LineParams] | None = Field(default=None, min_length=1, max_length=FEW)
    line: int | None = None
    guests: int | None = None
    usernum: int | None = None
    fulfilment: Fulfilment | None = None

    @model_validator(mode="after")
    def _fits_the_action(self) -> OrderParams:
        flat = self.model_fields_set & (_FLAT - _COUNT if self.action == "replace" else _FLAT)
        if self.lines is not None and flat:
            raise ValueError(f"{sorted(flat)} can't stand beside 'lines'; put them into its lines")
        if self.action in ("change", "remove") and len(self.lines or ()) > 1:
            raise ValueError(f"{self.action!r} is about one line")
        if {"guests", "usernum"} <= self.model_fields_set:
            raise ValueError("'guests' and 'usernum' mean the same; give one")
        self._check_removal()
        return self

    def _check_removal(self) -> None:
        said = {key for line in self.said_lines for key in line.model_fields_set}
        if self.action == "remove" and said - {"dish", "caiming"} - _COUNT:
            raise ValueError(
                "'remove' takes a line and a quantity; to leave something out of a dish, "
                "'change' it with a modifier of amount 'none'"
            )
        if self.action in ("clear", "undo") and said:
            raise ValueError(f"{self.action!r} takes no lines")
        if self.action in ("add", "clear", "undo") and self.line is not None:
            raise ValueError(f"{self.action!r} is about no line of the tab")

    @property
    def head_count(self) -> int | None:
        """How many guests, where the call says."""
        return self.guests if self.guests is not None else self.usernum

    @property
    def said_lines(self) -> tuple[LineParams, ...]:
        """The call's lines, the flat one too; () where it is about none."""
        if self.lines is not None:
            return tuple(self.lines)
        said: dict[str, Any] = {key: getattr(self, key) for key in self.model_fields_set & _FLAT}
        return (LineParams.model_construct(_fields_set=set(said), **said),) if said else ()
