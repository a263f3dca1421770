"""`plugin_marketing_article_generate`: a text for one guest, in their language.

A model writes it where one is configured; what it writes is held to the constraints, told why it
was refused, and replaced by the template where it doesn't do. Dishes come from the menu in force:
what the guest likes, what there is, nothing that isn't recorded free of their allergens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from apps.contract import Wish
from apps.ledger.stocktaking import is_sold_out
from apps.searching import KeywordSearcher
from menu_data.menu import Dish, Menu
from menu_data.words.language import language_of
from waiter.neutral import neutral
from waiter.phrases import in_script
from waiter.view import ModelUnavailable
from waiter.workflow.filters import is_free_of
from waiter.workflow.function import Arguments, Brief, Function, FunctionFailed, Result, Tools
from waiter.workflow.review import refused
from waiter.workflow.sms import MOST_BODY
from waiter.workflow.tastes import SPICY, is_hot, spice_of
from waiter.workflow.value import Json

FILE = Path(__file__).with_name("articles.yaml")
TRIES = 2  # of a model: the first, and one with the reason why it was refused
DISHES = 3
MOST_LIKES = 5
LONGEST_LIKE = 40


class _Texts(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    with_likes: str
    with_dishes: str
    plain: str
    between: str


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, _Texts]:
    found = yaml.safe_load(FILE.read_text("utf-8"))
    return TypeAdapter(dict[str, _Texts]).validate_python(found)


class Article(Arguments):
    """`audience`: a guest's preferences as in the guests' table, or words for what they like."""

    topic: str = Field(min_length=1, max_length=300)
    audience: Json = None
    language: str | None = Field(default=None, max_length=20)


def write(asked: Article, tools: Tools) -> Result:
    """The text. `FunctionFailed` where even the template's words may not go out."""
    brief = _brief(asked, tools)
    for writer in tools.writers:
        told = brief
        for _ in range(TRIES):
            try:
                text = _tidy(writer.write(told))
            except ModelUnavailable:
                break
            why = _fault(text, tools, brief.language)
            if not why:
                return Result({"str": text}, notes=(f"written by {writer.name}",))
            told = _again(brief, why)
    text = _tidy(templated(brief))
    if why := _fault(text, tools, brief.language):
        raise FunctionFailed(f"the text may not go out: {why}")
    return Result({"str": text}, notes=("written by template",))


def _again(brief: Brief, why: str) -> Brief:
    return Brief(brief.language, brief.house, brief.topic, brief.likes, brief.dishes, why)


def _tidy(text: str) -> str:
    return " ".join(neutral(text).split())


def _fault(text: str, tools: Tools, language: str) -> str:
    if not text or len(text) > MOST_BODY:
        return f"it has {len(text)} characters; allowed: 1 to {MOST_BODY}."
    return refused(text, tools.menu, tools.availability, tools.now, language)


def templated(brief: Brief) -> str:
    """The text that needs no model."""
    texts = _texts().get(brief.language) or _texts().get(brief.language.split("-")[0])
    texts = texts or _texts()["en"]
    form = texts.plain
    if brief.dishes:
        form = texts.with_likes if brief.likes else texts.with_dishes
    return form.format(
        house=brief.house,
        topic=brief.topic.rstrip("。.!！ "),
        likes=texts.between.join(brief.likes),
        dishes=texts.between.join(brief.dishes),
    )


def _brief(asked: Article, tools: Tools) -> Brief:
    wishes = asked.audience if isinstance(asked.audience, dict) else {"likes": asked.audience}
    likes = tuple(_words(wishes.get("likes")))
    first = next(iter(tools.menu.restaurant.languages), "zh")
    language = asked.language or wishes.get("language")
    if not isinstance(language, str):
        language = language_of(asked.topic, first)
    avoid = [*_words(wishes.get("dislikes")), *_words(wishes.get("avoid"))]
    dishes = _dishes(tools, likes, list(_words(wishes.get("allergies"))), avoid)
    names = tuple(in_script(dish.name.said(language), language) for dish in dishes)
    house = in_script(tools.menu.restaurant.name.said(language), language)
    return Brief(language, house, asked.topic, likes if names else (), names)


def _words(found: Json) -> Iterator[str]:
    """The plain words of a preference, however it is kept."""
    parts = found if isinstance(found, list) else [found]
    for part in parts[:MOST_LIKES]:
        if isinstance(part, str) and part.strip():
            yield " ".join(neutral(part).split())[:LONGEST_LIKE]


def _dishes(
    tools: Tools, likes: tuple[str, ...], allergies: list[str], avoid: list[str]
) -> list[Dish]:
    """What fits each like, the best of each in turn."""
    rankings = [list(_liked(tools.menu, like)) for like in likes]
    turns = [
        ranking[place] for place in range(DISHES) for ranking in rankings if place < len(ranking)
    ]
    unwanted = {dish.id for word in avoid for dish in _liked(tools.menu, word)}
    found: dict[str, Dish] = {}
    for dish in turns:
        sold_out = is_sold_out(tools.menu, tools.availability, dish.id)
        if not sold_out and dish.id not in unwanted and is_free_of(dish, allergies):
            found[dish.id] = dish
    return list(found.values())[:DISHES]


def _liked(menu: Menu, like: str) -> Iterator[Dish]:
    """Dishes that have a word; of a word for hot, only hot ones."""
    wish = Wish(menu, like, 4 * DISHES)
    for hit in KeywordSearcher().find(wish).dishes:
        dish = menu.dishes[hit.id]
        if not is_hot(like) or (spice_of(dish) or 0) >= SPICY:
            yield dish


ARTICLE = Function("plugin_marketing_article_generate", "1", Article, ("str",), "str", write)
