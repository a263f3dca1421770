"""Conversations with their good turns, and a model that knows them: it finds its line by what the
chat it was sent says, so a prompt that loses the thread loses the conversation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.waiter.brains.llm.endpoint import Answer, Request, refusing, streamed
from waiter.brains.llm.structured import from_turn
from waiter.brains.llm.texts import prompt_texts

GREETED, AGREED = "(opening)", "(yes)"
_SITUATION = prompt_texts().situation


@dataclass(frozen=True, slots=True)
class Script:
    """`lines`: what the guest types, and the model's turns by how many answers of apps it has seen
    since (a question answered by number has one already); None where the house answers by itself.

    `greeting` and `agreed` are said at the start and after a yes, whose turns are empty.
    """

    language: str
    greeting: str
    lines: tuple[tuple[str, Mapping[int, str] | None], ...]
    agreed: str

    def turns(self) -> Mapping[str, Mapping[int, str]]:
        known = {text: turns for text, turns in self.lines if turns}
        return {GREETED: {0: self.greeting}, **known, AGREED: {1: self.agreed}}

    def in_order(self) -> Iterator[str]:
        """All turns as they come up."""
        yield self.greeting
        for turns in (turns for _, turns in self.lines if turns is not None):
            yield from turns.values() if turns else (self.agreed,)


def call(app: str, **params: Any) -> str:
    return f"to_sys: {json.dumps({'app': app, **params}, ensure_ascii=False)}"


def knows(script: Script) -> Callable[[Request], Answer]:
    """A model that speaks the script's turns, in whichever wire it is asked."""
    turns = script.turns()

    def answer(request: Request) -> Answer:
        heard, answers = _where(request)
        if heard not in turns or answers not in turns[heard]:
            return refusing(404, f"no line at {heard!r} after {answers} answers")
        turn = turns[heard][answers]
        return streamed(from_turn(turn) if "response_format" in request else turn)

    return answer


def _where(request: Request) -> tuple[str, int]:
    """What the guest said last, and how many answers of apps have come since."""
    heard, answers = "", 0
    for message in request["messages"]:
        if message["role"] != "user":
            continue
        for line in message["content"].splitlines():
            if line.startswith("user: "):
                heard, answers = line.removeprefix("user: "), 0
            elif line == _SITUATION.granted:
                heard, answers = AGREED, 0
            elif line.startswith(_SITUATION.opening.split(".")[0]):
                heard, answers = GREETED, 0
            elif line.startswith("sys: "):
                answers += 1
    return heard, answers


ZH = Script(
    "zh",
    "to_user: 您好，欢迎光临！今天想吃点什么？",
    (
        (
            "两碗担担面，一碗别放辣",
            {
                0: call(
                    "order",
                    lines=[
                        {"dish": "dandan", "quantity": 1},
                        {"dish": "dandan", "quantity": 1, "modifiers": ["不辣"]},
                    ],
                ),
                1: "to_user: 记下了，两碗担担面，其中一碗不辣。",
            },
        ),
        (
            "来点红油抄手",
            {
                0: call("order", lines=[{"dish": "红油抄手", "quantity": None}]),
                1: "to_user: 红油抄手要几份？",
            },
        ),
        ("3", {1: "to_user: 好，红油抄手三份。"}),
        (
            "再来十五碗酸萝卜老鸭汤",
            {
                0: call("order", lines=[{"dish": "duck_soup", "quantity": 15}]),
                1: "to_user: 老鸭汤今天只剩十二份了，要十二份吗？",
            },
        ),
        ("不用了", None),
        ("就这些，下单吧", {0: call("submit")}),
        ("好的", {}),
        ("买单，小费一成", {0: call("checkout", tip="10%")}),
        ("好", {}),
    ),
    "to_user: 好了，请稍候。",
)
EN = Script(
    "en",
    "to_user: Welcome! What would you like?",
    (
        (
            "Anything cold with fruit?",
            {
                0: call("search", query="cold with fruit"),
                1: "to_user: Have a look at these.",
            },
        ),
        (
            "Two plum drinks without ice and a solo set with the sweet-water noodles",
            {
                0: call(
                    "order",
                    lines=[
                        {
                            "dish": "plum_drink",
                            "quantity": 2,
                            "modifiers": [{"group": "ice", "modifier": "none"}],
                        },
                        {
                            "dish": "solo_set",
                            "quantity": 1,
                            "choices": [
                                {"slot": "main", "item": "tianshui"},
                                {"slot": "side", "item": "cucumber"},
                                {"slot": "drink", "item": "coke"},
                            ],
                        },
                    ],
                ),
                1: "to_user: Two plum drinks without ice and a solo set, noted.",
            },
        ),
        (
            "Only one plum drink after all, and some water please",
            {
                0: call("order", action="change", lines=[{"dish": "plum_drink", "quantity": 1}]),
                1: call("staff", reason="service", summary="water"),
                2: "to_user: One plum drink it is, and somebody brings you water.",
            },
        ),
        ("What do I have so far?", {0: call("tab"), 1: "to_user: A plum drink and a solo set."}),
        ("Send it please", {0: call("submit", whose="mine")}),
        ("yes", {}),
    ),
    "to_user: Done, it will not be long.",
)
SCRIPTS = (ZH, EN)
