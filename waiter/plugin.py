"""All that an extension may import: the contracts of apps, brains, constraints and functions of
workflows, their values.

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
from waiter.workflow.function import (
    Arguments,
    Bound,
    Function,
    FunctionFailed,
    Guarded,
    Result,
    Tools,
)
from waiter.workflow.place import House

__all__ = [
    "App",
    "Arguments",
    "Ask",
    "Binding",
    "Books",
    "Bound",
    "Brain",
    "Candidate",
    "Case",
    "CommitApp",
    "Decline",
    "Desk",
    "Dish",
    "Fact",
    "Function",
    "FunctionFailed",
    "Guarded",
    "House",
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
    "Result",
    "Snapshot",
    "Spoken",
    "ToSys",
    "ToUser",
    "Tools",
    "Turn",
    "TypedCall",
    "View",
    "Wait",
    "parse",
    "render",
]
