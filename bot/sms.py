"""The gateway that leaves the machine: a message as one HTTP POST, by the setting `sms_url`.

    POST sms_url   Authorization: Bearer sms_token   Idempotency-Key: …
    {"to": "+86138…", "text": "…", "reference": the key}

2xx is taken; 408, 425, 429, 5xx and no answer are tried again; anything else is refused for good.
When messages are taken out is `waiter.workflow.delivery`'s matter.
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from email.message import Message as Headers
from urllib.parse import urlsplit

from bot.complaint import Complaint
from bot.settings import Settings
from waiter.workflow.delivery import OutsideGateway, Refused, Taken, Unreached
from waiter.workflow.outbox import OutboxGateway
from waiter.workflow.place import Gateway, Message

PATIENCE = 10.0  # seconds for an answer
AGAIN = frozenset({408, 425, 429, *range(500, 600)})  # RFC 9110, RFC 6585: worth another try
LARGEST = 10_000  # bytes of an answer that are read, to keep the connection's end orderly


class HttpTransport:
    """Posts messages to an address. Follows no redirection: it may lead anywhere."""

    def __init__(self, url: str, token: str | None) -> None:
        self.name = name_of(url)
        self._url, self._token = url, token
        self._opener = _opener()

    def post(self, message: Message, key: str) -> Taken | Refused | Unreached:
        body = {"to": message.mobile, "text": message.body, "reference": key}
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        request = urllib.request.Request(self._url, data, headers, method="POST")
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                answer.read(LARGEST)
            return Taken()
        except urllib.error.HTTPError as error:
            error.close()
            why = f"{self.name} answers HTTP {error.code}"
            if error.code in AGAIN:
                return Unreached(why, _seconds(error.headers))
            return Refused(why)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            return Unreached(f"{self.name} doesn't answer: {reason or type(error).__name__}")


def _opener() -> urllib.request.OpenerDirector:
    """Opens addresses, by the proxies of the environment, without a handler for redirections."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    return opener


def _seconds(headers: Headers | None) -> float | None:
    """What a gateway asks to wait for; None where it doesn't, or names a date."""
    asked = "" if headers is None else str(headers.get("Retry-After", ""))
    return float(asked) if asked.isascii() and asked.isdigit() else None


def name_of(url: str) -> str:
    """How a gateway is called wherever a person reads of it: no path, no password."""
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}"


def transport(settings: Settings) -> HttpTransport | None:
    """The gateway that is set, None for none. `Complaint` for an address that is none."""
    if settings.sms_url is None:
        return None
    try:
        address = urlsplit(settings.sms_url)
        good = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:  # no port, no IPv6 address
        good = False
    if not good:
        raise Complaint("sms_url is no address; allowed: https://HOST/PATH")
    token = settings.sms_token
    return HttpTransport(settings.sms_url, None if token is None else token.get_secret_value())


def gateway(settings: Settings, part_price: int) -> Gateway:
    """Who takes messages: the outbox, or through it the gateway that is set."""
    outside = transport(settings)
    if outside is None:
        return OutboxGateway(part_price)
    return OutsideGateway(outside.name, part_price)
