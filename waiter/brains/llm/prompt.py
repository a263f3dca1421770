"""Builds a brain's messages from a view. Pure; the words are in `prompt/`, read by `texts`.

    system      who the waiter is, the rules, the apps, the menu, examples: the same bytes for a
                menu version, so that an endpoint can keep what it has computed of it
    user/assistant, in turn: the talk so far, then this exchange's calls and their answers
    the end of the last message: the situation, which is all that changes from turn to turn

What a guest wrote is always one line behind `user:`, so it can't pass for an app's answer. Roles
alternate strictly and a user's comes first: many models' chat templates want it so.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from apps.contract import App
from apps.table import APPS
from waiter.brains.llm.digest import digest, tokens
from waiter.brains.llm.endpoint import Message
from waiter.brains.llm.situation import situation
from waiter.brains.llm.structured import from_turn
from waiter.brains.llm.texts import Example, Situation, Texts, Wire
from waiter.neutral import neutral
from waiter.turn import REPLY_LIMIT, ToSys, ToUser, render
from waiter.view import Fact, Refused, Said, View

# Of the talk so far: what "the same again" may refer to.
HISTORY_TOKENS = 1_500
# Characters of one answer: a page of the menu fits.
ANSWER = 4_000
# Of an answer what is there for staff and records: which workflow gave it.
UNTOLD = ("flow", "unanswered")
# Characters of a refused reply that are shown again; why it was refused stands in the sentence.
REFUSED = 300


def messages(
    view: View, refused: tuple[Refused, ...], texts: Texts, wire: Wire
) -> tuple[Message, ...]:
    """The whole chat for the next turn."""
    said = [*_history(view, texts.situation), *_exchange(view, refused, texts.situation)]
    if said[0].role == "assistant":
        said.insert(0, Message("user", texts.situation.unanswered))
    if said[-1].role == "assistant":
        said.append(Message("user", texts.situation.unanswered))
    last = f"{said[-1].content}\n\n{situation(view, texts.situation)}"
    written = (_as_wire(one, wire) for one in (*said[:-1], Message("user", last)))
    return (Message("system", prefix(view, texts, wire)), *_joined(written))


def prefix(view: View, texts: Texts, wire: Wire) -> str:
    """What stays the same as long as the menu does."""
    return texts.waiter.substitute(
        restaurant=" / ".join(view.menu.restaurant.name.every()),
        wire=texts.wires[wire],
        apps="\n".join(_app(app) for app in APPS),
        menu=digest(view.menu),
        examples="\n\n".join(_example(lines, wire) for lines in texts.examples),
    )


def _app(app: App) -> str:
    text = inspect.cleandoc(type(app).__doc__ or "")
    return f"- `{app.name}`: {' '.join(text.split())}"


@cache
def _example(lines: Example, wire: Wire) -> str:
    return "\n".join(
        (from_turn(text) if wire == "json" else text) if who == "waiter" else f"{who}: {text}"
        for who, text in lines
    )


def _history(view: View, words: Situation) -> list[Message]:
    """The talk before this exchange, the newest that fits."""
    said = list(view.history)
    now = next((n for n in reversed(range(len(said))) if said[n] == Said("guest", view.said)), None)
    if now is not None and view.said:
        del said[now]
    kept: list[Message] = []
    room = HISTORY_TOKENS
    for one in reversed(said):
        message = _as_message(one, words)
        room -= tokens(message.content) if message else 0
        if room < 0:
            break
        if message is not None:
            kept.insert(0, message)
    return kept


def _as_message(one: Said, words: Situation) -> Message | None:
    """A message of the talk; None for what can't be told as a turn."""
    if one.who == "guest":
        return _heard(one.text, words)
    try:
        return Message("assistant", render(ToUser(one.text[:REPLY_LIMIT].strip())))
    except ValueError:  # the house's own words may have what a brain's may not
        return None


def _heard(text: str, words: Situation) -> Message:
    return Message("user", words.heard.format(text=" ".join(text.split())))


def _exchange(view: View, refused: tuple[Refused, ...], words: Situation) -> Iterator[Message]:
    """What this exchange began with, its calls and their answers, turns that were refused."""
    yield _beginning(view, words)
    for fact in view.facts:
        yield Message("assistant", render(ToSys(fact.source, fact.params)))
        yield Message("user", words.answered.format(value=_answer(view, fact, words)))
    for one in refused:
        yield Message("assistant", _again(one.raw))
        yield Message("user", words.refused.format(sentence=one.sentence))


def _again(raw: str) -> str:
    """A refused turn as it is shown again: what it repeats of others begins no line as a side."""
    first, end, rest = raw.strip()[:REFUSED].partition("\n")
    return f"{first}{end}{neutral(rest)}" or "…"


def _beginning(view: View, words: Situation) -> Message:
    if view.opening:
        restaurant = view.menu.restaurant.name.said(view.language)
        return Message("user", words.opening.format(restaurant=restaurant))
    if view.granted:
        return Message("user", words.granted)
    return _heard(view.heard, words) if view.heard else Message("user", words.tapped)


def _answer(view: View, fact: Fact, words: Situation) -> str:
    shown = {key: one for key, one in fact.value.items() if key not in UNTOLD}
    value = brief(shown, frozenset(view.menu.restaurant.languages), view.language)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= ANSWER else words.cut.format(text=text[:ANSWER])


def brief(value: Any, languages: frozenset[str], language: str) -> Any:
    """An answer without what tells nothing: names in one language, no nulls, no empty lists.

    Any: JSON.
    """
    match value:
        case Mapping() if value and set(value) <= languages | {""}:
            base = language.split("-")[0]
            return value.get(language, value.get(base, next(iter(value.values()))))
        case Mapping():
            shown = {key: brief(one, languages, language) for key, one in value.items()}
            return {key: one for key, one in shown.items() if one not in (None, [], {})}
        case list() | tuple():
            return [brief(one, languages, language) for one in value]
        case _:
            return value


def _as_wire(message: Message, wire: Wire) -> Message:
    if wire == "json" and message.role == "assistant":
        return Message("assistant", from_turn(message.content))
    return message


def _joined(said: Iterator[Message]) -> list[Message]:
    """Neighbours of one role as one message."""
    joined: list[Message] = []
    for one in said:
        if joined and joined[-1].role == one.role:
            joined[-1] = Message(one.role, f"{joined[-1].content}\n{one.content}")
        else:
            joined.append(one)
    return joined
