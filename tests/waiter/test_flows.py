"""Workflows that answer intents: chosen by what was said, run beside the dialogue, journalled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from apps.searching import KeywordSearcher
from bot.composition import SHIPPED_MENU
from bot.workflows import called as calls_of
from bot.workflows import flows_of
from menu_data.loader import load
from menu_data.menu import Menu
from tests.waiter.table import Table, call
from tests.waiter.workflow.files import ASK, HEAD, Said, out, step, workflow
from waiter import event as e
from waiter.answering import answer_of
from waiter.brains.house.brain import speak
from waiter.flow import Flow
from waiter.live import fold
from waiter.replay import replay
from waiter.state import State
from waiter.transcript import export, read
from waiter.workflow.answering import FlowSearcher, Ready
from waiter.workflow.function import FunctionFailed
from waiter.workflow.template import compiled

SPICY = Flow("menu", "menu_recommendation", ("spicy",))


def no_menus(name: str) -> Menu:
    raise FunctionFailed(f"unknown knowledge base {name!r}")


def shipped_house(flows: tuple[Flow, ...] = (SPICY,)) -> Table:
    """The shipped house with the shipped table's workflows."""
    ready = flows_of(SHIPPED_MENU.parent).ready
    functions = calls_of(ready["menu_recommendation"].plan)
    searcher = FlowSearcher(KeywordSearcher(), ready, functions, no_menus)
    table = Table(dict(load(SHIPPED_MENU).source), flows=flows, searcher=searcher)
    table.join("a", "zh")
    return table


@dataclass
class Told:
    """A house whose workflow `words` says a text or names dishes."""

    said: str | list[str]
    fails: bool = False
    words: Said = field(default_factory=Said)

    def table(self) -> Table:
        if self.fails:
            self.words.fails.add(str(self.said))
        kind = "str" if isinstance(self.said, str) else "list"
        file = HEAD + ASK + step("a", "{word}", kind=kind) + out(x="{a_said}")
        plan = workflow(file, self.words).plan
        ready = {"words": Ready(plan, {"word": compiled(self.said)}, {})}
        functions = {"say": self.words.function()}
        searcher = FlowSearcher(KeywordSearcher(), ready, functions, no_menus)
        flows = (Flow("house", "words", (), ("parking",)), Flow("menu", "words"))
        table = Table(dict(load(SHIPPED_MENU).source), flows=flows, searcher=searcher)
        table.join("a", "en")
        return table


def house_speaks(table: Table) -> None:
    """The built-in brain answers until nobody is asked any more."""
    while table.asks:
        ask = table.asks[-1]
        spoken = speak(ask.view, ask.refused)
        table.speak(spoken.raw, spoken.confidence)


def called(table: Table) -> list[e.CallMade]:
    return [body for body in table.bodies() if isinstance(body, e.CallMade)]


def found(table: Table) -> Mapping[str, object]:
    returned = [body for body in table.bodies() if isinstance(body, e.AppReturned)]
    return [body for body in returned if body.app == "search"][-1].result


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("推荐点辣的", "zh"),
        ("有什么辣的推荐吗", "zh"),
        ("推薦點辣的", "zh-Hant"),
        ("recommend something spicy", "en"),
        ("something spicy please", "en"),
    ],
)
def test_a_wish_the_table_names_is_answered_by_its_workflow(text: str, language: str) -> None:
    table = shipped_house()
    table.say(text)
    assert [made.flow for made in called(table)] == [SPICY]
    house_speaks(table)
    menu = load(SHIPPED_MENU)
    shown = [option.id for option in table.last().options]
    assert len(shown) > 2
    assert all((menu.dishes[item].spice or 0) >= 2 for item in shown)
    assert table.last().type == "advice"
    assert all(f"[{number}]" in table.last().content for number in range(1, len(shown) + 1))
    first = menu.dishes[shown[0]].name.said(language)
    assert first in table.last().content or language == "zh-Hant"


def test_the_fact_says_which_workflow_it_was_and_cites_each_dish() -> None:
    table = shipped_house()
    table.say("推荐点辣的")
    fact = table.asks[-1].view.facts[-1]
    assert (fact.source, fact.params) == ("search", {"query": "推荐点辣的"})
    flow = fact.value["flow"]
    plan = flows_of(SHIPPED_MENU.parent).ready["menu_recommendation"].plan
    assert (flow["intent"], flow["name"]) == ("menu", "menu_recommendation")
    assert (flow["version"], flow["hash"]) == ("1.0", plan.hash)
    assert [one["function"] for one in flow["steps"]] == [
        "plugin_ai_knowledge_base_query",
        "filter_spicy_dishes",
    ]
    version = table.state.menu
    cited = [row["citation"] for row in fact.value["results"]]
    ids = [row["id"] for row in fact.value["results"]]
    assert cited == [{"number": n, "id": f"menu:{version}:{item}"} for n, item in enumerate(ids, 1)]


