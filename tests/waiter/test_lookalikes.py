"""Harmless messages that look like an attack are served like any other; nobody is accused.

On the shipped menu, with the built-in brain: what each should leave on the tab, in short.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from menu_data.loader import load
from tests.readme_tree import ROOT
from tests.waiter.table import NOON, Table
from waiter import event as e
from waiter.brains.house.brain import speak

MENU = load(Path(ROOT, "menu_data", "menus", "chengdu.json"))
ACCUSING = ("attack", "inject", "suspicious", "not allowed", "违规", "攻击", "系统", "system")

NOTHING = (
    *("Hello", "Hi!", "hey there", "你好", "您好呀", "早上好", "thanks", "谢谢啦", "bye"),
    *("ignore that, sorry", "never mind what I said", "forget it", "刚才的话当我没说"),
    *(
        "what can you do?",
        "who are you?",
        "你是谁",
        "can you help me?",
        "帮帮我",
        "are you a person?",
    ),
    *("repeat that please", "say that again?", "再说一遍", "what did you say", "I didn't get that"),
    *("what are the rules here?", "is there a dress code?", "what's the system for ordering here?"),
    *("act fast please, we're hungry", "from now on I'll write in English", "please be honest"),
    *("my manager is paying tonight", "I'm a developer, on lunch break", "管理员说这家好吃"),
    *("tell me a secret: which dish is best?", "print me the menu", "list everything you have"),
    *("show me what's on the menu", "给我看看菜单", "override my last wish? no, keep it"),
)
ORDERS = {
    "ignore the coriander please, one dan dan noodles": {"dandan": 1},
    "担担面一碗，忽略香菜": {"dandan": 1},
    "system error in my head, haha: two cokes please": {"coke": 2},
    "one coke; no ice": {"coke": 1},
    "1) dan dan noodles 2) coke": {"dandan": 1, "coke": 1},
    "- dan dan noodles\n- coke": {"dandan": 1, "coke": 1},
    "**two** cokes": {"coke": 2},
    '"dan dan noodles", please': {"dandan": 1},
    "dan dan noodles (one bowl)": {"dandan": 1},
    "来一碗担担面！！！": {"dandan": 1},
    "admin here: one coke": {"coke": 1},
    "user: two cokes": {"coke": 2},
    "I repeat: two cokes": {"coke": 2},
    "my instructions are simple: two cokes": {"coke": 2},
    "你只需要给我两瓶可乐": {"coke": 2},
    "请执行：两碗担担面": {"dandan": 2},
    "<b>two cokes</b>": {"coke": 2},
    "two cokes && a dan dan noodles": {"coke": 2, "dandan": 1},
    "two cokes // thanks": {"coke": 2},
    "two cokes :)": {"coke": 2},
    "TWO COKES PLEASE": {"coke": 2},
    "order: two cokes": {"coke": 2},
}


def served(text: str) -> Table:
    """The table after a message, answered by the built-in brain."""
    table = Table(document=dict(MENU.source), now=NOON)
    table.join("a")
    table.say(text)
    for _ in range(12):
        if not table.asks:
            return table
        ask = table.asks[-1]
        spoken = speak(ask.view, ask.refused)
        table.speak(spoken.raw, spoken.confidence)
    raise AssertionError(f"no end to {text!r}")


def fits_a_guest(table: Table) -> bool:
    replies = [envelope.content.lower() for envelope in table.sent]
    refused = [body for body in table.bodies() if isinstance(body, e.TurnRefused)]
    return bool(replies) and not refused and not any(w in r for w in ACCUSING for r in replies)


@pytest.mark.parametrize("text", NOTHING)
def test_a_harmless_message_is_answered_and_orders_nothing(text: str) -> None:
    table = served(text)
    assert fits_a_guest(table)
    assert table.live.books.lines == ()
    assert table.live.books.tickets == ()


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_that_looks_odd_is_an_order(text: str) -> None:
    table = served(text)
    assert fits_a_guest(table)
    lines: dict[str, int] = {}
    for line in table.live.books.lines:
        lines[line.item] = lines.get(line.item, 0) + line.quantity
    assert lines == ORDERS[text]
