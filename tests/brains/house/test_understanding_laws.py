"""Laws of the reading: any text is read, spans lie in it, ids are the menu's."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brains.house.reading_house import LEXICON, read
from waiter.brains.house.reading import INTENTS, Understanding

WORDS = (
    "两",
    "3",
    "一",
    "a",
    "two",
    "half",
    "份",
    "瓶",
    "cups of",
    "牛肉汉堡",
    "latte",
    "可乐",
    "宫保鸡丁",
    "beef burger",
    "汉堡套餐",
    "fries",
    "炒饭",
    "large",
    "大杯",
    "少冰",
    "no",
    "不要",
    "without",
    "extra",
    "多放",
    "onions",
    "香菜",
    "and",
    "和",
    "或",
    ",",
    "，",
    "。",
    "?",
    "都",
    "both",
    "其中",
    "换成",
    "instead of",
    "不对",
    "no wait",
    "make it",
    "再来",
    "of them",
    "一样的",
    "不要了",
    "remove",
    "the",
    "it",
    "过敏",
    "对",
    "多少钱",
    "吗",
    "what",
    "please",
    "宫爆",
    "xyzzy",
    "烤鱼",
    "号桌",
    "个人",
)
orders = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
run_on = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)


def _holds(found: Understanding, text: str) -> None:
    spans = [one.span for one in found.lines] + [s for one in found.lines for _, s in one.parts]
    spans += [one.span for one in found.edits] + [one.span for one in found.unresolved]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    for one in found.lines:
        assert one.item in LEXICON.menu.dishes
        assert one.quantity >= 0
        assert all(LEXICON.takes(one.item, (m.group, m.modifier)) for m in one.modifiers)
        slots = {slot.id: slot.choose for slot in LEXICON.dish(one.item).slots}
        assert all(choice.item in slots[choice.slot] for choice in one.choices)
    for asked in found.unresolved:
        if asked.ask == "dish":
            assert set(asked.candidates) <= set(LEXICON.menu.dishes)
    assert set(found.intents) <= set(INTENTS)
    assert found.intents
    assert 0.0 <= found.confidence <= 1.0


@settings(max_examples=300, deadline=None)
@given(st.one_of(orders, run_on))
def test_any_row_of_order_words_is_read(text: str) -> None:
    _holds(read(text), text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=2000))
def test_any_text_is_read(text: str) -> None:
    _holds(read(text), text)


@settings(max_examples=50, deadline=None)
@given(st.sampled_from([*WORDS, "x", "（", "\u0301", "ﷺ", "🍜", "0"]), st.integers(1, 2000))
def test_a_word_said_over_and_over_is_read(word: str, times: int) -> None:
    text = (word * times)[:2000]
    _holds(read(text), text)


@settings(max_examples=100, deadline=None)
@given(orders)
def test_a_reading_is_json_and_the_same_each_time(text: str) -> None:
    row = read(text).as_json()
    assert json.loads(json.dumps(row, ensure_ascii=False)) == row
    assert read(text).as_json() == row
    assert {
        "text",
        "language",
        "intents",
        "lines",
        "edits",
        "unresolved",
        "confidence",
        "spans",
    } <= set(row)


REMOVABLE = [
    (dish.id, group.id, modifier.id)
    for dish in LEXICON.menu.dishes.values()
    for group in dish.groups
    if group.removable
    for modifier in group.modifiers
]
LISTS = {
    "en": (
        "no {} or {}",
        "without {} and {}",
        "hold the {} and {}",
        "no {} no {}",
        "leave off {} or {}",
    ),
    "zh": ("不要{}和{}", "{}、{}都不要", "别放{}、{}", "不要{}，不要{}", "免{}免{}"),
}


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(REMOVABLE), st.data())
def test_no_negation_is_ever_dropped(first: tuple[str, str, str], data: st.DataObject) -> None:
    dish = LEXICON.dish(first[0])
    others = [r for r in REMOVABLE if r[0] == dish.id and r[2] != first[2]]
    second = data.draw(st.sampled_from(others))
    language = data.draw(st.sampled_from(sorted(LISTS)))
    form = data.draw(st.sampled_from(LISTS[language]))
    names = []
    for _, group_id, modifier_id in (first, second):
        group = dish.group(group_id)
        modifier = group.modifier(modifier_id) if group is not None else None
        assert modifier is not None
        names.append(modifier.name.said(language).lower())
    (one,) = read(f"{dish.name.said(language).lower()}, {form.format(*names)}").lines
    assert {(m.modifier, m.amount) for m in one.modifiers} == {
        (first[2], "none"),
        (second[2], "none"),
    }
