"""A model that speaks good turns comes to the same end as a script, in either wire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.waiter.brains.llm.endpoint import Answer, Request, refusing, serving
from tests.waiter.brains.llm.scripts import EN, SCRIPTS, ZH, Script, knows
from tests.waiter.brains.talk import Talk, talking
from waiter.brains.llm.brain import LlmBrain
from waiter.brains.llm.client import OpenAIEndpoint
from waiter.brains.llm.texts import Wire
from waiter.brains.scripted import ScriptedBrain


async def played(talk: Talk, script: Script) -> Any:
    """All that can be seen of a conversation from outside."""
    for text, _ in script.lines:
        await talk.say(text)
    return talk.contents(), talk.books(), talk.called()


async def by_script(script: Script) -> Any:
    brain = ScriptedBrain(script.in_order())
    async with talking(brain, language=script.language, greet=True) as talk:
        seen = await played(talk, script)
        assert not brain.left()
        return seen


@pytest.mark.parametrize("wire", ["text", "json", None])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.language)
async def test_a_model_passes_the_conversations_a_script_passes(
    script: Script, wire: Wire | None
) -> None:
    async with serving(knows(script)) as served:
        endpoint = OpenAIEndpoint(served.url, "small")
        brain = LlmBrain(endpoint, wire=wire)
        async with talking(brain, language=script.language, greet=True) as talk:
            seen = await played(talk, script)
            assert talk.failures() == talk.refused() == []
            assert {body.model for body in talk.spoken()} == {"small"}
        await endpoint.close()
    assert seen == await by_script(script)


async def test_the_conversations_come_to_tickets_and_a_bill() -> None:
    _, zh, _ = await by_script(ZH)
    _, en, _ = await by_script(EN)
    assert [line.line.item for ticket in zh.tickets for line in ticket.lines] == [
        *("dandan", "dandan", "hongyou_chaoshou"),
    ]
    assert zh.bill is not None
    assert [(line.line.item, line.line.quantity) for line in en.tickets[0].lines] == [
        ("plum_drink", 1),
        ("solo_set", 1),
    ]


async def test_an_endpoint_that_takes_no_schema_is_asked_in_text_from_then_on() -> None:
    plain = knows(ZH)

    def answer(request: Request) -> Answer:
        if "response_format" in request:
            return refusing(400, "response_format is not supported")
        return plain(request)

    async with serving(answer) as served:
        endpoint = OpenAIEndpoint(served.url, "small")
        brain = LlmBrain(endpoint)
        async with talking(brain, language="zh", greet=True) as talk:
            seen = await played(talk, ZH)
        await endpoint.close()
    assert seen == await by_script(ZH)
    assert sum("response_format" in request for request in served.requests) == 1
    assert brain.wire == "text"


async def test_a_bad_request_of_another_kind_changes_no_wire() -> None:
    async with serving(lambda request: refusing(400, "too many tokens")) as served:
        endpoint = OpenAIEndpoint(served.url, "small")
        brain = LlmBrain(endpoint)
        async with talking(brain) as talk:
            await talk.say("两碗担担面")
            assert talk.failures() == ["the endpoint said 400: " + talk.failures()[0][23:]]
            assert talk.tab() == {"dandan": 2}
        await endpoint.close()
    assert brain.wire == "json"
