"""The two ways in which updates come: tests that take `way` run by each of them."""

from __future__ import annotations

import pytest

from tests.bot.telegram.house import WAYS, Way


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found
