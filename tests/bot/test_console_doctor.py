"""`waiter doctor`: what is configured, reachable, missing, slow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.commands import doctor
from tests.bot.conftest import NOON, Waiter

KEY = "sk-never-shown"


@contextmanager
def endpoint(status: int, body: bytes) -> Iterator[tuple[str, list[str | None]]]:
    """A server that answers every GET alike: its address, and the keys it was sent."""
    keys: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            keys.append(self.headers["Authorization"])
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", keys
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def found(waiter: Waiter, *arguments: str) -> dict[str, dict[str, Any]]:
    done = waiter("doctor", "--json", *arguments)
    rows = {row["check"]: row for row in done.rows}
    assert done.code == (0 if all(row["ok"] for row in rows.values()) else 1)
    assert KEY not in done.out + done.err
    return rows


def models(*names: str) -> bytes:
    return json.dumps({"data": [{"id": name} for name in names]}).encode()


def test_a_house_that_needs_nothing_is_well(waiter: Waiter, tmp_path: Path) -> None:
    rows = found(waiter)
    assert list(rows) == list(doctor.CHECKS)
    assert "not begun" in rows["data folder"]["found"]
    assert rows["model"]["found"].startswith("none")
    assert not (tmp_path / "data").exists()
    waiter("chat", "--clock", NOON, stdin="hi\n")
    assert "1 visits" in found(waiter)["data folder"]["found"]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("WAITER_LLM_MODEL", "small")
    monkeypatch.setenv("WAITER_LLM_API_KEY", KEY)
    return monkeypatch


@pytest.mark.parametrize(
    ("status", "body", "ok", "said"),
    [
        (200, models("small", "large"), True, "small at http"),
        (200, models("large"), False, "'small' is not served there; there: large"),
        (200, b"<html>", True, "small at http"),
        (404, b"", True, "small at http"),
        (401, b"", False, "refuses the key"),
        (500, b"", False, "answers HTTP 500"),
    ],
)
def test_what_an_endpoint_answers_is_told(
    waiter: Waiter, model: pytest.MonkeyPatch, status: int, body: bytes, ok: bool, said: str
) -> None:
    with endpoint(status, body) as (url, keys):
        model.setenv("WAITER_LLM_BASE_URL", url)
        row = found(waiter)["model"]
    assert (row["ok"], keys) == (ok, [f"Bearer {KEY}"])
    assert said in row["found"]


def test_what_nobody_serves_is_missing(waiter: Waiter, model: pytest.MonkeyPatch) -> None:
    with endpoint(200, b"") as (url, _):
        pass  # a port that was free a moment ago
    model.setenv("WAITER_LLM_BASE_URL", url.replace("//", "//name:word@"))
    model.setenv("WAITER_MILVUS_URI", url)
    rows = found(waiter)
    assert not rows["model"]["ok"]
    assert "word" not in rows["model"]["found"]
    assert not rows["search"]["ok"]
    assert "doesn't answer" in rows["search"]["found"]


def test_an_embedder_that_is_served_is_looked_for_too(
    waiter: Waiter, model: pytest.MonkeyPatch
) -> None:
    model.setenv("WAITER_EMBEDDER", "openai")
    with endpoint(200, models("vectors")) as (url, keys):
        model.setenv("WAITER_EMBEDDER_BASE_URL", url)
        assert found(waiter)["search"]["ok"]
    assert keys == [f"Bearer {KEY}"]
    assert not found(waiter)["search"]["ok"]


def test_an_address_that_is_none_and_a_model_without_a_name_are_told(
    waiter: Waiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAITER_LLM_BASE_URL", "file:///etc/passwd")
    assert "is no address" in found(waiter)["model"]["found"]
    with endpoint(200, models("small")) as (url, _):
        monkeypatch.setenv("WAITER_LLM_BASE_URL", url)
        assert found(waiter)["model"]["found"] == "WAITER_LLM_MODEL is not set; there: small"


def test_what_takes_long_is_told_as_slow(waiter: Waiter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SLOW", -1.0)
    assert all(row["slow"] for row in found(waiter).values())
    assert "(slow: 0.0 s)" in waiter("doctor").out
