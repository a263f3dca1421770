"""The chain is one list in policy order: what keeps money, health and permission is always on."""

from __future__ import annotations

from tests.waiter.table import Table
from waiter import constraints
from waiter.constraints import CALLS, REPLIES, name_of


def test_every_constraint_has_a_name_of_its_own_file() -> None:
    files = [*(one.__module__ for one in CALLS), *(one.__module__ for one in REPLIES)]
    names = [*map(name_of, CALLS), *map(name_of, REPLIES)]
    assert files == [f"{constraints.__name__}.{name}" for name in names]


def test_permission_has_the_last_word_on_calls() -> None:
    assert name_of(CALLS[-1]) == "permission"
    order = [name_of(constraint) for constraint in CALLS]
    assert order.index("grounded") < order.index("limits") < order.index("permission")


def test_a_record_that_names_more_than_manners_leaves_the_rest_on() -> None:
    table = Table(without=("amounts", "tone"))
    table.join("a")
    table.say("hello")
    table.speak("to_user: I guarantee you will be happy.")
    assert table.last().content == "I guarantee you will be happy."
    table.say("hello?")
    table.speak("to_user: The rice is ¥1.00.")
    assert table.asks[-1].refused[-1].kind == "amounts"
