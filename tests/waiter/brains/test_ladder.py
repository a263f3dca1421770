"""The ladder: who speaks, why, and what happens when the model fails on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.waiter.brains.llm.endpoint import in_turn, serving, streamed
from tests.waiter.brains.llm.scripts import call
from tests.waiter.brains.talk import Doubting, talking
from waiter import event as e
from waiter.brains.ladder import REST, Ladder
from waiter.brains.llm.brain import LlmBrain
from waiter.brains.llm.client import OpenAIEndpoint
from waiter.turn import ToUser as Reply
from waiter.turn import render
from waiter.view import ModelUnavailable, Refused, Spoken, View

VAGUE, VAGUE_TOO = "老样子，担担面两份", "跟隔壁桌一样"
ORDERED = call("order", lines=[{"dish": "dandan", "quantity": 2}])


@dataclass(slots=True)
class Model:
    """Speaks its turns in order; an exception among them is its failure, and its last word."""

    turns: list[str | ModelUnavailable]
    name: str = "llm"
    asked: list[str] = field(default_factory=list)

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        self.asked.append(view.heard)
        turn = self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]
        if isinstance(turn, ModelUnavailable):
            raise turn
        return Spoken(turn, model="small")


DEAD = ModelUnavailable("connection failed")


def reasons(bodies: list[e.BrainSpoke]) -> list[str | None]:
    return [body.reason for body in bodies]


async def test_the_built_in_brain_speaks_where_it_is_sure() -> None:
    model = Model([DEAD])
    async with talking(Ladder(Doubting(), model)) as talk:
        await talk.say("两碗担担面")
        assert talk.tab() == {"dandan": 2}
        assert reasons(talk.spoken()) == ["house: sure (0.90)"] * 2
    assert model.asked == []


async def test_the_model_speaks_where_it_is_not_sure() -> None:
    model = Model([ORDERED, "to_user: 老样子，两碗担担面。"])
    async with talking(Ladder(Doubting(VAGUE), model)) as talk:
        [reply] = await talk.say(VAGUE)
        assert reply.content == "老样子，两碗担担面。"
        assert talk.tab() == {"dandan": 2}
        assert reasons(talk.spoken()) == ["llm: house is not sure (0.20)"] * 2
        assert [body.model for body in talk.spoken()] == ["small", "small"]


async def test_whoever_speaks_the_journal_names_the_brain_that_was_chosen() -> None:
    async with talking(Ladder(Doubting(VAGUE), Model(["to_user: 好的。"]))) as talk:
        await talk.say(VAGUE)
        await talk.say("两碗担担面")
        assert {body.brain for body in talk.spoken()} == {"ladder"}


async def test_the_built_in_brain_speaks_when_the_model_fails() -> None:
    unsure = "两碗担担面"
    async with talking(Ladder(Doubting(unsure), Model([DEAD]))) as talk:
        [reply] = await talk.say(unsure)
        assert talk.tab() == {"dandan": 2}
        assert "担担面" in reply.content
        first, second = reasons(talk.spoken())
        assert first == "house: llm failed: connection failed (0.20)"
        assert second == "house: llm rests after: connection failed (0.20)"
        assert talk.failures() == []  # nobody was missing


async def test_a_model_that_failed_is_left_alone_for_a_while() -> None:
    model, now = Model([DEAD]), [0.0]
    ladder = Ladder(Doubting(VAGUE, VAGUE_TOO), model, clock=lambda: now[0])
    async with talking(ladder) as talk:
        await talk.say(VAGUE)
        now[0] = REST - 0.1
        await talk.say(VAGUE_TOO)
        assert model.asked == [VAGUE]
        now[0] = REST
        await talk.say(VAGUE_TOO)
    assert model.asked == [VAGUE, VAGUE_TOO]


async def test_a_refused_model_speaks_again_and_hears_why() -> None:
    model = Model(["好的", "to_user: 好的，老样子。"])
    async with talking(Ladder(Doubting(VAGUE), model)) as talk:
        [reply] = await talk.say(VAGUE)
        assert talk.refused() == ["no_marker"]
        assert reply.content == "好的，老样子。"


async def test_what_the_model_had_done_is_told_when_it_fails_before_telling() -> None:
    async with talking(Ladder(Doubting(VAGUE), Model([ORDERED, DEAD]))) as talk:
        [reply] = await talk.say(VAGUE)
        assert talk.tab() == {"dandan": 2}
        assert "担担面" in reply.content


async def test_nothing_is_ordered_twice_when_the_model_fails_after_its_call() -> None:
    """The built-in brain would order what the model has ordered, in other words."""
    text = "担担面两碗，可乐一瓶"
    said = call("order", lines=[{"dish": "coke", "quantity": 1}, {"dish": "担担面", "quantity": 2}])
    async with talking(Ladder(Doubting(text), Model([said, DEAD]))) as talk:
        await talk.say(text)
        assert talk.tab() == {"dandan": 2, "coke": 1}
        assert talk.called() == ["order"]


async def test_another_brains_plan_is_not_gone_on_with() -> None:
    """Its own plan is two calls; the model's one was neither, so the second must not follow it."""
    text = "两碗担担面，下单"
    async with talking(Ladder(Doubting(text), Model([call("menu"), DEAD]))) as talk:
        await talk.say("一瓶可乐")
        [reply] = await talk.say(text)
        assert reply.type != "permission_request"
        assert talk.called() == ["order", "menu"]
        assert talk.tab() == {"coke": 1}


