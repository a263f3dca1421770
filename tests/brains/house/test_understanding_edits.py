"""Changes of what is on the tab, references to it, and answers to an open question."""

from __future__ import annotations

import pytest

from apps.contract import Ask, Candidate
from tests.brains.house.reading_house import LEXICON, edit, line, modifiers, on_tab, read
from waiter.brains.house.reading import Context

TAB = Context(
    lines=(
        on_tab(1, "latte", 2, ("size", "large")),
        on_tab(2, "beer", 3),
        on_tab(3, "mapo", 1),
        on_tab(4, "cola", 2),
    ),
    last_line=4,
)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("make it two", ["change last 2"]),
        ("make that three please", ["change last 3"]),
        ("啤酒拿掉一瓶", ["remove beer 1"]),
        ("少一瓶啤酒", ["remove beer 1"]),
        ("remove the beers", ["remove beer"]),
        ("one less beer", ["remove beer 1"]),
        ("可乐不要了", ["remove cola"]),
        ("don't want the cola anymore", ["remove cola"]),
        ("可乐换成柠檬茶，去冰", ["replace cola > lemon_tea none"]),
        ("把啤酒换成可乐", ["replace beer > cola"]),
        ("swap the beers for sparkling water", ["replace beer > sparkling"]),
        ("sparkling water instead of the cola", ["replace cola > sparkling"]),
        ("可乐改成三瓶", ["change cola 3"]),
        ("change the beers to 5", ["change beer 5"]),
        ("i want 5 beers instead of 3", ["change beer 5"]),
        ("其中一份改特辣", ["change 3 1 hot"]),
        ("不要香菜", ["change 3 coriander=none"]),
        ("make the latte iced", ["change latte iced"]),
        ("no garlic on the mapo tofu please", ["change mapo garlic=none"]),
        ("麻婆豆腐要特辣", ["change mapo hot"]),
        ("大杯的要冰的", ["change 1 iced"]),
        ("都去冰", ["change all none"]),
        ("再来一份一样的", ["same last 1"]),
        ("same again please", ["same last"]),
        ("再来一瓶", ["same last 1"]),
        ("跟她一样", ["same last others"]),
        ("全部取消，不要了", ["clear all mine"]),
        ("cancel everything", ["clear all mine"]),
        ("undo that", ["undo last"]),
        ("撤销刚才的", ["undo last"]),
        ("可乐不要了，啤酒减到两瓶", ["remove cola", "change beer 2"]),
    ],
)
def test_a_change_is_said_of_what_it_changes(text: str, edits: list[str]) -> None:
    found = read(text, TAB)
    assert [edit(one) for one in found.edits] == edits
    assert not found.lines


def test_a_dish_struck_off_and_another_ordered_are_both_read() -> None:
    found = read("那可乐不要，换一份薯条大份", TAB)
    assert [edit(one) for one in found.edits] == ["remove cola"]
    assert [line(one) for one in found.lines] == ["1 fries large"]


def test_more_of_a_dish_is_an_order_not_a_change() -> None:
    for text, wanted in {"再加两瓶啤酒": "2 beer", "another cola": "1 cola"}.items():
        found = read(text, TAB)
        assert [line(one) for one in found.lines] == [wanted]
        assert not found.edits


def test_saying_no_more_than_no_changes_nothing() -> None:
    for text in ("算了", "不要了", "never mind", "no thanks", "等一下", "好的"):
        assert not read(text, TAB).edits


def _asking(kind: str, **more: object) -> Context:
    draft = {"lines": [{"dish": "ribeye", "quantity": 1}]}
    hole = ("lines", 0, "modifiers" if kind == "modifier" else kind)
    return Context(question=Ask(kind, "", draft, hole, **more))  # type: ignore[arg-type]  # as the test says


def _candidates(dish: str, group: str) -> tuple[Candidate, ...]:
    found = LEXICON.group(dish, group)
    assert found is not None
    return tuple(Candidate(m.id, m.name.parts) for m in found.modifiers)


def test_a_word_answers_the_open_question() -> None:
    context = _asking("modifier", group="doneness", candidates=_candidates("ribeye", "doneness"))
    for text in ("medium", "七分熟", "the medium one please"):
        found = read(text, context)
        assert found.answer is not None
        assert modifiers(found.answer.modifiers) == ["medium"]
        assert not found.edits


def test_a_number_answers_the_open_question() -> None:
    context = _asking("quantity", range=(1, 50))
    for text in ("3", "三份", "三份就行", "three please", "那就三份吧"):
        found = read(text, context)
        assert found.answer is not None
        assert found.answer.quantity == 3
        assert not found.edits


def test_a_word_of_its_name_picks_the_dish() -> None:
    dishes = ("seafood_rice", "yz_rice")
    named = tuple(Candidate(d, LEXICON.dish(d).name.parts) for d in dishes)
    found = read("海鲜的", _asking("dish", candidates=named))
    assert found.answer is not None
    assert found.answer.item == "seafood_rice"


def test_a_new_order_is_no_answer() -> None:
    found = read("再加一瓶可乐", _asking("quantity", range=(1, 50)))
    assert found.answer is None
    assert [line(one) for one in found.lines] == ["1 cola"]
