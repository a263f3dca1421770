from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menu_data.hours import is_open, next_open, open_until, parse_days, parse_time, today
from menu_data.menu import DAYS, Span

# Zones without a jump, with jumps of an hour at 1:00, 2:00 and 3:00, of half an hour, at midnight.
ZONES = [
    "UTC",
    "Asia/Shanghai",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
]
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
# Days on and around which clocks of these zones jump, and an ordinary one.
JUMPS = [
    date(2026, 3, 8),
    date(2026, 3, 29),
    date(2026, 4, 5),
    date(2026, 9, 6),
    date(2026, 10, 4),
    date(2026, 10, 25),
    date(2026, 11, 1),
    date(2026, 6, 10),
]


def span(days: str, opens: str, closes: str) -> Span:
    return Span(parse_days(days), parse_time(opens), parse_time(closes))


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@lru_cache(maxsize=64)
def minutes(zone: str, day: date) -> list[tuple[datetime, datetime]]:
    """Every minute around a day: the instant and what the wall clock shows then."""
    start = datetime.combine(day, time(), UTC) - 3 * DAY
    instants = (start + step * MINUTE for step in range(6 * 24 * 60))
    return [(i, i.astimezone(ZoneInfo(zone)).replace(tzinfo=None)) for i in instants]


def first(walked: list[tuple[datetime, datetime]], wall: datetime) -> datetime:
    """The first minute at which the wall clock shows a time or later."""
    return next(instant for instant, shown in walked if shown >= wall)


def open_by_walking(spans: list[Span], now: datetime, zone: str) -> bool:
    local = now.astimezone(ZoneInfo(zone)).date()
    walked = minutes(zone, local)
    for day in (local - DAY, local):
        for each in spans:
            if day.weekday() in each.days:
                end = day if each.close > each.open else day + DAY
                opens = first(walked, datetime.combine(day, each.open))
                closes = first(walked, datetime.combine(end, each.close))
                if opens <= now < closes:
                    return True
    return False


clock = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 45]))
days = st.frozensets(st.integers(0, 6), min_size=1)
many_spans = st.lists(st.builds(Span, days, clock, clock), min_size=1, max_size=3)
instants = st.builds(
    lambda day, minute: datetime.combine(day, time(), UTC) + minute * MINUTE - 12 * 60 * MINUTE,
    st.sampled_from(JUMPS),
    st.integers(0, 48 * 60),
)


@settings(max_examples=500)
@given(many_spans, instants, st.sampled_from(ZONES))
def test_open_is_what_walking_the_minutes_says(spans: list[Span], now: datetime, zone: str) -> None:
    assert is_open(spans, now, zone) == open_by_walking(spans, now, zone)


@given(many_spans, instants, st.sampled_from(ZONES))
def test_it_is_closed_until_next_open_and_open_then(
    spans: list[Span], now: datetime, zone: str
) -> None:
    opens = next_open(spans, now, zone)
    assert opens is not None
    assert opens.tzinfo is UTC
    assert now <= opens <= now + 8 * DAY
    assert is_open(spans, opens, zone)
    assert opens == now or not is_open(spans, now, zone)
    assert opens == now or not is_open(spans, opens - MINUTE, zone)


@given(many_spans, instants, st.sampled_from(ZONES))
def test_it_stays_open_until_a_span_closes(spans: list[Span], now: datetime, zone: str) -> None:
    closes = open_until(spans, now, zone)
    assert (closes is None) == (not is_open(spans, now, zone))
    if closes is not None:
        assert now < closes
        assert is_open(spans, closes - MINUTE, zone)


def test_no_hours_at_all_is_always_open() -> None:
    now = at("2026-05-04 03:00")
    assert is_open(None, now, "UTC")
    assert next_open(None, now, "UTC") == now
    assert open_until(None, now, "UTC") is None
    assert today(None, now, "UTC") == ()


def test_no_spans_is_never_open() -> None:
    assert not is_open((), at("2026-05-04 03:00"), "UTC")
    assert next_open((), at("2026-05-04 03:00"), "UTC") is None


def test_the_closing_minute_is_closed_and_the_opening_minute_open() -> None:
    lunch = [span("mon-sun", "11:00", "14:00")]
    assert is_open(lunch, at("2026-05-04 11:00"), "UTC")
    assert is_open(lunch, at("2026-05-04 13:59"), "UTC")
    assert not is_open(lunch, at("2026-05-04 14:00"), "UTC")


