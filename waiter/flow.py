"""Which workflow of the house answers an intent: a line of its table, as a value. Types only.

The table is read by `waiter.workflow.house`; `dialogue.flows` holds what a guest said against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Those of the intents (DESIGN section 9) that a search of the house answers.
FlowIntent = Literal["menu", "house"]


@dataclass(frozen=True, slots=True)
class Flow:
    """`workflow`: the name of its file. `wish`: all that is wished for, no more and no less;
    `topics`: what it must be about, one of these; () for whatever it is.
    """

    intent: FlowIntent
    workflow: str
    wish: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
