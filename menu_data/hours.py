"""Opening hours on a clock that may jump: whether it is open, when it opens next, today's spans.

Pure: now (UTC) and the zone come in as values. A span belongs to the day it opens on. A time of day
means the first instant at which the wall clock of that zone shows it or later, so an hour that is
skipped in spring or repeated in autumn opens and closes once. Neighbours: `format` reads days and
times with it, `apps` asks it before an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from menu_data.menu import DAYS, Span
from menu_data.told import told

DAYS_AHEAD = 8  # a weekly span comes round within seven days; one more where a clock jump ate it
DAYS_BACK = 2  # an all-day span opened the day before, seen from a zone whose clock jumped

_TIME = re.compile(r"([01][0-9]|2[0-4]):([0-5][0-9])")
_SECOND = timedelta(seconds=1)


def parse_days(text: str) -> frozenset[int]:
    """Days of the week (0 = Monday) of "mon-sun", "mon,wed,fri" or "sat-mon".

    ValueError where a day is unknown.
    """
    days: set[int] = set()
    for part in text.lower().split(","):
        ends = [piece.strip() for piece in part.split("-")]
        if len(ends) > 2 or any(end not in DAYS for end in ends):
            raise ValueError(told("names_no_days", found=repr(part.strip())))
        start, end = DAYS.index(ends[0]), DAYS.index(ends[-1])
        days.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    return frozenset(days)


def parse_time(text: str) -> time:
    """The time of day of "09:30"; "24:00" is midnight. ValueError where it is none."""
    found = _TIME.fullmatch(text)
    if not found or (found[1] == "24" and found[2] != "00"):
        raise ValueError(f"{text!r} is no time of day")
    return time(int(found[1]) % 24, int(found[2]))


def is_open(spans: Sequence[Span] | None, now_utc: datetime, zone: str) -> bool:
    """Whether one of the spans is running; None is always open."""
    return spans is None or any(
        opens <= now_utc < closes for opens, closes in _intervals(spans, now_utc, zone, 1)
    )


def open_until(spans: Sequence[Span] | None, now_utc: datetime, zone: str) -> datetime | None:
    """When the span that is running now closes (UTC, the last where several run); None if none."""
    if spans is None:
        return None
    running = [
        closes for opens, closes in _intervals(spans, now_utc, zone, 1) if opens <= now_utc < closes
    ]
    return max(running, default=None)


def next_open(spans: Sequence[Span] | None, now_utc: datetime, zone: str) -> datetime | None:
    """The first instant from now on at which it is open (UTC): now itself where it is open now.

    None where nothing opens within 8 days.
    """
    if is_open(spans, now_utc, zone):
        return now_utc
    coming = [
        opens
        for opens, closes in _intervals(spans or (), now_utc, zone, DAYS_AHEAD)
        if now_utc < opens < closes
    ]
    return min(coming, default=None)


def today(spans: Sequence[Span] | None, now_utc: datetime, zone: str) -> tuple[Span, ...]:
    """The spans that open on today's date in that zone, the earliest first; () for None."""
    weekday = now_utc.astimezone(ZoneInfo(zone)).weekday()
    return tuple(
        sorted((span for span in spans or () if weekday in span.days), key=lambda span: span.open)
    )


def _intervals(
    spans: Sequence[Span], now_utc: datetime, zone: str, ahead: int
) -> Iterator[tuple[datetime, datetime]]:
    """Opening and closing instants (UTC) of the days around now."""
    info = ZoneInfo(zone)
    here = now_utc.astimezone(info).date()
    for offset in range(-DAYS_BACK, ahead + 1):
        day = here + timedelta(days=offset)
        for span in spans:
            if day.weekday() in span.days:
                end = day if span.close > span.open else day + timedelta(days=1)
                yield _instant(day, span.open, info), _instant(end, span.close, info)


def _instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The first instant (UTC, whole seconds) at which the wall clock shows this time or later."""
    wall = datetime.combine(day, at)
    first = wall.replace(tzinfo=zone).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) == wall:
        return first
    # The clock skips this time. Read with the offsets before and after, it encloses the jump.
    before, after = wall.replace(tzinfo=zone, fold=1).astimezone(UTC), first
    while after - before > _SECOND:
        middle = before + (after - before) // 2
        if middle.astimezone(zone).replace(tzinfo=None) >= wall:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0)
