"""The structured answer of an envelope, told from the journal's events of its exchange. Pure.

Nothing is worked out anew: intents are what the brain said it had heard, steps and provenance are
calls and decisions that stand in the journal, suggestions follow from what the last call brought.
Sentences are in the catalogues (`step.*`, `next.*`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from waiter import event as e
from waiter.answer import (
    Answer,
    Intent,
    KnowledgeQuery,
    MainContent,
    Metadata,
    NextAction,
    Provenance,
    Suggestions,
    ToolInvocation,
)
from waiter.envelope import Envelope
from waiter.phrases import named, say
from waiter.telling import joined

HASH = 12  # hex digits of a file's hash that name its version
# What a call was for, where the brain that made it doesn't say what it heard.
INTENT_OF = {
    "menu": "menu", "search": "menu", "order": "order", "tab": "status", "submit": "confirm",
    "checkout": "bill", "staff": "staff",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Called:
    """A call and its end."""

    app: str
    params: Mapping[str, Any]
    ok: bool
    result: Mapping[str, Any]
    at: datetime


def answer_of(events: Sequence[e.Event], envelope: Envelope, language: str) -> Answer:
    """The answer of an envelope.

    `events`: the visit's, from the opening of the envelope's exchange on, others' among them; none
    where the house spoke by itself.
    """
    own = list(_until(events, envelope))
    calls = tuple(_calls(own))
    spoken = [event.body for event in own if isinstance(event.body, e.BrainSpoke)]
    last = calls[-1] if calls else None
    return Answer(
        envelope.session,
        envelope.message_id,
        envelope.status,
        MainContent(envelope.content, tuple(_steps(own, language))),
        _metadata(own, spoken, envelope),
        _intent(own, spoken, calls),
        Provenance(tuple(_queries(calls, language)), tuple(map(_invocation, calls))),
        suggestions(last, envelope, language),
    )


def _until(events: Sequence[e.Event], envelope: Envelope) -> Iterator[e.Event]:
    """The guest's own events up to the envelope."""
    for event in events:
        if event.session not in (None, envelope.session):
            continue
        body = event.body
        if isinstance(body, e.ExchangeOpened) and body.exchange != envelope.exchange:
            return
        yield event
        if isinstance(body, e.EnvelopeSent) and body.envelope.number == envelope.number:
            return


def _calls(events: Sequence[e.Event]) -> Iterator[Called]:
    params: dict[int, Mapping[str, Any]] = {}
    for event in events:
        match event.body:
            case e.CallMade(call=call):
                params[call] = event.body.params
            case e.AppReturned(call=call, app=app, ok=ok, result=result):
                yield Called(app, params.get(call, {}), ok, result, event.at)
            case e.CallDeclined(app=app, params=asked, result=result):
                yield Called(app, asked, False, result, event.at)
            case _:
                pass


def _invocation(call: Called) -> ToolInvocation:
    return ToolInvocation(call.app, call.params, call.ok, call.result, call.at)


def _queries(calls: Sequence[Called], language: str) -> Iterator[KnowledgeQuery]:
    """What searches brought back, dishes and the house's notes, each with its citation."""
    for call in calls:
        query = str(call.result.get("query", call.params.get("query", "")))
        for row in call.result.get("results", ()) if call.app == "search" else ():
            content = named(row["name"], language)
            if row.get("description"):
                content += ": " + named(row["description"], language)
            score = float(row["score"]) if row.get("score") is not None else None
            yield KnowledgeQuery(query, row["citation"]["id"], content, score, call.at)
        for note in call.result.get("notes", ()) if call.app == "search" else ():
            yield KnowledgeQuery(query, note["id"], note["text"], None, call.at)


def _intent(
    events: Sequence[e.Event], spoken: Sequence[e.BrainSpoke], calls: Sequence[Called]
) -> Intent | None:
    """What was heard; where a workflow answered, the intent that it answers."""
    heard = _heard(events, spoken, calls)
    flow = next((call.result["flow"] for call in calls if "flow" in call.result), None)
    if heard is None or flow is None:
        return heard
    version = f"{flow['version']}+{flow['hash'][:HASH]}"
    return replace(heard, name=flow["intent"], flow=flow["name"], flow_version=version)


