"""`plugin_ai_knowledge_base_query`: what a menu knows about a question, with citations.

A knowledge base is a menu, named by its file's stem. `field` "embedding" asks by meaning, dishes
that the menu itself says to fit the wish first; any other field is searched by its words alone. The
answer is text, one `[n] name` a line, or rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from pydantic import Field

from apps.finding.filtering import House
from apps.finding.looking import fits, look
from apps.ledger.books import Availability
from menu_data.menu import Dish, Menu, Text
from menu_data.words.normal import simplified
from vector.keywords import KeywordIndex
from waiter.workflow.function import Arguments, Function, Result, Tools
from waiter.workflow.value import Citation, Json

QUERY_LENGTH = 500
IN_FORCE = "menu"  # the name of the menu in force as a knowledge base
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
    allowed = tools.allowed if menu.version == tools.menu.version else None
    if asked.field == "embedding":
        found = tools.knowledge.nearest(name, asked.query, asked.top_k)
        rest = [dish.id for dish in found.dishes if dish.id in menu.dishes]
        ids = _wished(House(menu, Availability(), tools.now), asked.query, rest, allowed)
        notes = (f"{name}: found by {' and '.join(found.by)}",)
    else:
        index = _index(menu, asked.field)
        hits = index.search(simplified(asked.query), asked.top_k, allowed)
        ids = [hit.id for hit in hits]
        notes = (f"{name}: found by {asked.field}",)
    return listed(menu, name, ids[: asked.top_k], notes)


def _wished(house: House, text: str, rest: list[str], allowed: Collection[str] | None) -> list[str]:
    """What fits a wish by the menu's own data comes first, then what is near by meaning. Hours
    count nothing: a knowledge base is asked at any of them.
    """
    looked = look(house, text)
    of = house.menu.dishes.keys() if allowed is None else allowed
    failing = {item for item, why in looked.sifted.failed.items() if set(why) - {"hours"}}
    fitting = [fit.id for fit in fits(looked, rest, frozenset(of) - failing)]
    return list(dict.fromkeys((*fitting, *rest)))


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


def rests_on(asked: Query, tools: Tools) -> Json:
    """The version of the menu asked by its words. What is near by meaning depends on more: whether
    there are vectors, and whose.
    """
    if asked.field == "embedding":
        return None
    return [tools.knowledge.menu(asked.knowledge_base_name).version]


QUERY = Function(
    "plugin_ai_knowledge_base_query",
    "1",
    Query,
    ("str", "list", "dict"),
    "list",
    query,
    rests_on=rests_on,
)
