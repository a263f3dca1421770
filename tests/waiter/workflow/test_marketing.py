"""Marketing: only who agreed, once each, after a yes that is bound to what it would do."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.composition import SHIPPED_MENU
from menu_data.loader import load
from tests.waiter.workflow.house import NOON, data, guest, guests, outbox, run, tools
from waiter.storage import Storage
from waiter.view import ModelUnavailable
from waiter.workflow import articles, sms
from waiter.workflow import event as e
from waiter.workflow.function import Brief, FunctionFailed
from waiter.workflow.guests import Guests, plain_mobile
from waiter.workflow.journal import RunJournal
from waiter.workflow.loader import load as load_workflow
from waiter.workflow.loader import parse
from waiter.workflow.outbox import Outbox
from waiter.workflow.registry import CUSTOMS, PLUGINS
from waiter.workflow.replay import replayed
from waiter.workflow.runner import Outcome

EXAMPLES = SHIPPED_MENU.parents[2] / "waiter" / "workflow" / "examples"
ONE = load_workflow(EXAMPLES / "customer_marketing.yaml", PLUGINS, CUSTOMS)
ALL = load_workflow(EXAMPLES / "marketing_to_all.yaml", PLUGINS, CUSTOMS)
NEED = {"user_tag": "regular", "marketing_need": "新品上市"}


class Dies(Exception):
    """The process is killed here."""


def many(storage: Storage, count: int) -> set[str]:
    """Guests, some of whom agree; the ids of those."""
    chance = random.Random(7)
    made = [
        guest(
            number,
            consent=chance.random() < 0.6,
            language=chance.choice(["zh", "zh-Hant", "en"]),
            likes=chance.choice([["辣"], ["tofu"], []]),
            allergies=chance.choice([[], ["peanut"]]),
        )
        for number in range(count)
    ]
    guests(storage, *made)
    return {one.id for one in made if one.consent}


def sent(storage: Storage) -> list[str]:
    return [kept.message.guest for kept in outbox(storage)]


def send_request(outcome: Outcome) -> e.RequestOpened:
    (request,) = outcome.requests
    assert request.function == "plugin_sms_send"
    return request


def only_reading(request: e.RequestOpened) -> bool | None:
    return True if request.function == "plugin_user_info_by_tag_get" else None


def test_of_a_thousand_guests_those_who_agreed_are_written_to_once() -> None:
    storage = Storage.in_memory()
    agreed = many(storage, 1_000)
    first = run(storage, ALL, NEED)
    assert {row["status"] for row in first.outputs["results"]} == {"sent"}
    assert sorted(sent(storage)) == sorted(agreed)
    second = run(storage, ALL, NEED)
    assert second.run != first.run
    assert {row["status"] for row in second.outputs["results"]} == {"already_sent"}
    assert len(sent(storage)) == len(agreed)


@pytest.mark.parametrize("after", [1, 20, 57])
def test_a_run_killed_in_the_middle_sends_each_exactly_once(tmp_path: Path, after: int) -> None:
    storage = data(tmp_path)
    agreed = many(storage, 100)
    waiting = run(storage, ALL, NEED, decide=only_reading)
    assert waiting.standing == "waiting"
    commits = 0

    def die() -> None:
        nonlocal commits
        commits += len(sent(storage)) > 0
        if commits == after:
            raise Dies

    storage.on_commit = die
    with pytest.raises(Dies):
        run(storage, ALL, NEED)
    storage.close()
    storage = data(tmp_path)
    assert 0 < len(sent(storage)) < len(agreed)
    asked: list[e.RequestOpened] = []
    again = run(storage, ALL, NEED, decide=asked.append)
    assert (again.run, again.standing) == (waiting.run, "done")
    assert not asked, "the yes was spent before the kill"
    assert sorted(sent(storage)) == sorted(agreed)


def test_the_one_yes_shows_samples_the_number_and_the_cost() -> None:
    storage = Storage.in_memory()
    agreed = many(storage, 30)
    content = send_request(run(storage, ALL, NEED, decide=only_reading)).content
    assert content["guests"] == len(agreed)
    assert len(content["samples"]) == 3
    assert all("新品上市" in sample for sample in content["samples"])
    cost = content["parts"] * 5
    assert content["cost"] == f"{cost // 100}.{cost % 100:02d} CNY"
    assert not sent(storage)


def test_the_file_of_one_guest_ends_in_what_it_declares() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1, consent=False), guest(2, likes=["辣"]), guest(3))
    outcome = run(storage, ONE, NEED)
    assert outcome.outputs == {"sms_status": True}
    (kept,) = outbox(storage)
    assert kept.message.guest == "g0002"
    assert kept.message.body.splitlines()[0] == "最新產品推薦"
    assert kept.message.body.splitlines()[-1] == "回复 TD 退订"
    assert run(storage, ONE, NEED).outputs == {"sms_status": True}
    assert len(outbox(storage)) == 1


def test_personal_data_is_read_after_a_yes_that_says_whose() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1), guest(2), guest(3, consent=False))
    outcome = run(storage, ALL, NEED, decide=lambda request: None)
    (request,) = outcome.requests
    assert (request.content["guests"], request.content["not read"]) == (2, {"no consent": 1})
    assert request.content["used by"] == ["plugin_marketing_article_generate", "plugin_sms_send"]
    dump = "\n".join(storage.connection.iterdump())
    events = [line for line in dump.splitlines() if "workflow_events" in line]
    assert not any("+86138" in line for line in events)
    (one,) = run(storage, ONE, NEED, decide=lambda request: None).requests
    assert one.content["guests"] == 1


def test_a_no_ends_the_run() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1))
    outcome = run(storage, ALL, NEED, decide=lambda r: r.function != "plugin_sms_send")
    assert (outcome.standing, outcome.outputs, sent(storage)) == ("denied", {}, [])


def test_a_yes_after_somebody_withdrew_is_void() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1), guest(2))
    first = send_request(run(storage, ALL, NEED, decide=only_reading))

    def withdrawn(request: e.RequestOpened) -> bool | None:
        if request.digest != first.digest:
            return None
        with storage.unit():
            table = Guests(storage.connection)
            found = table.with_mobile(guest(1).mobile)
            assert found is not None
            table.withdraw(found, NOON)
        return True

    again = send_request(run(storage, ALL, NEED, decide=withdrawn))
    assert (again.content["guests"], again.content["not sent"]) == (1, {"no_consent": 1})
    assert again.digest != first.digest
    assert not sent(storage)
    assert run(storage, ALL, NEED).standing == "done"
    assert sent(storage) == ["g0002"]


def test_a_yes_runs_out() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1))
    old = send_request(run(storage, ALL, NEED, decide=only_reading))
    late = NOON + timedelta(minutes=15)
    outcome = run(
        storage, ALL, NEED, decide=lambda r: True if r == old else None, now=lambda: late
    )  # fmt: skip
    assert send_request(outcome).digest != old.digest
    assert not sent(storage)


def test_nobody_who_agrees_is_nobody_written_to() -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1, consent=False))
    asked: list[e.RequestOpened] = []
    outcome = run(storage, ALL, NEED, decide=asked.append)
    assert (outcome.outputs, asked) == ({"results": []}, [])
    failed = run(storage, ONE, NEED, decide=asked.append).failed["get_user_info"]
    assert "no guest tagged 'regular' agrees to messages" in failed


@pytest.mark.parametrize(
    ("local", "due"),
    [
        ("2026-05-04T12:00:00+08:00", "2026-05-04T12:00:00+08:00"),
        ("2026-05-04T20:59:59+08:00", "2026-05-04T20:59:59+08:00"),
        ("2026-05-04T21:00:00+08:00", "2026-05-05T09:00:00+08:00"),
        ("2026-05-05T08:59:00+08:00", "2026-05-05T09:00:00+08:00"),
        ("2026-05-05T09:00:00+08:00", "2026-05-05T09:00:00+08:00"),
    ],
)
def test_in_quiet_hours_a_message_is_due_when_they_end(local: str, due: str) -> None:
    moment = datetime.fromisoformat(local)
    assert sms.due(moment, "Asia/Shanghai") == datetime.fromisoformat(due)


@pytest.mark.parametrize("text", ["TD", "退订", " 退訂。", "Stop!", "unsubscribe"])
def test_an_unsubscribe_word_is_honoured_at_once(text: str) -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1))
    night = NOON + timedelta(hours=12)
    assert run(storage, ALL, NEED, now=lambda: night).standing == "done"
    table, box = Guests(storage.connection), Outbox(storage.connection)
    mobile = guest(1).mobile
    assert not sms.unsubscribed("when do you stop serving?", mobile, table, box, night)
    assert sms.unsubscribed(text, mobile, table, box, night)
    assert [kept.state for kept in outbox(storage)] == ["cancelled"]
    guests(storage, guest(1))  # staff read the file in again
    found = table.with_mobile(mobile)
    assert found is not None
    assert not found.agrees
    assert run(storage, ALL, {**NEED, "marketing_need": "再来"}).outputs == {"results": []}


def test_a_number_that_is_no_guests_is_never_written_to() -> None:
    storage = Storage.in_memory()
    text = (EXAMPLES / "customer_marketing.yaml").read_text("utf-8")
    changed = text.replace("'{user_info[mobile]}'", "'+8613900000000'")
    guests(storage, guest(1))
    outcome = run(storage, parse(changed.encode(), "x.yaml", PLUGINS, CUSTOMS), NEED)
    assert outcome.outputs == {"sms_status": False}
    assert "unknown guest" in outcome.notes
    assert not outbox(storage)


@pytest.mark.parametrize(
    "topic", ["全场半价", "call 13912345678 now", "see www.example.com", "50% off"]
)
def test_no_text_goes_out_with_a_discount_or_a_strange_contact(topic: str) -> None:
    storage = Storage.in_memory()
    guests(storage, guest(1))
    outcome = run(storage, ALL, {**NEED, "marketing_need": topic})
    assert outcome.standing == "failed"
    assert not outbox(storage)


@dataclass
class Model:
    """A writer that says these in turn."""

    texts: list[str]
    briefs: list[Brief]
    name: str = "model"

    def write(self, brief: Brief) -> str:
        self.briefs.append(brief)
        if not self.texts:
            raise ModelUnavailable("nothing left to say")
        return self.texts.pop(0)


def test_a_model_is_told_why_its_text_may_not_go_out_and_then_replaced() -> None:
    asked = articles.Article(topic="新品", audience={"likes": ["辣"], "language": "zh"})
    good = Model(["新品五折优惠价！", "新品来了，等您。"], [])
    assert articles.write(asked, tools((good,))).forms == {"str": "新品来了，等您。"}
    assert "优惠价" in good.briefs[1].refused
    for bad in (Model(["半价！", "打折！", "没用上"], []), Model([], [])):
        found = articles.write(asked, tools((bad,)))
        assert found.notes == ("written by template",)
        assert len(bad.briefs) <= articles.TRIES


def test_dishes_in_a_text_suit_the_guest() -> None:
    menu = load(SHIPPED_MENU)
    wishes = {"likes": ["辣", "tofu"], "allergies": ["peanut"], "language": "en"}
    model = Model(["A text."], [])
    articles.write(articles.Article(topic="x", audience=wishes), tools((model,)))
    named = [d for d in menu.dishes.values() if d.name.said("en") in model.briefs[0].dishes]
    assert named
    assert all(dish.allergens["peanut"] == "free" for dish in named)
    gone = replace(tools((model,)), availability=replace(
        tools().availability, sold_out=frozenset(dish.id for dish in named)))  # fmt: skip
    model.texts.append("Another.")
    articles.write(articles.Article(topic="x", audience=wishes), gone)
    assert not set(model.briefs[0].dishes) & set(model.briefs[1].dishes)


@pytest.mark.parametrize(
    ("audience", "begins"),
    [
        ({"language": "en"}, "Chengdu Snacks: 新品"),
        ({"language": "zh-Hant"}, "成都小吃：新品。歡迎"),
        ({"language": "fr"}, "成都小吃: 新品"),
        (None, "成都小吃：新品。欢迎"),
        ("牛肉", "成都小吃：新品。知道您喜欢牛肉"),
        (["牛肉", 7, None], "成都小吃：新品。知道您喜欢牛肉"),
        ({"likes": {"deep": "x"}}, "成都小吃：新品。"),
    ],
)
def test_a_text_is_in_the_guests_language(audience: object, begins: str) -> None:
    found = articles.write(articles.Article(topic="新品", audience=audience), tools())
    assert str(found.forms["str"]).startswith(begins)


@pytest.mark.parametrize(
    ("text", "parts"),
    [("a" * 160, 1), ("a" * 161, 2), ("a" * 306, 2), ("面" * 70, 1), ("面" * 71, 2), ("€" * 81, 2)],
)
def test_parts_are_counted_as_they_are_paid(text: str, parts: int) -> None:
    assert sms.parts_of(text) == parts


@pytest.mark.parametrize(
    ("text", "plain"),
    [("138 0000-0001", "13800000001"), ("＋86 138 00000001", "+8613800000001"), ("12", None),
     ("+1; DROP TABLE", None)],
)  # fmt: skip
def test_a_number_is_kept_in_one_form(text: str, plain: str | None) -> None:
    assert plain_mobile(text) == plain


def test_a_text_that_may_never_go_out_says_why() -> None:
    with pytest.raises(FunctionFailed, match="may not go out"):
        articles.write(articles.Article(topic="全场免费送"), tools())


def test_a_process_killed_at_its_own_hand_is_taken_up(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    storage = Storage.open(folder)
    agreed = many(storage, 50)
    storage.close()
    command = [sys.executable, "-m", "tests.waiter.workflow.killed_child", str(folder), "11"]
    killed = subprocess.run(command, cwd=SHIPPED_MENU.parents[2], check=False)
    assert killed.returncode == -signal.SIGKILL
    storage = Storage.open(folder)
    assert len(sent(storage)) == 11
    outcome = run(storage, ALL, NEED, decide=lambda request: False)
    assert (outcome.standing, outcome.resumed) == ("done", True)
    assert sorted(sent(storage)) == sorted(agreed)
    events = RunJournal(storage.connection).read(outcome.run)
    assert replayed(ALL.plan, events) is None
