"""What guests say about their allergies, and what they only ask."""

from __future__ import annotations

import pytest

from menu_data.words.allergens import allergens_stated


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("我对花生过敏", {"peanut"}),
        ("我對麩質過敏，先說一聲", {"gluten"}),
        ("我对虾、花生和芝麻过敏", {"shellfish", "peanut", "sesame"}),
        ("小孩鸡蛋过敏，给他来份豆腐", {"egg"}),
        ("I'm allergic to peanuts, eggs and shellfish", {"peanut", "egg", "shellfish"}),
        ("can I get tofu, I'm allergic to peanuts", {"peanut"}),
        ("I'm allergic to all kinds of nuts", {"tree_nut"}),
        ("my son has a nut allergy and can't have dairy", {"tree_nut", "milk"}),
        ("does the salad have peanuts in it? I'm allergic", {"peanut"}),
        ("lactose intolerant", {"milk"}),
        ("I have celiac disease", {"gluten"}),
        ("我不能吃鸡蛋", {"egg"}),
    ],
)
def test_a_stated_allergy_is_kept(text: str, added: set[str]) -> None:
    stated = allergens_stated(text)
    assert stated.added == added
    assert stated.withdrawn == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "do you have peanuts",
        "花生多少钱",
        "不能吃辣，来份麻婆豆腐",
        "two peanut noodles",
        "里面有花生吗",
        "I love fish",
    ],
)
def test_a_question_or_an_order_states_none(text: str) -> None:
    assert not allergens_stated(text).added


@pytest.mark.parametrize(
    ("text", "withdrawn"),
    [
        ("我不对花生过敏", {"peanut"}),
        ("我对花生不过敏", {"peanut"}),
        ("I'm not allergic to milk", {"milk"}),
    ],
)
def test_what_is_denied_is_withdrawn(text: str, withdrawn: set[str]) -> None:
    stated = allergens_stated(text)
    assert stated.added == frozenset()
    assert stated.withdrawn == withdrawn


def test_one_allergy_denied_and_another_stated() -> None:
    stated = allergens_stated("not allergic to fish but allergic to soy")
    assert stated.added == {"soy"}
    assert stated.withdrawn == {"fish"}
