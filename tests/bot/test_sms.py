"""The HTTP gateway, over a real server: what is posted, and what each answer means."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot import sms
from bot.settings import Settings
from tests.bot.conftest import NOON, Waiter
from tests.bot.sms_server import SmsServer, sms_server
from waiter.workflow.delivery import Refused, Taken, Unreached
from waiter.workflow.place import Message

AT = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
HELLO = Message("c", "g", "+8613800000001", "", "你好 🍜", 1, "r", AT, AT)
MARKETING = ("-i", "user_tag=vip", "-i", "marketing_need=新品", "--clock", NOON, "--json")


@pytest.fixture
def server() -> Iterator[SmsServer]:
    with sms_server() as found:
        yield found


def posted(server: SmsServer) -> Taken | Refused | Unreached:
    return sms.HttpTransport(server.url, "secret").post(HELLO, "k1")


def test_a_message_is_posted_with_its_key_and_the_token(server: SmsServer) -> None:
    assert posted(server) == Taken()
    assert server.texts == {"k1": {"to": "+8613800000001", "text": "你好 🍜", "reference": "k1"}}
    assert server.tokens == {"Bearer secret"}


@pytest.mark.parametrize("status", [408, 425, 429, 500, 503])
def test_what_may_pass_is_tried_again(server: SmsServer, status: int) -> None:
    server.answers, server.headers = [status], {"Retry-After": "7"}
    name = server.url.removesuffix("/v1/messages")
    assert posted(server) == Unreached(f"{name} answers HTTP {status}", 7.0)


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_what_is_wrong_is_refused(server: SmsServer, status: int) -> None:
    server.answers = [status]
    assert isinstance(posted(server), Refused)


def test_a_redirection_is_not_followed(server: SmsServer) -> None:
    server.answers, server.headers = [307], {"Location": server.url}
    assert isinstance(posted(server), Refused)
    assert len(server.posts) == 1


def test_a_gateway_that_is_gone_does_not_answer(server: SmsServer) -> None:
    url = server.url.replace("127.0.0.1", "localhost.invalid")
    answer = sms.HttpTransport(url, None).post(HELLO, "k1")
    assert isinstance(answer, Unreached)
    assert "doesn't answer" in answer.why


def test_a_name_tells_no_secret() -> None:
    assert sms.name_of("https://me:secret@sms.example/v1?key=secret") == "https://sms.example"


@pytest.fixture
def campaign(
    waiter: Waiter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: SmsServer
) -> SmsServer:
    """Three guests, two of whom agree, and a gateway that is set."""
    rows = (
        {"id": "a", "mobile": "13800000001", "tags": ["vip"], "consent": True, "language": "en"},
        {"id": "b", "mobile": "13800000002", "tags": ["vip"], "consent": False},
        {"id": "c", "mobile": "13800000003", "tags": ["vip"], "consent": True},
    )
    (tmp_path / "g.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    monkeypatch.setenv("WAITER_SMS_URL", server.url)
    monkeypatch.setenv("WAITER_SMS_PART_PRICE", "0.05")
    waiter("workflow", "guests", "g.jsonl")
    return server


def approved(waiter: Waiter, *more: str) -> list[dict[str, Any]]:
    """A campaign run to its end with every yes; its rows."""
    rows: list[dict[str, Any]] = []
    yes: list[str] = []
    while not rows or rows[-1]["state"] == "waiting":
        done = waiter("workflow", "run", "marketing_to_all", *MARKETING, *yes, *more)
        rows.append(done.rows[0])
        yes = [word for one in rows[-1]["requests"] for word in ("--approve", one["digest"])]
    return rows


def test_a_campaign_leaves_when_its_run_is_done_and_only_once(
    waiter: Waiter, campaign: SmsServer
) -> None:
    _, asked, done = approved(waiter)
    (request,) = asked["requests"]
    assert (request["gateway"], request["cost"]) == (
        campaign.url.removesuffix("/v1/messages"),
        "0.10 CNY",
    )
    assert campaign.posts
    assert done["delivered"] == {
        "sent": 2, "failed": 0, "cancelled": 0, "left": 0, "later": 0, "why": "",
    }  # fmt: skip
    assert sorted(text["to"] for text in campaign.texts.values()) == ["13800000001", "13800000003"]
    assert approved(waiter)[-1]["state"] == "done"
    assert len(campaign.posts) == 2
    assert [row["state"] for row in waiter("workflow", "outbox", "--json").rows] == ["sent"] * 2


def test_what_is_not_due_leaves_when_it_is(waiter: Waiter, campaign: SmsServer) -> None:
    night, morning = "2026-05-04T22:00:00+08:00", "2026-05-05T09:00:00+08:00"
    done = approved(waiter, "--clock", night)[-1]
    assert done["delivered"]["later"] == 2
    early = waiter("workflow", "deliver", "--clock", night)
    assert (early.code, early.out) == (0, "2 later\n")
    assert campaign.posts == []
    late = waiter("workflow", "deliver", "--clock", morning)
    assert (late.code, late.out) == (0, "2 sent\n")
    assert waiter("workflow", "deliver", "--clock", morning).out == "nothing to deliver\n"


def test_a_delivery_that_fails_says_so(
    waiter: Waiter, campaign: SmsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign.answers = [422, 422]
    done = approved(waiter)[-1]
    assert done["delivered"]["failed"] == 2
    shown = waiter("workflow", "outbox").out
    assert "failed (http://127.0.0.1" in shown
    assert "answers HTTP 422)" in shown
    monkeypatch.delenv("WAITER_SMS_URL")
    none = waiter("workflow", "deliver")
    assert (none.code, none.err.count("\n")) == (2, 1)
    assert "no gateway is set" in none.err


@pytest.mark.parametrize("url", ["ftp://x/y", "sms.example", "http://", "http://[x/", "http://x:a"])
def test_an_address_that_is_none_is_one_line(
    waiter: Waiter, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("WAITER_SMS_URL", url)
    done = waiter("workflow", "deliver")
    assert (done.code, done.err) == (
        2,
        "waiter: sms_url is no address; allowed: https://HOST/PATH\n",
    )


def test_without_a_gateway_messages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAITER_SMS_URL", raising=False)
    assert sms.gateway(Settings(), 5).name == "outbox"