async def test_calls_of_its_own_kind_are_gone_on_from() -> None:
    """Dead before the exchange began: the plan of two calls is carried out to its end."""
    text = "两碗担担面，下单"
    async with talking(Ladder(Doubting(text), Model([DEAD]))) as talk:
        sent = await talk.say(text)
        assert talk.called() == ["order"]
        assert sent[-1].type == "permission_request"


async def test_an_order_is_completed_though_the_endpoint_dies_in_mid_conversation() -> None:
    house = Doubting(VAGUE, VAGUE_TOO)
    turns = in_turn(streamed(ORDERED), streamed("to_user: 两碗担担面，好的。"))
    async with serving(turns) as served:
        endpoint = OpenAIEndpoint(served.url, "small", sleep=_no_wait)
        brain = LlmBrain(endpoint, wire="text")
        async with talking(Ladder(house, brain), house) as talk:
            await talk.say(VAGUE)
            served.stopping.set()
            served.port, endpoint.base_url = 0, "http://127.0.0.1:1/v1"
            await endpoint.close()
            assert (await talk.say(VAGUE_TOO))[-1].status != "error"
            await talk.say("再来一瓶可乐")
            [request] = await talk.say("下单")
            assert request.type == "permission_request"
            [placed] = await talk.say("好的")
            assert placed.type == "notification"
            [ticket] = talk.books().tickets
            assert [(line.line.item, line.line.quantity) for line in ticket.lines] == [
                ("dandan", 2),
                ("coke", 1),
            ]
            assert any("llm failed" in (reason or "") for reason in reasons(talk.spoken()))
        await endpoint.close()


async def test_a_greeting_needs_no_model() -> None:
    model = Model([DEAD])
    async with talking(Ladder(Doubting(), model), greet=True) as talk:
        assert len(talk.envelopes()) == 1
    assert model.asked == []


@dataclass(slots=True)
class Stubborn:
    """A built-in brain that says the same bad turn until it is told that it was refused."""

    confidence: float
    name: str = "house"

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        return Spoken(render(Reply("好的。")) if refused else "好的。", self.confidence)


async def test_a_refusal_of_its_own_turn_is_what_the_built_in_brain_hears_of() -> None:
    async with talking(Ladder(Stubborn(0.9), Model([DEAD]))) as talk:
        [reply] = await talk.say("好吃吗")
        assert talk.refused() == ["no_marker"]
        assert reply.content == "好的。"


async def test_a_refusal_of_the_models_turn_is_not_told_to_the_built_in_brain() -> None:
    house = Doubting("两碗担担面")
    async with talking(Ladder(house, Model(["好的", DEAD])), house) as talk:
        await talk.say("两碗担担面")
        assert talk.refused() == ["no_marker"]
        assert talk.tab() == {"dandan": 2}


async def _no_wait(seconds: float) -> None:
    """The client's pauses are its own tests' matter."""
