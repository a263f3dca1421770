"""The house's table of workflows that answer intents: what may stand in it, and what is refused."""

from __future__ import annotations

import pytest

from bot import workflows
from tests.waiter.workflow.files import ASK, HEAD, out, step, workflow
from waiter.flow import Flow
from waiter.workflow.house import SHIPPED, HouseFlows, house_flows
from waiter.workflow.loader import Workflow, WorkflowError

NUMBERS = (
    HEAD
    + """  - id: ask
    type: input
    outputs: [{name: word, type: str}, {name: many, type: int}]
"""
    + step("a", "{word}")
    + out(x="{a_said}")
)


def load(name: str) -> Workflow:
    """Shipped ones, and `words` and `numbers`."""
    if name == "words":
        return workflow(HEAD + ASK + step("a", "{word}") + out(x="{a_said}"))
    return (
        workflow(NUMBERS)
        if name == "numbers"
        else workflows.read_file(workflows.named(name, SHIPPED.parent))
    )


def table(text: str) -> HouseFlows:
    return house_flows(text.encode(), "workflows.yaml", load)


def line(*more: str) -> str:
    return "workflows:\n  - " + "\n    ".join(more) + "\n"


def test_the_shipped_table_names_the_recommendation() -> None:
    found = house_flows(SHIPPED.read_bytes(), "intents.yaml", load)
    assert found.flows == (Flow("menu", "menu_recommendation", ("spicy",)),)
    assert found.ready["menu_recommendation"].menus == {"huangmenji_menu": "menu"}


def test_a_house_may_name_none() -> None:
    assert table("workflows: []\n") == HouseFlows()


def test_the_one_text_a_workflow_asks_for_is_what_was_said() -> None:
    found = table(line("intent: house", "topics: [parking, pets]", "run: words"))
    assert found.flows == (Flow("house", "words", (), ("parking", "pets")),)
    given = table(line("intent: house", "run: words", 'give: {word: "{said}"}'))
    assert found.ready["words"].give == given.ready["words"].give


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["intent: menu", "run: customer_marketing"],
            "3: 'customer_marketing' may not be named by an intent: its step 'get_user_info' (plug",
        ),
        (
            ["intent: menu", "run: marketing_to_all"],
            "3: 'marketing_to_all' may not be named by an intent: its step 'get_guests' (plugin_us",
        ),
        (["intent: order", "run: words"], "2: unknown intent 'order'; allowed: menu, house"),
        (
            ["intent: menu", "wish: [spicyy]", "run: words"],
            "3: unknown wish 'spicyy'; did you mean 'spicy'? allowed: ",
        ),
        (
            ["intent: house", "topics: [parkin]", "run: words"],
            "3: unknown topic 'parkin'; did you mean 'parking'? allowed: ",
        ),
        (
            ["intent: house", "wish: [spicy]", "run: words"],
            "3: 'wish' says nothing of the intent 'house'",
        ),
        (["intent: menu", "run: ../words"], "3: workflows[0].run: found '../words'; allowed: "),
        (["intent: menu", "run: nowhere"], "3: "),
        (
            ["intent: menu", "run: numbers"],
            "2: 'numbers' needs word, many; write give: {word: '{said}'}",
        ),
        (
            ["intent: menu", "run: numbers", "give: {word: '{said}', many: '{said}'}"],
            "4: many: found '{said}'; allowed: a int",
        ),
        (
            ["intent: menu", "run: words", "give: {word: '{guest}'}"],
            "4: unknown name 'guest'; allowed: said, language",
        ),
        (
            ["intent: menu", "run: words", "give: {word: '{said.__class__}'}"],
            "4: word: '{said.__class__}' is refused; ",
        ),
        (
            ["intent: menu", "run: words", "give: {wort: '{said}'}"],
            "4: unknown input of words 'wort'; did you mean 'word'? allowed: word",
        ),
        (["intent: menu", "run: words", "when: noon"], "4: workflows[0].when: unknown key 'when'"),
        (["intent: menu"], "2: workflows[0].run: "),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(lines: list[str], told: str) -> None:
    with pytest.raises(WorkflowError) as caught:
        table(line(*lines))
    assert str(caught.value).startswith(f"workflows.yaml:{told}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "workflows: 5\n", "[]", "flows: []\n", "workflows: [5]\n"])
def test_what_is_no_table_is_told(text: str) -> None:
    with pytest.raises(WorkflowError, match=r"^workflows\.yaml:\d+: "):
        table(text)


def test_one_workflow_has_one_way_to_be_run() -> None:
    two = "workflows:\n" + "".join(
        f"  - {{intent: house, topics: [{topic}], run: words, give: {{word: {word}}}}}\n"
        for topic, word in (("parking", "a"), ("pets", "b"))
    )
    with pytest.raises(WorkflowError, match=r":3: 'words' is run with other inputs"):
        table(two)
    assert len(table(two.replace("word: b", "word: a")).flows) == 2
