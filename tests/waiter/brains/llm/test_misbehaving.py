"""Whatever an endpoint does, nothing comes of a bad turn, and the guest gets a sensible answer."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from apps.table import APP_NAMES
from tests.waiter.brains.llm.endpoint import Answer, Request, in_turn, serving, streamed
from tests.waiter.brains.llm.misbehaving import OUTAGES, TURNS
from tests.waiter.brains.llm.scripts import call
from tests.waiter.brains.talk import Doubting, Talk, talking
from waiter import event as e
from waiter.brains.ladder import Ladder
from waiter.brains.llm.brain import LlmBrain
from waiter.brains.llm.client import OpenAIEndpoint, Patience
from waiter.turn import ToUser, parse
from waiter.wording import grammar_words

ORDER = "两碗担担面"


@asynccontextmanager
async def told_by(answer: Callable[[Request], Answer]) -> AsyncIterator[LlmBrain]:
    async with serving(answer) as served:
        patience = Patience(connect=2.0, silence=0.05, turn=10.0)
        endpoint = OpenAIEndpoint(served.url, "small", patience=patience, sleep=_no_wait)
        yield LlmBrain(endpoint)
        await endpoint.close()


async def _no_wait(seconds: float) -> None:
    """The client's pauses are its own tests' matter."""


def fit_for_a_guest(talk: Talk) -> bool:
    """Every envelope is a text that the grammar would let a brain say."""
    words = grammar_words()
    return all(
        isinstance(parse(f"to_user: {one.content}", APP_NAMES, wording=words), ToUser)
        for one in talk.envelopes()
    )


def calls_of_good_turns(talk: Talk) -> bool:
    """No call was made that doesn't follow an accepted turn at once."""
    bodies = [body for body in talk.bodies() if not isinstance(body, e.BrainAsked)]
    return all(
        isinstance(before, e.TurnAccepted)
        for before, body in itertools.pairwise(bodies)
        if isinstance(body, e.CallMade)
    )


@pytest.mark.parametrize("mode", TURNS)
async def test_nothing_comes_of_a_bad_turn(mode: str) -> None:
    kind, raw = TURNS[mode]
    async with told_by(in_turn(streamed(raw, size=400))) as brain, talking(brain) as talk:
        sent = await talk.say(ORDER)
        assert talk.refused() == [kind, kind]
        assert calls_of_good_turns(talk)
        assert talk.tab() == {"dandan": 2}  # the built-in brain took over
        assert [one.type for one in sent] == ["notification"]
        assert "担担面" in sent[0].content
        assert fit_for_a_guest(talk)


@pytest.mark.parametrize("mode", OUTAGES)
async def test_an_outage_is_journalled_and_the_guest_served(mode: str) -> None:
    reason, answer = OUTAGES[mode]
    async with told_by(answer) as brain, talking(brain) as talk:
        sent = await talk.say(ORDER)
        # The guest's turn is asked for once: whoever stands in speaks to the end of the exchange.
        [failure] = talk.failures()
        assert reason in failure
        assert talk.refused() == []
        assert talk.tab() == {"dandan": 2}
        assert [one.type for one in sent] == ["notification"]
        assert fit_for_a_guest(talk)


@pytest.mark.parametrize("mode", TURNS)
async def test_where_nobody_is_sure_staff_are_called(mode: str) -> None:
    _, raw = TURNS[mode]
    unclear = Doubting("老样子")
    async with (
        told_by(in_turn(streamed(raw, size=400))) as brain,
        talking(Ladder(unclear, brain), unclear) as talk,
    ):
        sent = await talk.say("老样子")
        assert [one.type for one in sent] == ["error"]
        assert any(isinstance(body, e.StaffCalled) for body in talk.bodies())
        assert (talk.called(), talk.tab()) == ([], {})
        assert fit_for_a_guest(talk)


async def test_a_refused_turn_may_be_made_good() -> None:
    bad, good = TURNS["mixed"][1], call("order", dish="dandan", quantity=2)
    turns = in_turn(*(streamed(turn) for turn in (bad, good, "to_user: 两碗担担面，好的。")))
    async with serving(turns) as served:
        endpoint = OpenAIEndpoint(served.url, "small")
        async with talking(LlmBrain(endpoint)) as talk:
            await talk.say(ORDER)
            assert talk.refused() == ["mixed"]
            assert talk.tab() == {"dandan": 2}
        await endpoint.close()
    told = [message["content"] for message in served.requests[1]["messages"]]
    assert any("second marker" in text for text in told[-1:])


# Turns that are well formed, and wrong


async def test_a_dish_that_was_made_up_is_not_ordered() -> None:
    made_up = call("order", dish="龙肝凤髓", quantity=2)
    turns = in_turn(streamed(made_up), streamed("to_user: 我们没有这道菜，换一道好吗？"))
    async with told_by(turns) as brain, talking(brain) as talk:
        await talk.say(ORDER)
        assert talk.tab() == {}
        [fact] = [body for body in talk.bodies() if isinstance(body, e.AppReturned)]
        assert (fact.ok, fact.result["problems"][0]["code"]) == (False, "unknown_dish")


async def test_a_quantity_that_was_made_up_is_refused_and_asked_of_the_built_in_brain() -> None:
    turns = in_turn(streamed(call("order", dish="dandan", quantity=7)))
    async with told_by(turns) as brain, talking(brain) as talk:
        await talk.say(ORDER)
        assert talk.refused() == ["grounded", "grounded"]
        assert talk.tab() == {"dandan": 2}


async def test_a_dish_nobody_asked_for_is_refused() -> None:
    turns = in_turn(streamed(call("order", dish="mapo_rice", quantity=1)))
    async with told_by(turns) as brain, talking(brain) as talk:
        await talk.say(ORDER)
        assert talk.refused() == ["grounded", "grounded"]
        assert talk.tab() == {"dandan": 2}


async def test_a_claim_without_a_deed_is_never_said() -> None:
    claim = in_turn(streamed("to_user: 已经给您下单了，马上就好！"))
    async with told_by(claim) as brain, talking(brain) as talk:
        sent = await talk.say(ORDER)
        assert talk.refused() == ["deeds", "deeds"]
        assert all("已经给您下单" not in envelope.content for envelope in sent)
        assert talk.books().tickets == ()


async def test_a_model_that_never_stops_calling_is_stopped() -> None:
    async with told_by(in_turn(streamed(call("menu")))) as brain, talking(brain) as talk:
        sent = await talk.say(ORDER)
        assert len(sent) == 1
        assert len(talk.called()) <= 8
        assert fit_for_a_guest(talk)
