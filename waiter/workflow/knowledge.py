"""`plugin_ai_knowledge_base_query`: what a menu knows about a question, with citations.

A knowledge base is a menu, named by its file's stem. `field` "embedding" asks by meaning; any other
field is searched by its words alone. The answer is text, one `[n] name` a line, or rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from pydantic import Field

from menu_data.menu import Dish, Menu, Text
from menu_data.words.normal import simplified
from vector.keywords import KeywordIndex
from waiter.workflow.function import Arguments, Function, Result, Tools
from waiter.workflow.value import Citation, Json

QUERY_LENGTH = 500
TOP_K = 10  # enough for a filter after it to leave something
MOST = 50
FieldName = Literal["embedding", "name", "description", "category", "ingredients", "tags"]


class Query(Arguments):
    """A question to a knowledge base."""

    query: str = Field(min_length=1, max_length=QUERY_LENGTH)
    knowledge_base_name: str = Field(pattern=r"^[\w-]{1,64}$")
    field: FieldName = "embedding"
    top_k: int = Field(default=TOP_K, ge=1, le=MOST)


def query(asked: Query, tools: Tools) -> Result:
    """The dishes that fit, best first."""
    name = asked.knowledge_base_name
    menu = tools.knowledge.menu(name)
    if asked.field == "embedding":
        found = tools.knowledge.nearest(name, asked.query, asked.top_k)
        ids = [dish.id for dish in found.dishes if dish.id in menu.dishes]
        notes = (f"{name}: found by {' and '.join(found.by)}",)
    else:
        index = _index(menu, asked.field)
        ids = [hit.id for hit in index.search(simplified(asked.query), asked.top_k)]
        notes = (f"{name}: found by {asked.field}",)
    return listed(menu, name, ids, notes)


def listed(menu: Menu, name: str, ids: Iterable[str], notes: tuple[str, ...] = ()) -> Result:
    """Dishes as text, as rows, as an object; with the citation of each."""
    citations = tuple(cited(menu, name, n, item) for n, item in enumerate(ids, 1))
    text = "\n".join(f"[{one['n']}] {one['title']}" for one in citations)
    rows: list[Json] = [dict(one) for one in citations]
    return Result({"str": text, "list": rows, "dict": {"results": rows}}, citations, notes)


def cited(menu: Menu, name: str, number: int, item: str) -> Citation:
    """Where a dish stands: enough to look it up, and what is said of it there."""
    dish = menu.dishes[item]
    language = next(iter(menu.restaurant.languages), "")
    return {
        "n": number,
        "id": f"menu:{menu.version}:{item}",
        "source": name,
        "version": menu.version,
        "dish": item,
        "title": dish.name.said(language),
        "content": dish.description.said(language),
    }


def _category(menu: Menu, dish: Dish) -> tuple[Text, ...]:
    category = menu.category(dish.category)
    return () if category is None else (category.name,)


_TEXTS: Mapping[str, Callable[[Menu, Dish], tuple[Text, ...]]] = {
    "name": lambda menu, dish: (dish.name,),  # noqa: ARG005 - one form for all fields
    "description": lambda menu, dish: (dish.description,),  # noqa: ARG005
    "category": _category,
    "ingredients": lambda menu, dish: dish.ingredients,  # noqa: ARG005
    "tags": lambda menu, dish: dish.tags,  # noqa: ARG005
}


@lru_cache(maxsize=16)
def _index(menu: Menu, field: str) -> KeywordIndex:
    documents = {}
    for dish in menu.dishes.values():
        texts = [said for text in _TEXTS[field](menu, dish) for said in text.every()]
        texts += dish.aliases if field == "name" else ()
        documents[dish.id] = [(simplified(text), 1.0) for text in texts]
    return KeywordIndex(documents)


QUERY = Function(
    "plugin_ai_knowledge_base_query", "1", Query, ("str", "list", "dict"), "list", query
)
