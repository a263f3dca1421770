"""A text that wants what another guest has, and one that only begins so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.words.likewise import Likewise, likewise

NAMES = ("Ann", "王芳", "Bo", "Bo2")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("+1", Likewise(each=1)), ("＋1！", Likewise(each=1)), ("+ 2", Likewise(each=2)),
     ("plus one please", Likewise(each=1)), ("加一", Likewise(each=1)),
     ("我也来一份，谢谢", Likewise(each=1)), ("One for me too!", Likewise(each=1)),
     ("me too", Likewise()), ("我也要", Likewise()), ("同上", Likewise()),
     ("same as Ann", Likewise("Ann")), ("I'll have what ann is having, please", Likewise("Ann")),
     ("跟王芳一样", Likewise("王芳")), ("王芳点的我也要", Likewise("王芳")),
     ("same as bo2", Likewise("Bo2")), ("same as Bo", Likewise("Bo"))],
)  # fmt: skip
def test_what_is_wanted_of_whom(text: str, meant: Likewise) -> None:
    assert likewise(text, NAMES) == meant


@pytest.mark.parametrize(
    "text",
    ["1", "one", "+", "+0", "+1 beer", "me too, a beer", "我也来一份面", "我也要一份鱼",
     "same as Cy", "跟王一样", "same as Ann but large", "is it the same as Ann's?", "-1", "+1+1",
     "", "+123"],
)  # fmt: skip
def test_what_says_more_or_less_is_none_of_it(text: str) -> None:
    assert likewise(text, NAMES) is None


@given(st.text(max_size=40))
def test_nobody_is_named_who_is_not_in_the_text(text: str) -> None:
    found = likewise(text, NAMES)
    assert found is None or found.who is None or found.who.lower()[:1] in text.lower()
