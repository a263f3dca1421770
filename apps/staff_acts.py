"""What staff may do, one act a line: the same functions for command line, Telegram and evaluation.

Pure: an act reads a `Snapshot` and gives a `StaffOutcome`; who performs it stores what changed. An
act starts no turn by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from apps.acts import attending, house, money, moving, service
from apps.acts.house import first_availability
from apps.acts.outcome import StaffAct, StaffOutcome, Standing
from apps.contract import Snapshot
from apps.ledger.stocktaking import carry_availability

__all__ = [
    "STAFF_ACTS",
    "StaffAct",
    "StaffOutcome",
    "carry_availability",
    "find_act",
    "first_availability",
    "perform",
]

NOBODY: Mapping[str, str] = {}
STAFF_ACTS: tuple[StaffAct, ...] = (
    StaffAct("sold_out", house.DishesParams, house.sold_out),
    StaffAct("restock", house.DishesParams, house.restock),
    StaffAct("stock", house.StockParams, house.stock),
    StaffAct("price", house.PriceParams, house.price),
    StaffAct("pause", house.PauseParams, house.pause),
    StaffAct("publish", house.PublishParams, house.publish),
    StaffAct("paid", money.PaidParams, money.paid),
    StaffAct("payment", money.PaymentParams, money.payment),
    StaffAct("void", money.VoidParams, money.void),
    StaffAct("comp", money.CompParams, money.comp),
    StaffAct("discount", money.DiscountParams, money.discount),
    StaffAct("accept", service.TicketParams, service.accept),
    StaffAct("ready", service.TicketParams, service.ready),
    StaffAct("served", service.TicketParams, service.served),
    StaffAct("close", service.CloseParams, service.close_visit),
    StaffAct("open", service.OpenParams, service.open_visit),
    StaffAct("take_over", attending.TakeParams, attending.take_over),
    StaffAct("give_back", attending.GiveParams, attending.give_back),
    StaffAct("say", attending.SayParams, attending.say),
    StaffAct("move", moving.MoveParams, moving.move),
    StaffAct("merge", moving.MergeParams, moving.merge),
    StaffAct("merged", moving.MergedParams, moving.merged),
)


def find_act(name: str) -> StaffAct | None:
    """The act of a name."""
    return next((act for act in STAFF_ACTS if act.name == name), None)


def perform(
    act: str,
    params: Mapping[str, Any],
    snapshot: Snapshot,
    who: str,
    why: str = "",
    guests: Mapping[str, str] = NOBODY,
) -> StaffOutcome:
    """Carry out an act. What it can't do or read is a refusal; nothing changes then.

    `who` performs it; `why` is the reason where the act's own params give none; `guests` as in
    `Standing`.
    """
    at = Standing(snapshot, who, why, guests)
    found = find_act(act)
    if found is None:
        return at.refused("unknown_act", act, acts=[each.name for each in STAFF_ACTS])
    try:
        typed = found.params.model_validate(dict(params))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        return at.refused("bad_params", place or act, why=first["msg"])
    return found.run(typed, at)
