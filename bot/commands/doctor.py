"""`waiter doctor`: what is configured, reachable, missing, slow. Changes nothing.

Each check is a function of the settings: what it found, or a `Complaint` that says what is wrong.
Endpoints are asked for no more than whether they answer.
"""

from __future__ import annotations

import http.client
import json as json_format
import platform
import socket
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

import typer
from pydantic import SecretStr

from bot import given, searching, settings, visits, workflows
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import at_hand, brains, constraints_off, menu_in_force, reading
from bot.settings import Settings
from bot.telegram.health import Health, health
from waiter.storage.database import FILE_NAME

app = typer.Typer(rich_markup_mode=None)

# Seconds. An endpoint that hasn't answered by then is none for a guest who waits.
PATIENCE = 3.0
# A check that takes longer is told as slow: no start, and no list of models, takes so long.
SLOW = 1.0
LARGEST = 1_000_000  # bytes of a list of models that are read
MEGABYTE = 1_000_000


def _python(chosen: Settings) -> str:  # noqa: ARG001 - a check's shape
    return f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}"


def _terminal(chosen: Settings) -> str:  # noqa: ARG001 - a check's shape
    encoding = sys.stdout.encoding or "unknown"
    if encoding.lower().replace("-", "") != "utf8":
        return f"{encoding}: what it can't show is written as escapes; LANG=C.UTF-8 shows all"
    return "UTF-8"


def _data(chosen: Settings) -> str:
    file = chosen.data / FILE_NAME
    with reading(chosen.data) as unit:
        known = len(visits.every(unit))
    if not file.exists():
        return f"{chosen.data}, not begun"
    return f"{chosen.data}, {known} visits, {file.stat().st_size / MEGABYTE:.1f} MB"


def _menu(chosen: Settings) -> str:
    menu = menu_in_force(chosen)
    language = next(iter(menu.restaurant.languages), "")
    return f"{menu.restaurant.name.said(language)}, {len(menu.dishes)} dishes, {menu.version}"


def _brain(chosen: Settings) -> str:
    guided = ", guided" if chosen.guided else ""
    off = ", ".join(sorted(constraints_off(chosen)))
    return f"{brains(chosen)['chosen'].name}{guided}{f'; off: {off}' if off else ''}"


def _model(chosen: Settings) -> str:
    """Whether the language model's endpoint answers, and knows the model."""
    if chosen.llm_base_url is None:
        return "none; for --brain llm or ladder set WAITER_LLM_BASE_URL and WAITER_LLM_MODEL"
    served = _models(chosen.llm_base_url, chosen.llm_api_key)
    if chosen.llm_model is None:
        raise Complaint(f"WAITER_LLM_MODEL is not set; {_named(served)}")
    if served and chosen.llm_model not in served:
        raise Complaint(f"{chosen.llm_model!r} is not served there; {_named(served)}")
    key = "with a key" if chosen.llm_api_key else "no key"
    return f"{chosen.llm_model} at {_shown(chosen.llm_base_url)}, {key}"


