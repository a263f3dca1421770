"""Names, the graph and calls: what can't work is told with its line before anything runs."""

from __future__ import annotations

import pytest

from tests.waiter.workflow.files import ASK, HEAD, out, step, workflow
from waiter.workflow.loader import WorkflowError


def refusal(text: str) -> str:
    with pytest.raises(WorkflowError) as refused:
        workflow(text)
    return str(refused.value)


def test_the_graph_follows_from_the_names() -> None:
    steps = step("a", "{word}") + step("b", "{word}") + step("c", "{a_said} {b_said}")
    plan = workflow(HEAD + ASK + steps + out(x="{c_said}")).plan
    assert [s.needs for s in plan.steps] == [(), ("ask",), ("ask",), ("a", "b"), ("c",)]
    assert [s.id for s in plan.after("a")] == ["c", "out"]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (step("a", "{wrod}"), "test.yaml:10: unknown name 'wrod'; did you mean 'word'?"),
        (step("a", "{b_said}") + step("b", "{word}"), "only in line 12; move it up"),
        (step("a", "{a_said}"), "a cycle: step 'a' needs 'a'"),
        (step("a", "{b_said}") + step("b", "{a_said}"), "a cycle: step 'a' needs 'b' needs 'a'"),
        (step("a", "{word}") + step("a", "{word}"), "two steps are called 'a'"),
        (step("a", "{word}").replace("a_said", "word"), "'word' is given by step 'ask' already"),
        (step("a", "{word}").replace("say", "../../etc/passwd"), "unknown function '../../etc"),
        (step("a", "{word}").replace("say", "os.system"), "unknown function 'os.system'"),
        (step("a", "{word}").replace("text", "txt"), "unknown input of say 'txt'"),
        (step("a", "{word}").replace("{text: '{word}'}", "{}"), "say needs 'text'"),
        (step("a", "{word}", kind="dict"), "say gives str or list; found 'dict'"),
        (step("a", "{w}", "    for_each: {w: '{word}!'}\n", "list"), "names no list"),
        (step("a", "{w}", "    for_each: {word: '{word}'}\n", "list"), "an output already"),
        (step("a", "{w}", "    for_each: {w: '{word}'}\n"), "{word} is a str; allowed: a list"),
        (step("a", "{w}", "    for_each: {w: '{word[x]}'}\n"), "{word[x]} is a str; allowed"),
        (step("a", "{word.upper}"), "{word[upper]}: 'word' is a str, which has no keys"),
        (step("a", "{word[0]} b"), "{word[0]}: 'word' is a str, which has no keys"),
    ],
)
def test_what_cannot_work_is_refused(steps: str, told: str) -> None:
    assert told in refusal(HEAD + ASK + steps + out(x="{word}"))


def test_a_step_over_a_list_gives_a_list() -> None:
    asks = ASK.replace("type: str", "type: list")
    steps = step("a", "{w}", "    for_each: {w: '{word}'}\n")
    assert "for each entry gives list" in refusal(HEAD + asks + steps + out(x="{word}"))


def test_a_workflow_puts_something_out() -> None:
    assert "no step of type 'output'" in refusal(HEAD + ASK)


LOOK_UP = """  - id: find
    type: plugin
    plugin: plugin_user_info_by_tag_get
    inputs: {tag: '{word}'}
    outputs: {name: user, type: dict}
"""


def test_only_declared_fields_can_be_named() -> None:
    workflow(HEAD + ASK + LOOK_UP + out(x="{user[mobile]}"))
    told = refusal(HEAD + ASK + LOOK_UP + out(x="{user[password]}"))
    assert "unknown field 'password'; allowed: id, name, mobile" in told


def test_a_literal_must_be_what_the_function_takes() -> None:
    asks = (
        "  - id: ask_it\n    type: plugin\n    plugin: plugin_ai_knowledge_base_query\n"
        "    inputs: {query: '{word}', knowledge_base_name: 'a', field: 'FIELD'}\n"
        "    outputs: {name: found}\n"
    )
    last = out(x="{found}")
    workflow(HEAD + ASK + asks.replace("FIELD", "tags") + last)
    assert "field: found 'price'" in refusal(HEAD + ASK + asks.replace("FIELD", "price") + last)
    path = asks.replace("'a'", "'../menus/a'").replace("FIELD", "tags")
    assert "knowledge_base_name: found '../menus/a'" in refusal(HEAD + ASK + path + last)
