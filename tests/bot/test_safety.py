"""Nothing that a guest, a menu or a model wrote is obeyed by a terminal."""

from __future__ import annotations

import io
import json
import unicodedata
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from bot.console.drawing import TextScreen
from bot.console.safety import in_json, one_line, visible
from bot.console.wire import written
from waiter.envelope import Envelope, EnvelopeType, OpenRequest, Option

AT = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def obeyed(text: str) -> list[str]:
    """What of a text a terminal would act on, newlines aside."""
    return [c for c in text if c != "\n" and (unicodedata.category(c) == "Cc" or c in BIDI)]


@given(st.text(st.characters()))
def test_no_control_character_is_left(text: str) -> None:
    assert not obeyed(visible(text))
    assert not obeyed(one_line(text))
    assert "\n" not in one_line(text)


@given(st.text(st.characters(exclude_categories=["Cc", "Cf", "Zl", "Zp", "Cs"])))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(st.dictionaries(st.text(), st.text()))
def test_json_is_safe_and_still_the_same_value(row: dict[str, str]) -> None:
    text = written(row)
    assert json.loads(text) == row
    assert not obeyed(text)


def test_half_a_character_is_json_too() -> None:
    assert json.loads(in_json(json.dumps("\ud83c", ensure_ascii=False))) == "\ud83c"


def envelope(content: str, *labels: str, request: OpenRequest | None = None) -> Envelope:
    options = tuple(Option(n, f"o{n}", label) for n, label in enumerate(labels, 1))
    kind: EnvelopeType = "advice" if request is None else "permission_request"
    numbers = (1, len(labels)) if labels else None
    return Envelope(
        "m1", 1, "v1", "guest", "x1", kind, AT, content, options=options, range=numbers,
        request=request,
    )  # fmt: skip


def drawn(sent: Envelope, width: int = 80, language: str = "zh") -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
    TextScreen(console, ZoneInfo("Asia/Shanghai")).show(sent, language)
    return file.getvalue()


HOSTILE = "\x1b]0;owned\x07\x1b[2J[bold red]:smile:[/]\u202e9.00\x9b31m\r"


def test_a_hostile_text_is_drawn_as_text() -> None:
    out = drawn(envelope(HOSTILE, HOSTILE))
    assert not obeyed(out)
    assert out.count("[bold red]:smile:[/]") == 2
    assert "\\x1b[2J" in out


@pytest.mark.parametrize("width", [80, 40, 30])
def test_lines_fit_the_width_with_full_width_characters(width: int) -> None:
    long = "好的，已记下：担担面（不辣）×1、宫保鸡丁盖饭×2、可乐×1。" * 3
    out = drawn(envelope(long, "清蒸江团 时价", "担担面 ¥16.00"), width)
    lines = out.splitlines()
    assert max(cell_len(line) for line in lines) <= width
    assert "".join(line.strip() for line in lines).count("宫保鸡丁盖饭") == 3


def test_options_stand_under_each_other_and_a_sold_out_one_has_no_number() -> None:
    numbers = (1, None, *range(2, 10))
    options = tuple(Option(n, f"o{n}", f"dish {at}") for at, n in enumerate(numbers, 1))
    sent = Envelope(
        "m1", 1, "v1", "guest", "x1", "advice", AT, "choose", options=options, range=(1, 9)
    )
    lines = drawn(sent, language="en").splitlines()[1:]
    assert len({line.index("dish") for line in lines}) == 1
    assert [line.split()[0] for line in lines[:3]] == ["1.", "dish", "2."]


def test_a_requests_time_is_the_restaurants() -> None:
    request = OpenRequest("r1", "submit", datetime(2026, 5, 4, 4, 15, tzinfo=UTC))
    assert "12:15" in drawn(envelope("please check", request=request))


def test_nothing_is_coloured_where_nobody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, highlight=False)
    TextScreen(console, ZoneInfo("UTC")).show(envelope("hello", "tea"), "en")
    assert "\x1b[3" not in file.getvalue()
    assert "hello" in file.getvalue()
