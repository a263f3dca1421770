"""What the console tells on request: what a yes costs, how the last answer came about, what was
said before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.complaint import Complaint
from bot.console import trace
from bot.console.card import Card
from bot.console.seen import journal, seen
from bot.console.words import word
from waiter import telling, transcript
from waiter.answering import answer_of
from waiter.envelope import Envelope
from waiter.event import Event
from waiter.replay import replay as play_again
from waiter.runner import Runner, SessionKey


def cost(runner: Runner, key: SessionKey, envelope: Envelope) -> str:
    """What the yes to an open request would cost, as it is bound; "" where it costs nothing."""
    shown = envelope.request
    request = None if shown is None else runner.state(key.visit).requests.get(shown.id)
    content: Mapping[str, Any] = {} if request is None else request.content
    amount = content.get("to_pay", content.get("total"))
    if amount is None:
        return ""
    house = seen(runner, key)
    return telling.money(amount, house.menu, house.language)


def answered(runner: Runner, key: SessionKey, envelope: Envelope) -> Envelope:
    """The envelope with the structured answer that the journal gives it."""
    opened = int(envelope.exchange.removeprefix("x")) if envelope.exchange else None
    events: list[Event] = []
    if opened is not None:
        with journal(runner) as unit:
            events = [record.event for record in unit.journal.read(key.visit, opened - 1)]
    language = runner.state(key.visit).sessions[key.guest].language
    return replace(envelope, answer=answer_of(events, envelope, language))


def last_answer(runner: Runner, key: SessionKey, language: str) -> Card | None:
    """The guest's last exchange as the journal has it; None before the first."""
    with journal(runner) as unit:
        records = unit.journal.read(key.visit)
    steps = trace.told([record.event for record in records], key.guest)
    return trace.card(steps, word("trace", language)) if steps else None


def save(runner: Runner, visit: str, path: Path) -> int:
    """Write the visit's transcript to a new file; how many events it has. `Complaint` where the
    file is there already or can't be written.
    """
    with journal(runner) as unit:
        lines = list(transcript.export(unit, visit))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    except FileExistsError as error:
        raise Complaint(f"{str(path)!r} is there already; name another file") from error
    except (OSError, ValueError) as error:
        raise Complaint(f"{str(path)!r} can't be written: {_why(error)}") from error
    return len(lines) - 1


def replay(path: Path) -> tuple[transcript.Transcript, str | None]:
    """A transcript, played again without a model: it, and the first difference where there is one.

    `Complaint` for a file that is none.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            recorded = transcript.read(lines, str(path))
    except transcript.TranscriptError as error:
        raise Complaint(str(error)) from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{str(path)!r} is not UTF-8") from error
    except (OSError, ValueError) as error:
        raise Complaint(f"{str(path)!r} can't be read: {_why(error)}") from error
    divergence = play_again(recorded)
    return recorded, None if divergence is None else str(divergence)


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
