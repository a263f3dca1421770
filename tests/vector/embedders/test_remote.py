"""An embeddings endpoint on loopback: what is asked, and every way its answer can be wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from vector.embedders.contract import Model, SearchUnavailable
from vector.embedders.remote import BATCH, open_embedder

Answer = Callable[[dict[str, Any]], tuple[int, str]]


def rows(asked: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"index": place, "embedding": [float(len(text)), 3.0]}
        for place, text in enumerate(asked["input"])
    ]


def good(asked: dict[str, Any]) -> tuple[int, str]:
    return 200, json.dumps({"object": "list", "data": rows(asked)[::-1], "model": "m"})


@contextmanager
def endpoint(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An endpoint's address, and what it is asked: paths, keys and bodies."""
    seen: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append({"path": self.path, "key": self.headers["Authorization"], **asked})
            status, body = answer(asked)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_vectors_come_back_in_the_order_of_the_texts_and_of_unit_length() -> None:
    with endpoint(good) as (url, seen):
        found = open_embedder(Model("m", url, "secret")).queries(["abcd", ""])
    assert np.allclose(found, [[0.8, 0.6], [0.0, 1.0]])
    assert seen == [
        {
            "path": "/v1/embeddings",
            "key": "Bearer secret",
            "model": "m",
            "input": ["abcd", ""],
            "encoding_format": "float",
        }
    ]


def test_many_texts_are_asked_in_batches() -> None:
    with endpoint(good) as (url, seen):
        found = open_embedder(Model("m", f"{url}/")).passages(["x"] * (BATCH + 1))
    assert found.shape == (BATCH + 1, 2)
    assert [len(one["input"]) for one in seen] == [BATCH, 1]
    assert seen[0]["key"] is None


@pytest.mark.parametrize(
    "answer",
    [
        lambda asked: (500, "oh no"),
        lambda asked: (401, json.dumps({"error": {"message": "no\nkey"}})),
        lambda asked: (200, "<html>"),
        lambda asked: (200, json.dumps({"data": []})),
        lambda asked: (200, json.dumps({"data": rows(asked)[:1]})),
        lambda asked: (200, json.dumps({"data": [{"index": 0, "embedding": "AAAA"}] * 2})),
        lambda asked: (
            200,
            json.dumps({"data": [{"index": n, "embedding": [1.0] * (n + 1)} for n in (0, 1)]}),
        ),
    ],
)
def test_a_wrong_answer_is_one_line_without_the_key(answer: Answer) -> None:
    with (
        endpoint(answer) as (url, _),
        pytest.raises(SearchUnavailable, match=r"^embeddings endpoint: [^\n]+$") as failure,
    ):
        open_embedder(Model("m", url, "secret")).passages(["a", "b"])
    assert "secret" not in str(failure.value)


def test_nobody_there_is_one_line() -> None:
    with pytest.raises(SearchUnavailable, match=r"^embeddings endpoint: [^\n]+$"):
        open_embedder(Model("m", "http://127.0.0.1:9/v1")).queries(["a"])


@pytest.mark.parametrize("model", [Model(), Model("m"), Model("m", "file:///etc")])
def test_what_names_no_endpoint_is_refused(model: Model) -> None:
    with pytest.raises(SearchUnavailable):
        open_embedder(model)