def _heard(
    events: Sequence[e.Event], spoken: Sequence[e.BrainSpoke], calls: Sequence[Called]
) -> Intent | None:
    """As the brain read it, else as what it called for."""
    opened = next((ev.body for ev in events if isinstance(ev.body, e.ExchangeOpened)), None)
    if opened is None or opened.opening:
        return None
    if opened.granted:
        return Intent("confirm", confidence=1.0)
    read = next((body for body in spoken if body.reading is not None), None)
    if read is not None and read.reading is not None:
        intents = read.reading.intents or ("chat",)
        return Intent(intents[0], read.reading.entities, read.confidence)
    name = next((INTENT_OF[call.app] for call in calls if call.app in INTENT_OF), "chat")
    confidence = next((body.confidence for body in spoken), None)
    return Intent(name, confidence=1.0 if opened.settling else confidence)


def _metadata(
    events: Sequence[e.Event], spoken: Sequence[e.BrainSpoke], envelope: Envelope
) -> Metadata:
    begun = next((ev.at for ev in events if isinstance(ev.body, e.ExchangeOpened)), None)
    passed = 0 if begun is None else round((envelope.timestamp - begun).total_seconds() * 1000)
    speaker = spoken[-1] if spoken else None
    scores = {} if speaker is None or speaker.confidence is None else {
        "understanding": speaker.confidence
    }  # fmt: skip
    return Metadata(
        None if speaker is None else speaker.brain,
        None if speaker is None else speaker.model or speaker.brain,
        max(passed, sum(body.ms for body in spoken)),
        scores,
    )


def _steps(events: Sequence[e.Event], language: str) -> Iterator[str]:
    """What was done, a short sentence each."""
    for event in events:
        match event.body:
            case e.ExchangeOpened(heard=heard, said=said, picked=picked) if picked and heard:
                yield say("step.numbers", language, said=said, heard=heard)
            case e.BrainSpoke(reading=reading) if reading is not None and reading.intents:
                names = (say(f"intent.{name}", language) for name in reading.intents)
                yield say("step.heard", language, intents=joined(names, language))
            case e.TurnRefused():
                yield say("step.reworded", language)
            case e.AppReturned(app=app, ok=ok):
                yield _step(app, language, ok=ok)
            case e.CallDeclined(app=app):
                yield _step(app, language, ok=False)
            case e.QuestionOpened():
                yield say("step.asked", language)
            case e.CandidatesNumbered(candidates=candidates):
                yield say("step.listed", language, count=len(candidates))
            case e.RequestOpened():
                yield say("step.request", language)
            case e.StaffCalled():
                yield say("step.called", language)
            case _:
                pass


def _step(app: str, language: str, *, ok: bool) -> str:
    known = app if app in INTENT_OF else "other"
    return say(f"step.{known}" if ok else f"step.{known}.no", language)


def suggestions(last: Called | None, envelope: Envelope, language: str) -> Suggestions:
    """What the guest may want next, after what was done last."""
    if envelope.type in ("permission_request", "input_request"):
        return Suggestions()  # they are being asked already
    after = _after(last)
    keys, actions = NEXT.get(after, ((), ()))
    offered = [_action(name, {}, language) for name in actions]
    if last is not None and last.ok and last.app == "menu" and _has_more(last.result):
        page = {**last.params, "page": int(last.result["page"]) + 1}
        offered.append(_action("menu", page, language))
    return Suggestions(tuple(say(f"next.{key}", language) for key in keys), tuple(offered))


def _after(last: Called | None) -> str:
    if last is None:
        return "nothing"
    if last.app == "order" and last.ok and not last.result.get("tab", {}).get("lines"):
        return "nothing"
    return last.app if last.ok else "refused"


# What is worth asking, and what could be done, by the app that was called last.
NEXT: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "nothing": (("menu", "advice"), ("menu",)),
    "refused": (("menu", "advice"), ("menu",)),
    "menu": (("what_is", "advice"), ()),
    "search": (("what_is", "menu"), ()),
    "order": (("submit", "more"), ("submit",)),
    "tab": (("submit", "more"), ()),
    "submit": (("status", "bill"), ("checkout",)),
    "checkout": (("split",), ()),
    "staff": (("status",), ()),
}


def _action(name: str, params: Mapping[str, Any], language: str) -> NextAction:
    return NextAction(name, say(f"action.{name}", language), params)


def _has_more(result: Mapping[str, Any]) -> bool:
    page, pages = result.get("page"), result.get("pages")
    return isinstance(page, int) and isinstance(pages, int) and page < pages
