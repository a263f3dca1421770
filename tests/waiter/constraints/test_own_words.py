"""What the built-in brain tells of an order is said: no constraint refuses its own true words,
whatever dish of the menu is ordered in whatever way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from menu_data.menu import Menu
from tests.waiter.brains.talk import MENU, talking
from waiter import event as e
from waiter.brains.builtin import HouseBrain

WORDS = {
    "en": ("two {dish}", "one {dish}, no {how}", "one {dish} with {how}", "clear everything"),
    "zh": ("两份{dish}", "一份{dish}，不要{how}", "一份{dish}，要{how}", "清空"),
}


MOST = 4  # dishes that are ordered in the same way


def orders(menu: Menu, language: str) -> Iterator[str]:
    """Every dish as it is, and some without and with each way they can be made."""
    plain, without, with_it, _ = WORDS[language]
    made: Counter[tuple[str, str]] = Counter()
    for dish in menu.dishes.values():
        name = dish.name.said(language)
        yield plain.format(dish=name)
        for group in dish.groups:
            for modifier in group.modifiers:
                made[group.id, modifier.id] += 1
                if made[group.id, modifier.id] > MOST:
                    continue
                how = modifier.name.said(language)
                yield without.format(dish=name, how=how)
                yield with_it.format(dish=name, how=how)


@pytest.mark.parametrize("language", WORDS)
async def test_no_order_that_is_told_is_refused(language: str) -> None:
    async with talking(HouseBrain(), language=language) as talk:
        for order in orders(MENU, language):
            await talk.say(order)
            await talk.say(WORDS[language][-1])
        refused = [body.raw for body in talk.bodies() if isinstance(body, e.TurnRefused)]
        assert refused == []


async def test_a_sum_before_a_bracket_is_no_code() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        (reply,) = await talk.say("one mouth-watering chicken and the steamed river catfish")
        assert "(market prices not yet in it)" in reply.content


async def test_a_way_a_dish_is_made_is_no_statement_about_what_is_in_it() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        (reply,) = await talk.say("dandan noodles without peanuts")
        assert "Dandan noodles (no crushed peanuts)" in reply.content
        assert talk.refused() == []