def _models(base: str, secret: SecretStr | None) -> list[str]:
    """The models an endpoint lists; none where it answers in another form."""
    shown = _shown(base)
    if urlsplit(base).scheme not in ("http", "https"):
        raise Complaint(f"{shown!r} is no address; allowed: http(s)://HOST/v1")
    headers = {"Accept": "application/json"}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret.get_secret_value()}"
    try:
        request = urllib.request.Request(f"{base.rstrip('/')}/models", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            listed = json_format.loads(answer.read(LARGEST))["data"]
            return [str(one["id"]) for one in listed]
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (401, 403):
            raise Complaint(f"{shown} refuses the key (HTTP {error.code})") from error
        if error.code == 404:  # not every endpoint lists its models
            return []
        raise Complaint(f"{shown} answers HTTP {error.code}") from error
    except (OSError, http.client.HTTPException) as error:
        raise Complaint(f"{shown} doesn't answer: {_why(error)}") from error
    except (ValueError, KeyError, TypeError, RecursionError):  # it answers, in another form
        return []


def _shown(base: str) -> str:
    """An address without a name and password in it."""
    return base.rsplit("@", 1)[-1]


def _named(served: list[str]) -> str:
    return f"there: {', '.join(served[:5])}" if served else "the endpoint lists no models"


def _search(chosen: Settings) -> str:
    found = searching.described(chosen)
    served = chosen.embedder_base_url or chosen.llm_base_url
    if chosen.embedder == "openai" and served is not None:
        _models(served, chosen.embedder_api_key or chosen.llm_api_key)
    address = urlsplit(chosen.milvus_uri or "")
    if address.scheme and address.hostname:
        try:
            port = address.port or 19530
            socket.create_connection((address.hostname, port), PATIENCE).close()
        except (OSError, ValueError) as error:
            raise Complaint(f"{found}, which doesn't answer: {_why(error)}") from error
    return found


def _why(error: Exception) -> str:
    reason = getattr(error, "reason", None)  # urllib's: what it met underneath
    return str(reason or error) or type(error).__name__


def _workflows(chosen: Settings) -> str:
    flows = workflows.flows_of(chosen.data).flows
    answer = ", ".join(dict.fromkeys(flow.workflow for flow in flows))
    return f"{len(workflows.known(chosen.data))} known; intents: {answer or 'none'}"


def _telegram(chosen: Settings) -> str:
    """How the front-end is that works on this folder, or did."""
    if not (chosen.data / FILE_NAME).exists():
        return "not served yet"
    now = datetime.now(UTC)
    with at_hand(chosen.data) as storage:
        found = health(storage.connection, now)
    if found is None:
        return "not served yet"
    told = "; ".join(_of_telegram(found, now))
    if found.is_stuck(now):
        raise Complaint(f"{told}: something is stuck, or nobody serves it")
    return told


def _of_telegram(found: Health, now: datetime) -> Iterator[str]:
    yield f"last heard from {_ago(found.heard, now)}, last update {_ago(found.update, now)}"
    yield f"{found.unheard[0]} updates to take, {found.unsent[0]} messages to send"
    if found.waiting is not None:
        since = _ago(found.waiting.since, now)
        yield f"ticket {found.waiting.ticket} of {found.waiting.visit} not accepted, sent {since}"
    counts = [f"{code} ×{count}" for code, count in sorted(found.refused.items())]
    yield f"today {found.undelivered} undelivered, refused: {', '.join(counts) or 'none'}"


def _ago(at: datetime | None, now: datetime) -> str:
    return "never" if at is None else f"{max(0, round((now - at).total_seconds()))} s ago"


CHECKS: dict[str, Callable[[Settings], str]] = {
    "python": _python,
    "terminal": _terminal,
    "data folder": _data,
    "menu": _menu,
    "brain": _brain,
    "model": _model,
    "search": _search,
    "workflows": _workflows,
    "telegram": _telegram,
}


@app.command("doctor")
def doctor(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
    json: given.Json = False,
) -> None:
    """What is configured, reachable, missing, slow; exit 1 where something is wrong."""
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain, json=json)
    chosen = settings.read(options.flags())
    failed = False
    for name, check in CHECKS.items():
        begun = time.monotonic()
        try:
            ok, found = True, check(chosen)
        except Complaint as complaint:
            ok, found = False, str(complaint)
            failed = True
        taken = time.monotonic() - begun
        slow = taken > SLOW
        row = {"check": name, "ok": ok, "found": found, "ms": round(taken * 1000), "slow": slow}
        late = f"  (slow: {taken:.1f} s)" if slow else ""
        tell(options, row, f"{'ok' if ok else 'NO':<3} {name:<12} {found}{late}")
    if failed:
        raise typer.Exit(1)
