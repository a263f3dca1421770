"""`staff`: calls a person of the house. What is said to staff is the waiter's own summary."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from apps import contract
from apps.contract import Desk, Effect, Outcome, Refusal, Snapshot

REASON_LENGTH = 80
SUMMARY_LENGTH = 500


class StaffParams(contract.Params):
    """Why staff are called, in a word or two, and what they should know."""

    reason: str = Field(min_length=1, max_length=REASON_LENGTH)
    summary: str = Field(min_length=1, max_length=SUMMARY_LENGTH)


class Staff:
    """Calls staff to the table: for water, cutlery, a complaint, a change of what was already sent,
    a payment, or whatever only a person can decide.

    reason: a word or two. summary: what staff need to know.
    """

    name: ClassVar[str] = "staff"
    aliases: ClassVar[tuple[str, ...]] = ()
    effect: ClassVar[Effect] = "draft"
    Params: ClassVar[type[contract.Params]] = StaffParams

    def check(self, params: StaffParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:  # noqa: ARG002 - the contract's
        """Always may."""
        return None

    def run(self, params: StaffParams, snapshot: Snapshot, desk: Desk) -> Outcome:  # noqa: ARG002 - the contract's
        """A message for staff; the books stay as they are."""
        reason, summary = (" ".join(text.split()) for text in (params.reason, params.summary))
        result = {"called": True, "reason": reason, "summary": summary}
        return Outcome(result, snapshot.books, staff=f"{reason}: {summary}")
