"""What the built-in brain says of dishes it looked for: the wish as it was read, why each dish, and
where nothing fits, what stands in the way. All from the call's result; no dish is praised.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from menu_data.money import places
from menu_data.words.language import language_of
from menu_data.words.wishes.lexicon import label
from waiter import telling
from waiter.phrases import in_script, named, price, say
from waiter.view import Fact, View

Row = Mapping[str, Any]
WHYS = 2  # reasons told of one dish
DISHES = 3  # dishes named in one sentence


def found(view: View, fact: Fact) -> str:
    """The answer to a wish."""
    return "\n".join(part for part in _parts(view, fact) if part)


def _parts(view: View, fact: Fact) -> Iterator[str]:
    language, value = view.language, fact.value
    results = value.get("results", ())
    if value.get("notes"):
        yield from (_note(view, note) for note in value["notes"])
        return
    if any(one.source == "staff" for one in view.facts):
        return  # what no note answers, staff do
    for gone in value.get("unavailable", ()):
        yield _gone(view, gone)
    read = wish_as_read(view, value.get("wish", {}))
    if value.get("flow"):
        yield from _by_workflow(view, value, read)
        return
    if len(results) == 1 and fact.params.get("top_k") == 1 and not read:
        yield _the_one(view, results[0])
    elif results:
        yield (
            say("search.found.wish", language, wish=read) if read else say("search.found", language)
        )
        yield from (_because(view, row) for row in results)
    elif not value.get("unavailable"):
        yield say("search.none.wish", language, wish=read) if read else say("search.none", language)
    for relax in value.get("relax", ()):
        yield _relaxed(view, relax)


def _the_one(view: View, row: Row) -> str:
    """The one dish that was asked for, with its price."""
    name, amount = named(row["name"], view.language), row["price"]
    shown = say("price.market", view.language) if amount is None else _price(view, str(amount))
    return say("search.one", view.language, dish=name, price=shown)


def _by_workflow(view: View, value: Row, read: str) -> Iterator[str]:
    """What a workflow of the house found, in its order and whole, each with its citation."""
    if value.get("text"):
        yield in_script(value["text"], view.language)
    cited = [
        say(
            "search.cited", view.language, dish=named(row["name"], view.language),
            number=row["citation"]["number"],
        )
        for row in value["results"]
    ]  # fmt: skip
    if cited:
        told = telling.joined(cited, view.language)
        key = "search.dishes.wish" if read else "search.dishes"
        yield say(key, view.language, dishes=told, wish=read)


def _note(view: View, note: Row) -> str:
    """What the house says, with where it stands."""
    return say(
        "note.answer", view.language, text=in_script(note["text"], view.language),
        number=note["number"], title=in_script(note["title"], view.language),
    )  # fmt: skip


def wish_as_read(view: View, wish: Row) -> str:
    """The limits a wish was read to set ("no peanuts · up to ¥30")."""
    return " · ".join(_limits(view, wish))


def _limits(view: View, wish: Row) -> Iterator[str]:
    language = view.language
    free = [telling.allergen(key, language) for key in wish.get("allergen_free", ())]
    if free:
        yield say("wish.free", language, allergens=telling.joined(free, language))
    for diet in wish.get("diet", ()):
        yield say(f"wish.diet.{diet}", language)
    left_out = [label(key, language) for key in wish.get("exclude", ())]
    if left_out:
        yield say("wish.without", language, foods=telling.joined(left_out, language))
    if wish.get("max_spice") is not None:
        yield say(f"wish.spice.{wish['max_spice']}", language)
    if wish.get("max_price") is not None:
        yield say("wish.price", language, price=_price(view, str(wish["max_price"])))


def _because(view: View, row: Row) -> str:
    """A dish and the menu's words for what was wanted."""
    whys = []
    for reason in row.get("reasons", ()):
        wanted = label(reason["by"], view.language)
        if reason["by"] == "like":
            whys.append(say("search.why.like", view.language, dish=reason["words"]))
        elif _is_readable(reason["words"], view.language) and reason["words"] != wanted:
            whys.append(say("search.why", view.language, wanted=wanted, words=reason["words"]))
        else:
            whys.append(wanted)
    name = named(row["name"], view.language)
    shown = telling.joined(list(dict.fromkeys(whys))[:WHYS], view.language)
    return say("search.dish", view.language, dish=name, why=shown) if shown else ""


def _is_readable(words: str, language: str) -> bool:
    """Whether the menu's words are in the guest's language, and words at all."""
    is_word = len(words) > 1 and not words.isdigit()
    return is_word and language_of(words, language).split("-")[0] == language.split("-")[0]


def _gone(view: View, gone: Row) -> str:
    """Why a dish asked for by name can't be had, or isn't offered to this guest."""
    key = "wish" if gone["why"][0] not in ("sold_out", "hours", "allergen_free") else gone["why"][0]
    return say(f"search.gone.{key}", view.language, dish=named(gone["name"], view.language))


def _relaxed(view: View, relax: Row) -> str:
    """What would fit if one limit were given up."""
    dishes = [view.menu.dishes[item] for item in relax["dishes"][:DISHES]]
    names = telling.joined([named(d.name.parts, view.language) for d in dishes], view.language)
    value = str(relax["value"])
    if relax["limit"] == "max_price":
        value = _price(view, value)
    if relax["limit"] == "exclude":
        keys = [label(key, view.language) for key in value.split(", ")]
        value = telling.joined(keys, view.language)
    return say(f"search.relax.{relax['limit']}", view.language, value=value, dishes=names)


def _price(view: View, amount: str) -> str:
    currency = view.menu.restaurant.currency
    return price(int(Decimal(amount).scaleb(places(currency))), currency, view.language)
