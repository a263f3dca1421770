"""A gateway for text messages on loopback: takes each key once, answers as it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(slots=True)
class SmsServer:
    """`answers`: statuses for the next posts, 200 when they run out; `texts` by key."""

    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    posts: list[dict[str, Any]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    texts: dict[str, dict[str, Any]] = field(default_factory=dict)
    url: str = ""

    def answer(self, post: dict[str, Any], key: str, token: str) -> int:
        assert post["reference"] == key
        self.posts.append(post)
        self.tokens.add(token)
        status = self.answers.pop(0) if self.answers else 200
        if status == 200:
            self.texts.setdefault(key, post)
        return status


@contextmanager
def sms_server() -> Iterator[SmsServer]:
    server = SmsServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            post = json.loads(self.rfile.read(length))
            key, token = self.headers["Idempotency-Key"], self.headers["Authorization"] or ""
            self.send_response(server.answer(post, key, token))
            for name, value in server.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as it is called
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.url = f"http://127.0.0.1:{http.server_port}/v1/messages"
        thread = threading.Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
