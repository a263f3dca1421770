"""All that an extension may import: the contracts of apps, brains and constraints, their values.

What is not named here may change without notice.
"""

from apps.contract import (
    App,
    Ask,
    Binding,
    Candidate,
    CommitApp,
    Desk,
    Outcome,
    Params,
    Problem,
    Refusal,
    Snapshot,
)
from apps.ledger.books import Books, Line
from menu_data.menu import Dish, Menu
from waiter.constraints.verdict import Case, Decline, Pass, Refuse, TypedCall, Wait
from waiter.turn import ToSys, ToUser, Turn, parse, render
from waiter.view import Brain, Fact, ModelUnavailable, Refused, Spoken, View

__all__ = [
    "App",
    "Ask",
    "Binding",
    "Books",
    "Brain",
    "Candidate",
    "Case",
    "CommitApp",
    "Decline",
    "Desk",
    "Dish",
    "Fact",
    "Line",
    "Menu",
    "ModelUnavailable",
    "Outcome",
    "Params",
    "Pass",
    "Problem",
    "Refusal",
    "Refuse",
    "Refused",
    "Snapshot",
    "Spoken",
    "ToSys",
    "ToUser",
    "Turn",
    "TypedCall",
    "View",
    "Wait",
    "parse",
    "render",
]
