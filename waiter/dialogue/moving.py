"""A visit that staff put elsewhere: to another table, or together with another visit.

Whether it can be is `apps/acts/moving`'s; here is what it changes in the conversation. What two
visits hand over goes from the one's step into the other's inbox, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from waiter import event as e
from waiter.dialogue import decide, exchanges, send
from waiter.dialogue.stepping import Stepping
from waiter.exchange import Impossible
from waiter.habits import NO_HABIT, Habit
from waiter.session import Session

_HABIT = TypeAdapter(Habit)


def returned(s: Stepping, body: e.StaffActReturned) -> None:
    """An act of staff was carried out; one that puts the visit elsewhere does so now. `Impossible`:
    what another visit has handed over can't be taken up.
    """
    if body.act == "merged" and not body.ok:
        raise Impossible(f"another visit's books were refused: {body.result}")
    if not body.ok:
        return
    who = str(body.result.get("who", ""))
    match body.act:
        case "move":
            _moved(s, str(body.result["table"]), who)
        case "merge":
            _left(s, body.result, who)
        case "merged":
            _came(s, body.result)
        case _:
            pass


def _moved(s: Stepping, table: str, who: str) -> None:
    s.emit(e.VisitMoved(table, s.state.table, who))
    for guest in s.state.guests:
        send.tell(s, guest, "moved.here", table=table)


def _left(s: Stepping, result: Mapping[str, Any], who: str) -> None:
    """The visit ends: what runs is stopped; what nobody has heard yet is heard where they are."""
    into, visit = str(result["into"]), s.state.visit
    key = f"merge:{visit}:{s.event.seq}"
    unheard = [one for guest in s.state.guests for one in _unheard(s, guest)]
    coming = {
        "visit": visit,
        "table": s.state.table,
        "books": result["books"],
        "guests": [_known(s, one) for one in s.state.sessions.values()],
        "unheard": unheard,
    }
    asked = {guest for one in s.state.requests.values() for guest in one.entitled}
    for request in tuple(s.state.requests):
        s.emit(e.RequestVoided(request, "changed"))
    for guest in s.state.guests:
        send.tell(s, guest, "moved.together")
    _void(s, asked)
    s.emit(e.VisitMerged(into, who))
    s.order(e.TellVisit(into, f"{key}:books", e.StaffActed(f"{key}:books", "merged", coming, who)))
    s.order(e.TellVisit(visit, f"{key}:closed", e.VisitClosed("merge")))


def _void(s: Stepping, asked: set[str]) -> None:
    """Those whose yes was awaited hear that it isn't any more."""
    for guest in s.state.guests:
        if guest in asked:
            send.tell(s, guest, "moved.void")


def _unheard(s: Stepping, guest: str) -> Iterator[Mapping[str, Any]]:
    """What a guest wrote that nothing has come of: what waits, what a brain still thinks about."""
    running, waiting = s.session(guest).exchange, s.session(guest).queue
    if running is not None:
        s.order(e.CancelTask(guest, running.id))
        exchanges.close(s, guest, "interrupted")
        if running.said and not running.calls and not running.granted:
            yield _text(guest, running.said, running.opened_at)
    if waiting:
        s.emit(e.QueueTaken(guest))
    for one in waiting:
        if isinstance(one, e.GuestSaid):
            yield _text(guest, one.text, one.sent_at)


def _text(guest: str, text: str, at: datetime) -> Mapping[str, Any]:
    return {"guest": guest, "text": text, "at": at.isoformat()}


def _known(s: Stepping, session: Session) -> dict[str, Any]:
    """What goes with a guest, as JSON."""
    guest, attended = session.guest, session.attended
    return {
        "guest": guest,
        "language": session.language,
        "chosen": session.language_chosen,
        "allergies": sorted(s.state.allergies.get(guest, ())),
        "habit": _HABIT.dump_python(s.state.habits.get(guest, NO_HABIT), mode="json"),
        "attended": None if attended is None else {"who": attended.who, "place": attended.place},
    }


def _came(s: Stepping, result: Mapping[str, Any]) -> None:
    """Others sit here too: requests that no longer say what there is are void."""
    here, asked = s.state.guests, set[str]()
    arrived: Sequence[Mapping[str, Any]] = result["arrived"]
    for request in tuple(s.state.requests.values()):
        if not decide.still_holds(s, request):
            s.emit(e.RequestVoided(request.id, "changed"))
            asked.update(request.entitled)
    for one in arrived:
        habit = _HABIT.validate_python(one["habit"])
        came = e.GuestCame(
            one["guest"], str(result["visit"]), one["was"], one["language"], one["chosen"],
            tuple(one["allergies"]), habit,
        )  # fmt: skip
        s.emit(came)
        if one["attended"] is not None:
            s.emit(e.TakenOver(one["guest"], one["attended"]["who"], one["attended"]["place"]))
    names = {str(one["was"]): str(one["guest"]) for one in arrived}
    for guest in here if names else ():
        send.with_others(s, guest, list(names.values()))
    _void(s, asked)
    for number, one in enumerate(result["unheard"]):
        guest, at = names[str(one["guest"])], datetime.fromisoformat(one["at"])
        said = e.GuestSaid(f"{result['visit']}:{number}", guest, str(one["text"]), at)
        s.emit(e.InputQueued(guest, said=said))
