"""`waiter workflow`: exit codes, one line for a mistake, yeses by digest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot import cli
from tests.bot.conftest import NOON, Waiter
from tests.waiter.workflow.files import ASK, HEAD, out

MARKETING = ("-i", "user_tag=vip", "-i", "marketing_need=新品", "--clock", NOON)
GUESTS = (
    {"id": "a", "mobile": "13800000001", "tags": ["VIP"], "consent": True, "language": "en"},
    {"id": "b", "mobile": "13800000002", "tags": ["vip"], "consent": False},
    {"id": "c", "mobile": "13800000003", "tags": "vip;x", "consent": "yes"},
)


@pytest.fixture(autouse=True)
def _keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAITER_EMBEDDER", "none")


@pytest.fixture
def known(waiter: Waiter, tmp_path: Path) -> None:
    """Three guests, two of whom agree."""
    (tmp_path / "g.jsonl").write_text("\n".join(json.dumps(one) for one in GUESTS), "utf-8")
    assert waiter("workflow", "guests", "g.jsonl", "--json").rows == [
        {"read": 3, "guests": 3, "agree": 2}
    ]


def test_the_recommendation_runs_as_written(waiter: Waiter) -> None:
    wish = "user_preference=我喜歡吃辣，有什么菜品推薦"
    done = waiter("workflow", "run", "menu_recommendation", "-i", wish, "--json")
    (row,) = done.rows
    assert (done.code, row["state"]) == (0, "done")
    assert row["outputs"] == {"spicy_dishes": ["辣味黃燜雞"]}
    assert [one["title"] for one in row["citations"]] == ["辣味黃燜雞"]


def test_a_menu_of_ones_own_is_a_knowledge_base(waiter: Waiter, tmp_path: Path) -> None:
    menu = {"1": {"name": "Fire wings", "description": "spicy", "price": "5 EUR"},
            "2": {"name": "Wings", "price": "4 EUR"}}  # fmt: skip
    (tmp_path / "mine.json").write_text(json.dumps(menu), "utf-8")
    shipped = Path(cli.__file__).parents[1] / "waiter" / "workflow" / "examples"
    text = (shipped / "menu_recommendation.yaml").read_text("utf-8")
    (tmp_path / "w.yaml").write_text(text.replace("huangmenji_menu", "mine"), "utf-8")
    run = ("workflow", "run", "w.yaml", "-i", "user_preference=wings", "--json")
    assert waiter(*run, "--menu", "mine.json").rows[0]["outputs"] == {
        "spicy_dishes": ["Fire wings"]
    }
    failed = waiter(*run, "--fresh")
    assert failed.code == 1
    assert "unknown knowledge base 'mine'; allowed: chengdu, huangmenji_menu, menu" in failed.err


def test_a_yes_is_said_by_digest_and_the_run_waits_until_then(waiter: Waiter, known: None) -> None:
    yes: list[str] = []
    for standing, code in (("waiting", 1), ("waiting", 1), ("done", 0)):
        done = waiter("workflow", "run", "marketing_to_all", *MARKETING, "--json", *yes)
        (row,) = done.rows
        assert (row["state"], done.code) == (standing, code), done.err
        yes = ["--approve", row["requests"][0]["digest"][:12]] if row["requests"] else []
    assert [one["status"] for one in row["outputs"]["results"]] == ["sent", "sent"]
    kept = waiter("workflow", "outbox", "--json").rows
    assert [one["guest"] for one in kept] == ["a", "c"]
    rows = waiter("workflow", "list", "--json").rows
    assert [one["state"] for one in rows if one["kind"] == "run"] == ["done"]


def test_another_digest_is_no_yes(waiter: Waiter, known: None) -> None:
    done = waiter("workflow", "run", "marketing_to_all", *MARKETING, "--approve", "0" * 64)
    assert done.code == 1
    assert "waits for: --approve " in done.out
    assert "guests: 2" in done.out


def test_the_customers_file_is_read_with_a_warning(waiter: Waiter) -> None:
    done = waiter("workflow", "check", "customer_marketing")
    assert done.code == 0
    warning, good = done.out.splitlines()
    assert "outputs: [{name: user_tag, type: str}, {name: marketing_need, type: str}]" in warning
    assert good.endswith("5 steps, all right")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "needs -i word=…"),
        (("-i", "word"), "-i 'word' is no input, or stands twice; allowed: -i word=…"),
        (("-i", "x=1"), "-i 'x=1' is no input"),
        (("-i", "word=1", "-i", "word=2"), "or stands twice"),
        (("-i", "word=1", "--approve", "yes"), "--approve 'yes' is no digest"),
        (("-i", "word=1", "--part-price", "cheap"), "--part-price 'cheap' is no amount"),
        (("-i", "word=1", "--part-price", "-1"), "--part-price '-1' is below zero"),
    ],
)
def test_a_mistake_is_one_line(
    waiter: Waiter, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "w.yaml").write_text(HEAD + ASK + out(x="{word}"), "utf-8")
    done = waiter("workflow", "run", "w.yaml", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        HEAD + ASK + out(x="{word.__class__}"),
        HEAD + ASK + out(x="{__class__}"),
        HEAD + ASK + out(x="{word:>99999999}"),
        "a: &a [x]\nb: [*a, *a]",
        HEAD
        + ASK.replace("type: input", "type: plugin\n    plugin: ../../bin/sh")
        + out(x="{word}"),
        "\x00",
        "",
    ],
)
def test_a_hostile_file_is_refused_with_one_line(waiter: Waiter, tmp_path: Path, text: str) -> None:
    (tmp_path / "w.yaml").write_text(text, "utf-8")
    done = waiter("workflow", "run", "w.yaml", "-i", "word=x")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("waiter: w.yaml:")
    assert len(done.err.splitlines()) == 1
    checked = waiter("workflow", "check", "w.yaml")
    assert (checked.code, len(checked.out.splitlines())) == (1, 1)


def test_a_text_that_grows_beyond_all_bounds_fails_the_run(waiter: Waiter, tmp_path: Path) -> None:
    (tmp_path / "w.yaml").write_text(HEAD + ASK + out(x="{word}" * 50), "utf-8")
    done = waiter("workflow", "run", "w.yaml", "-i", f"word={'x' * 1_000}")
    assert done.code == 1
    assert "grows beyond 20000 characters" in done.err


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('{"id": "a", "mobile": "12"}', "g.jsonl:1: guest 'a': '12' is no mobile number"),
        ('{"id": "a", "mobile": "13800000001", "consent": "maybe"}', "g.jsonl:1: consent: found"),
        ('{"id": "a", "phone": "1"}', "g.jsonl:1: "),
        ("[1]", "g.jsonl:1: "),
        ("{", "g.jsonl:1: is no JSON"),
    ],
)
def test_a_guest_that_is_none_is_told_with_its_line(
    waiter: Waiter, tmp_path: Path, row: str, told: str
) -> None:
    (tmp_path / "g.jsonl").write_text(row, "utf-8")
    done = waiter("workflow", "guests", "g.jsonl")
    assert done.code == 2
    assert told in done.err


def test_one_number_is_one_guest(waiter: Waiter, known: None, tmp_path: Path) -> None:
    (tmp_path / "h.jsonl").write_text('{"id": "z", "mobile": "138 0000 0001"}', "utf-8")
    done = waiter("workflow", "guests", "h.jsonl")
    assert done.code == 2
    assert "'13800000001' is the number of guest 'a' already" in done.err


def test_stop_is_the_end_of_messages(waiter: Waiter, known: None) -> None:
    assert waiter("workflow", "reply", "13800000001", "how are you", "--json").rows == [
        {"unsubscribed": False}
    ]
    assert waiter("workflow", "reply", "138 0000 0001", "STOP", "--json").rows == [
        {"unsubscribed": True}
    ]
    row = waiter("workflow", "run", "marketing_to_all", *MARKETING, "--json").rows[0]
    assert row["requests"][0]["guests"] == 1
    assert waiter("workflow", "reply", "1", "STOP").code == 2
