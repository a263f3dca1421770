"""A house of guests in a process of its own: killed while they write, and under a little load."""

from __future__ import annotations

import pytest

from benchmarks.telegram import kills, load

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


async def test_killed_three_times_under_load_nothing_is_lost_or_done_twice() -> None:
    assert await kills.run(chats=20, kills=3)


async def test_a_small_house_under_load_keeps_its_order() -> None:
    assert await load.run(chats=10, seconds=6.0)
