"""Runs: side by side, one answer for equal calls, types at run time, resume, replay."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.waiter.workflow.files import ASK, HEAD, Said, out, step, workflow
from tests.waiter.workflow.house import NOON, data, run
from waiter.storage import BrokenChain, Storage
from waiter.workflow import event as e
from waiter.workflow.journal import RunJournal
from waiter.workflow.replay import replayed
from waiter.workflow.state import Impossible, State, apply


def test_steps_that_do_not_need_each_other_run_side_by_side() -> None:
    said = Said(gate=threading.Barrier(2))
    text = HEAD + ASK + step("a", "{word} a") + step("b", "{word} b") + out(x="{a_said}{b_said}")
    outcome = run(Storage.in_memory(), workflow(text, said), {"word": "w"}, say=said.function())
    assert outcome.outputs == {"x": "w aw b"}


def test_equal_calls_have_one_answer_in_a_run() -> None:
    said = Said()
    text = HEAD + ASK + step("a", "{word}") + step("b", "{word}") + step("c", "{a_said}")
    found = workflow(text + out(x="{b_said} {c_said}"), said)
    outcome = run(Storage.in_memory(), found, {"word": "w"}, say=said.function())
    assert (outcome.outputs, said.asked) == ({"x": "w w"}, ["w"])


def test_an_answer_that_lasts_is_asked_once_in_all_runs() -> None:
    """As long as what it rests on is the same; others are asked anew."""
    said, versions = Said(), ["1"]
    lasting = replace(said.function(), rests_on=lambda asked, tools: versions[0])
    text = HEAD + ASK + step("a", "{word}") + out(x="{a_said}")
    files = [workflow(text + more, said) for more in ("", "# another file\n")]
    storage = Storage.in_memory()
    for file in files:
        outcome = run(storage, file, {"word": "w"}, say=lasting)
        assert (outcome.outputs, said.asked) == ({"x": "w"}, ["w"])
    assert run(storage, files[0], {"word": "v"}, say=lasting).outputs == {"x": "v"}
    versions[0] = "2"
    run(storage, files[0], {"word": "w"}, say=lasting)
    run(storage, files[0], {"word": "w"}, say=said.function())
    assert said.asked == ["w", "v", "w", "w"]


def test_a_run_begun_anew_asks_again() -> None:
    said = Said()
    lasting = replace(said.function(), rests_on=lambda asked, tools: [])
    found = workflow(HEAD + ASK + step("a", "{word}") + out(x="{a_said}"), said)
    storage = Storage.in_memory()
    for fresh in (False, False, True):
        run(storage, found, {"word": "w"}, say=lasting, fresh=fresh)
    assert said.asked == ["w", "w"]


def test_an_answer_that_failed_is_not_kept() -> None:
    said = Said(fails={"w"})
    lasting = replace(said.function(), rests_on=lambda asked, tools: [])
    found = workflow(HEAD + ASK + step("a", "{word}") + out(x="{a_said}"), said)
    storage = Storage.in_memory()
    assert run(storage, found, {"word": "w"}, say=lasting).standing == "failed"
    said.fails.clear()
    assert run(storage, found, {"word": "w"}, say=lasting).standing == "done"


def test_a_filters_answer_lasts_as_long_as_its_menu() -> None:
    text = (
        HEAD + ASK + "  - {id: f, type: custom, function: filter_spicy_dishes,"
        " inputs: {recommendations: '{word}'}, outputs: {name: kept, type: list}}\n"
    )
    storage = Storage.in_memory()
    for _ in range(2):
        outcome = run(storage, workflow(text + out(x="{kept}")), {"word": "麻婆豆腐\n米饭"})
        assert outcome.outputs == {"x": ["麻婆豆腐"]}
    kept = storage.connection.execute("SELECT COUNT(*) FROM workflow_answers").fetchone()
    assert kept == (1,)


def test_a_list_is_walked_entry_by_entry_and_lists_side_by_side() -> None:
    said = Said()
    asks = ASK.replace("{name: word, type: str}", "{name: words, type: list}")
    each = step("a", "{w}", "    for_each: {w: '{words}'}\n", "list")
    both = step("b", "{w}-{v}", "    for_each: {w: '{words}', v: '{a_said}'}\n", "list")
    found = workflow(HEAD + asks + each + both + out(x="{b_said}"), said)
    storage = Storage.in_memory()
    outcome = run(storage, found, {"words": ["p", "q", "p"]}, say=said.function())
    assert outcome.outputs == {"x": ["p-p", "q-q", "p-p"]}
    assert sorted(said.asked) == ["p", "p-p", "q", "q-q"]
    assert run(storage, found, {"words": []}, say=said.function()).outputs == {"x": []}


def test_lists_of_different_lengths_fail_the_step() -> None:
    asks = ASK.replace("{name: word, type: str}", "[{name: a, type: list}, {name: b, type: list}]")
    both = step("c", "{x}{y}", "    for_each: {x: '{a}', y: '{b}'}\n", "list")
    said = Said()
    found = workflow(HEAD + asks + both + out(x="{c_said}"), said)
    outcome = run(Storage.in_memory(), found, {"a": [1], "b": []}, say=said.function())
    assert "differ in length" in outcome.failed["c"]


def test_a_declared_type_is_checked_when_the_value_is_there() -> None:
    said = Said()
    text = HEAD + ASK + step("a", "{word}", kind="list") + out(x="{a_said}")
    outcome = run(Storage.in_memory(), workflow(text, said), {"word": "w"}, say=said.function())
    assert outcome.standing == "failed"
    assert outcome.failed == {"a": "'a_said' is declared list; found nothing"}


def test_a_failed_run_is_taken_up_at_the_failed_step() -> None:
    said = Said(fails={"first then"})
    text = HEAD + ASK + step("a", "{word}") + step("b", "{a_said} then") + out(x="{b_said}")
    found, storage = workflow(text, said), Storage.in_memory()
    failed = run(storage, found, {"word": "first"}, say=said.function())
    assert (failed.standing, failed.failed) == ("failed", {"b": "can't say 'first then'"})
    said.fails.clear()
    again = run(storage, found, {"word": "first"}, say=said.function())
    assert (again.run, again.resumed, again.standing) == (failed.run, True, "done")
    assert said.asked == ["first", "first then"]


def test_other_inputs_and_another_file_are_other_runs() -> None:
    said = Said(fails={"x", "y"})
    storage, text = Storage.in_memory(), HEAD + ASK + step("a", "{word}") + out(x="{a_said}")
    runs = [
        run(storage, workflow(file, said), {"word": word}, say=said.function()).run
        for file, word in [(text, "x"), (text, "y"), (text + "# a remark\n", "x"), (text, "x")]
    ]
    assert len(set(runs)) == 3
    assert runs[0] == runs[3]


def test_a_run_is_journalled_with_the_file_it_was_of_and_replays_exactly(tmp_path: Path) -> None:
    said = Said()
    text = HEAD + ASK + step("a", "{word}") + step("b", "{a_said} b") + out(x="{b_said}")
    found, storage = workflow(text, said), data(tmp_path)
    outcome = run(storage, found, {"word": "w"}, say=said.function())
    events = RunJournal(storage.connection).read(outcome.run)
    assert isinstance(events[0].body, e.RunStarted)
    assert events[0].body.file_hash == found.plan.hash
    assert replayed(found.plan, events) is None
    changed = [
        replace(x, body=e.StepDone("a", {"a_said": "other"})) if x.seq == 6 else x for x in events
    ]
    divergence = replayed(found.plan, changed)
    assert divergence is not None
    assert divergence.seq == 6


def test_a_changed_record_is_noticed(tmp_path: Path) -> None:
    storage = data(tmp_path)
    outcome = run(storage, workflow(HEAD + ASK + out(x="{word}")), {"word": "w"})
    storage.connection.execute("UPDATE workflow_events SET payload = '{}' WHERE seq = 2")
    with pytest.raises(BrokenChain, match="record 2 was changed"):
        RunJournal(storage.connection).read(outcome.run)


def test_nothing_happens_after_the_end() -> None:
    from_outside = e.RunEnded("done", {})
    state = apply(State("r"), e.Event("r", 1, NOON, from_outside))
    with pytest.raises(Impossible):
        apply(state, e.Event("r", 2, NOON, from_outside))
