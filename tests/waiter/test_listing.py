"""Which list numbers are read against, when a question is open and something was listed since."""

from __future__ import annotations

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


async def test_numbers_pick_from_what_was_listed_since_a_question_and_words_still_answer_it() -> (
    None
):
    async with talking(HouseBrain()) as talk:
        await talk.say("来碗抄手")
        (soups,) = await talk.say("有什么汤")
        assert [option.id for option in soups.options] == ["tomato_egg_soup", "duck_soup"]
        await talk.say("1")
        assert talk.tab() == {"tomato_egg_soup": 1}
        await talk.say("红油的")
        assert talk.tab() == {"tomato_egg_soup": 1, "hongyou_chaoshou": 1}


async def test_a_question_is_answered_by_number_where_nothing_was_listed_since() -> None:
    async with talking(HouseBrain()) as talk:
        await talk.say("来碗抄手")
        await talk.say("有停车位吗")
        await talk.say("2")
        assert talk.tab() == {"qingtang_chaoshou": 1}