def test_a_span_past_midnight_belongs_to_the_day_it_opens_on() -> None:
    friday_night = [span("fri", "21:00", "02:00")]
    zone = "Asia/Shanghai"
    assert is_open(friday_night, at("2026-05-08 23:00", zone), zone)
    assert is_open(friday_night, at("2026-05-09 01:59", zone), zone)
    assert not is_open(friday_night, at("2026-05-08 01:00", zone), zone)
    assert not is_open(friday_night, at("2026-05-09 21:00", zone), zone)
    assert today(friday_night, at("2026-05-09 01:00", zone), zone) == ()
    assert open_until(friday_night, at("2026-05-09 01:00", zone), zone) == at(
        "2026-05-09 02:00", zone
    )


def test_a_close_equal_to_the_open_is_all_day() -> None:
    sunday = [span("sun", "06:00", "06:00")]
    assert is_open(sunday, at("2026-05-10 06:00"), "UTC")
    assert is_open(sunday, at("2026-05-11 05:59"), "UTC")
    assert not is_open(sunday, at("2026-05-11 06:00"), "UTC")


def test_an_hour_that_the_clock_skips_opens_when_it_jumps() -> None:
    zone = "America/New_York"  # 2026-03-08: 02:00 becomes 03:00
    early = [span("sun", "02:30", "05:00")]
    assert next_open(early, at("2026-03-08 00:00", zone), zone) == at("2026-03-08 03:00", zone)


def test_an_hour_that_comes_twice_opens_once() -> None:
    zone = "America/New_York"  # 2026-11-01: 02:00 becomes 01:00
    late = [span("sat", "20:00", "01:30")]
    first_pass = datetime(2026, 11, 1, 5, 15, tzinfo=UTC)
    second_pass = datetime(2026, 11, 1, 6, 15, tzinfo=UTC)
    assert is_open(late, first_pass, zone)
    assert not is_open(late, second_pass, zone)


def test_next_open_is_in_the_restaurants_zone_and_told_in_utc() -> None:
    lunch = [span("mon-fri", "11:00", "14:00")]
    friday_evening = at("2026-05-08 20:00", "Asia/Shanghai")
    assert next_open(lunch, friday_evening, "Asia/Shanghai") == datetime(
        2026, 5, 11, 3, 0, tzinfo=UTC
    )


def test_today_is_by_the_restaurants_date_and_the_earliest_first() -> None:
    dinner, lunch = span("mon-sun", "17:00", "22:00"), span("mon", "11:00", "14:00")
    monday_there = at("2026-05-03 18:00")
    assert today([dinner, lunch], monday_there, "Asia/Shanghai") == (lunch, dinner)
    assert today([dinner, lunch], monday_there, "UTC") == (dinner,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mon-sun", {0, 1, 2, 3, 4, 5, 6}),
        ("mon,wed,fri", {0, 2, 4}),
        ("sat-mon", {5, 6, 0}),
        ("tue", {1}),
        ("Mon - Tue, Sun", {0, 1, 6}),
        ("sun-sun", {6}),
    ],
)
def test_days_are_read(text: str, expected: set[int]) -> None:
    assert parse_days(text) == expected


@given(st.integers(0, 6), st.integers(0, 6))
def test_a_range_of_days_starts_and_ends_where_it_says(start: int, end: int) -> None:
    read = parse_days(f"{DAYS[start]}-{DAYS[end]}")
    assert read == {(start + step) % 7 for step in range(7) if step <= (end - start) % 7}


@pytest.mark.parametrize("text", ["", "monday", "mon-", "-mon", "mon,,tue", "mon-wed-fri", "一"])
def test_what_names_no_days_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no days"):
        parse_days(text)


@pytest.mark.parametrize("text", ["24:01", "9:30", "09:60", "0930", "", "２１:00", "-1:00"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no time of day"):
        parse_time(text)


def test_midnight_may_be_written_24() -> None:
    assert parse_time("24:00") == time(0, 0)
    evening = [span("mon", "18:00", "24:00")]
    assert is_open(evening, at("2026-05-04 23:59"), "UTC")
    assert not is_open(evening, at("2026-05-05 00:00"), "UTC")