def test_the_structured_answer_names_the_workflow_and_its_version() -> None:
    table = shipped_house()
    table.say("推荐点辣的")
    flow = table.asks[-1].view.facts[-1].value["flow"]
    house_speaks(table)
    events = [record.event for record in table.records()]
    begun = next(n for n, ev in enumerate(events) if isinstance(ev.body, e.ExchangeOpened))
    answer = answer_of(events[begun:], table.last(), "zh")
    assert answer.intent is not None
    assert (answer.intent.name, answer.intent.flow) == ("menu", "menu_recommendation")
    assert answer.intent.flow_version == f"1.0+{flow['hash'][:12]}"
    sources = [query.source for query in answer.provenance.knowledge_queries]
    assert sources == [f"menu:{table.state.menu}:{one.id}" for one in table.last().options]


@pytest.mark.parametrize(("text", "pick"), [("推荐点辣的", "第二个"), ("anything spicy?", "2")])
def test_what_it_found_is_numbered_and_may_be_picked(text: str, pick: str) -> None:
    table = shipped_house()
    table.say(text)
    house_speaks(table)
    second = table.last().options[1].id
    table.say(pick)
    house_speaks(table)
    asked = {str(q.ask.draft["lines"][0]["dish"]) for q in table.state.sessions["a"].questions}
    assert second in {line.item for line in table.live.books.lines} | asked


@pytest.mark.parametrize(
    "text",
    [
        "来两碗担担面",
        "有什么素菜推荐",
        "推荐点辣的面条",  # more is wished for than the table's line says
        "不辣的有什么",
        "what's good?",
        "有停车位吗？",
        "买单",
    ],
)
def test_what_the_table_does_not_name_is_a_brains_alone(text: str) -> None:
    table = shipped_house()
    table.say(text)
    assert called(table) == []
    assert len(table.asks) == 1


def test_a_house_that_names_none_is_as_it_was() -> None:
    with_none, without = shipped_house(()), Table(dict(load(SHIPPED_MENU).source))
    without.join("a", "zh")
    for table in (with_none, without):
        table.say("推荐点辣的")
        house_speaks(table)
    assert [e.content for e in with_none.sent] == [e.content for e in without.sent]
    assert "flow" not in found(with_none)


def test_limits_allergies_and_what_is_sold_out_hold_for_what_a_workflow_finds() -> None:
    table = shipped_house()
    table.staff("sold_out", items=["shuizhu_beef"])
    table.say("我对花生过敏")
    house_speaks(table)
    table.say("推荐点辣的，30块以内")
    house_speaks(table)
    menu = load(SHIPPED_MENU)
    shown = [menu.dishes[option.id] for option in table.last().options]
    assert shown
    assert called(table)[-1].flow == SPICY
    assert all(dish.allergens.get("peanut") == "free" for dish in shown)
    assert all(dish.price is not None and dish.price <= 3000 for dish in shown)
    assert "shuizhu_beef" not in {dish.id for dish in shown}


def test_a_workflow_may_answer_in_words() -> None:
    table = Told("There is a car park behind the house, two minutes on foot.").table()
    table.say("Can I park here?")
    house_speaks(table)
    assert table.last().content == "There is a car park behind the house, two minutes on foot."
    assert found(table)["results"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Call our valet at +86 139 0000 0000.",
        "All drinks are half price today.",
        "Your order has been sent to the kitchen.",
        "The system says there is room.",
    ],
)
def test_words_that_may_not_be_said_are_no_answer(text: str) -> None:
    table = Told(text).table()
    table.say("Can I park here?")
    house_speaks(table)
    assert text not in table.last().content
    assert "flow" not in found(table)
    assert "may not be said" in str(found(table)["unanswered"])


def test_dishes_may_be_named_and_those_of_another_menu_are_left_out() -> None:
    table = Told(["Mapo tofu", "Peking duck", "Dandan noodles"]).table()
    table.say("what do you recommend?")
    house_speaks(table)
    assert [option.id for option in table.last().options] == ["mapo_tofu", "dandan"]


@pytest.mark.parametrize("told", [Told("x", fails=True), Told(["Peking duck"])])
def test_where_a_workflow_has_no_answer_the_house_searches(told: Told) -> None:
    table = told.table()
    table.say("recommend something spicy")
    house_speaks(table)
    assert found(table)["unanswered"]
    assert len(table.last().options) == 3
    assert "unanswered" not in table.last().content


def test_another_brain_is_told_what_the_workflow_found_and_may_look_further() -> None:
    table = shipped_house()
    table.say("recommend something spicy")
    (fact,) = table.asks[-1].view.facts
    table.speak(call("menu", dish="mapo_tofu"))
    names = [row["name"]["en"] for row in fact.value["results"][:2]]
    table.speak(f"to_user: Try {names[0]} or {names[1]}.")
    assert table.last().options


def test_the_journal_folds_to_the_same_state_and_the_record_replays_exactly() -> None:
    table = shipped_house()
    for text in ("推荐点辣的", "第二个", "再推荐点辣的"):
        table.say(text)
        house_speaks(table)
    unit = table.storage.reading()
    assert fold(unit.journal, State("v1")) == table.state
    assert replay(read(list(export(unit, "v1")))) is None


def test_a_run_the_house_went_down_in_is_ordered_again() -> None:
    table = shipped_house()
    table.searcher = KeywordSearcher()
    said = e.GuestSaid("i", "a", "推荐点辣的", table.now)
    with table.storage.unit() as unit:
        table.live.take(unit, said)
    (again,) = table.live.pending(table.storage.reading())
    assert isinstance(again, e.CallApp)
    assert (again.app, again.flow) == ("search", SPICY)
