"""Exact replay of a transcript, without a model: the same code must decide the same things again.

What came from outside is taken from the record: guests, staff, timers, payments, what brains said,
what `read` apps brought back, and what the house looked like at each point. All else happens again
on a fresh ledger in memory: every draft, commit and act of staff is run, every decision made. The
first record that comes out differently is the `Divergence`.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.contract import OutsideApp, Problem, Snapshot
from apps.ledger.books import Books
from apps.ledger.store import LedgerStore
from apps.table import find_app
from menu_data.menu import Menu
from waiter import acting, codec, elsewhere
from waiter import event as e
from waiter.exchange import Impossible
from waiter.live import LiveVisit, Outside
from waiter.storage import Record, Storage, Unit
from waiter.transcript import Transcript, to_json

# What a unit brings about itself; everything else from outside begins one. So does the result of an
# app that looked outside the house.
_RESULTS = (e.HouseSeen, e.AppReturned, e.StaffActReturned)
WHO = "replay"


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first record that came out differently. `diff`: recorded against replayed, unified."""

    seq: int
    kind: str
    diff: str

    def __str__(self) -> str:
        return f"event {self.seq} ({self.kind}) came out differently:\n{self.diff}"


def replay(transcript: Transcript) -> Divergence | None:
    """Play a transcript again; None when every record comes out as it stands."""
    storage = Storage.in_memory()
    try:
        return _Replay(transcript, storage).run()
    finally:
        storage.close()


class _OffRecord(Exception):
    """The replay needs something that the record doesn't have."""


@dataclass(slots=True)
class _Replay:
    transcript: Transcript
    storage: Storage
    live: LiveVisit = field(init=False)

    def run(self) -> Divergence | None:
        self._open()
        for start, end in _units(self.transcript.records):
            divergence = self._unit(start, end)
            if divergence is not None:
                return divergence
        return None

    def _open(self) -> None:
        """An empty house; what it has, each unit's own `HouseSeen` says."""
        with self.storage.unit() as unit:
            outside = Outside(lambda: self._next().event.at, lambda: self._next().event.nonce)
            self.live = LiveVisit.load(unit, self.transcript.visit, outside, self._menu)
            self.live.call = self._call
            self.live.against = self._against

    def _unit(self, start: int, end: int) -> Divergence | None:
        """One unit of the record, from index `start` to before `end`, played and compared."""
        recorded = self.transcript.records[start:end]
        first = recorded[0].event.body
        given = recorded[1 if isinstance(first, e.HouseSeen) else 0 :]
        body = given[0].event.body if given else first
        try:
            with self.storage.unit() as unit:
                if isinstance(first, e.HouseSeen):
                    self._show_house(unit, first)
                self.live.take(unit, body)  # type: ignore[arg-type]  # units begin with Outside
        except (Impossible, _OffRecord) as broken:
            last = recorded[-1].event
            return Divergence(last.seq, codec.kind_of(last.body), f"the replay broke: {broken}")
        replayed = self.storage.reading().journal.read(self.transcript.visit, start)
        return _compare(recorded, replayed)

    def _show_house(self, unit: Unit, seen: e.HouseSeen) -> None:
        """What others had changed of the house by then."""
        menu = self._menu(unit, seen.menu)
        unit.ledger.publish(menu, WHO, self.transcript.clock)
        unit.ledger.set_availability(seen.availability)

    def _next(self) -> Record:
        """The recorded event in the place of the one that comes next."""
        seq = self.live.state.seq
        if seq >= len(self.transcript.records):
            raise _OffRecord("more happens than was recorded")
        return self.transcript.records[seq]

    def _menu(self, unit: Unit, version: str) -> Menu:  # noqa: ARG002 - as the runner's
        if version not in self.transcript.menus:
            raise _OffRecord(f"menu version {version!r} is not in the header")
        return self.transcript.menus[version]

    def _against(self, _unit: Unit, _visit: str, order: e.ActForStaff) -> Problem | None:
        """What other visits had against an act is in the record: it is what refused it."""
        body = self._next().event.body
        if not isinstance(body, e.StaffActReturned) or body.act != order.act or body.ok:
            return None
        problem: Mapping[str, Any] = next(iter(body.result.get("problems", ())), {})
        code = problem.get("code")
        return Problem(code, problem.get("subject", "")) if code in elsewhere.CODES else None

    def _call(
        self, ledger: LedgerStore, order: e.CallApp, snapshot: Snapshot
    ) -> tuple[e.AppReturned, Books]:
        """Drafts and commits run again; what a read brought back is in the record."""
        app = find_app(order.app)
        if app is None or app.effect != "read":
            return acting.call(ledger, order, snapshot)
        for record in self.transcript.records[self.live.state.seq :]:
            body = record.event.body
            if isinstance(body, e.AppReturned) and _address(body) == _address(order):
                return body, snapshot.books
        raise _OffRecord(f"no result of {order.app!r} (call {order.call} of {order.exchange})")


def _address(body: e.AppReturned | e.CallApp) -> tuple[str, str, int, str]:
    return body.guest, body.exchange, body.call, body.app


def _units(records: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Where each unit of the record begins and ends: an input, and all that followed from it."""
    starts = [index for index, record in enumerate(records) if _begins_a_unit(record.event.body)]
    begins = [
        index - 1 if index and isinstance(records[index - 1].event.body, e.HouseSeen) else index
        for index in starts
    ]
    ends = [*begins[1:], len(records)]
    yield from zip([0, *begins[1:]], ends, strict=True) if begins else ()


def _begins_a_unit(body: e.Body) -> bool:
    if isinstance(body, e.AppReturned):
        return isinstance(find_app(body.app), OutsideApp)
    return codec.kind_of(body) in codec.OUTSIDE and not isinstance(body, _RESULTS)


def _compare(recorded: Sequence[Record], replayed: Sequence[Record]) -> Divergence | None:
    for index in range(max(len(recorded), len(replayed))):
        before = to_json(recorded[index]) if index < len(recorded) else {}
        after = to_json(replayed[index]) if index < len(replayed) else {}
        if before != after:
            either = before or after
            return Divergence(either["seq"], either["kind"], _diff(before, after))
    return None


def _diff(before: dict[str, Any], after: dict[str, Any]) -> str:
    lines = difflib.unified_diff(
        _shown(before), _shown(after), "recorded", "replayed", lineterm="", n=2
    )
    return "\n".join(lines)


def _shown(record: dict[str, Any]) -> list[str]:
    if not record:
        return []
    return json.dumps(record, ensure_ascii=False, sort_keys=True, indent=2).splitlines()
