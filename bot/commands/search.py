"""`waiter search`: what the waiter would find for a wish, and why. For staff and programs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

import typer

from apps.contract import Desk, Searcher, Snapshot
from apps.ledger.books import Availability, Books
from apps.search import MOST, QUERY_LENGTH, Search, SearchParams
from apps.searching import HybridSearcher, corpus_of
from apps.staff_acts import first_availability
from bot import given, searching, settings
from bot.commands.acting import tell
from bot.composition import menu_in_force, notes_of_house, reading
from bot.console.wire import emit
from bot.settings import Settings
from menu_data.menu import Menu
from vector.embedders.contract import SearchUnavailable

app = typer.Typer(rich_markup_mode=None)

Row = dict[str, Any]  # JSON
TOP_K = 5
STAFF = Desk("search", "staff", ("staff",))


@app.command("search")
def search(
    ctx: typer.Context,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="A wish; a line each from stdin if left out."),
    ] = None,
    data: given.Data = None,
    menu: given.MenuFile = None,
    clock: given.Clock = None,
    json: given.Json = False,
    top_k: Annotated[
        int, typer.Option("--top-k", min=1, max=MOST, help="How many at most.")
    ] = TOP_K,
    embedder: searching.EmbedderName = None,
    embedder_model: searching.EmbedderModel = None,
    milvus_uri: searching.MilvusUri = None,
) -> None:
    """Dishes for a wish, best first, with scores, reasons and citations.

    Without QUERY: a query a line in, one JSON a line out.
    """
    options = given.given(ctx).or_else(data=data, menu=menu, clock=clock, json=json)
    flags = searching.flags(embedder, embedder_model, milvus_uri)
    chosen = settings.read({**options.flags(), **flags})
    house = _house(chosen, given.clock_of(options.clock)())
    plain = searching.searcher(chosen)
    searcher = searching.with_notes(plain, notes_of_house(chosen, house.menu))
    try:
        _make_ready(plain, house.menu)
        if query is not None:
            row = _found(searcher, house, query, top_k)
            tell(options, row, _shown(house.menu, row))
        else:
            for raw in sys.stdin.buffer:
                line = raw.decode("utf-8", "replace").rstrip("\r\n")
                emit(_found(searcher, house, line, top_k))
    finally:
        searcher.close()


def _house(chosen: Settings, now: datetime) -> Snapshot:
    """The menu asked for, and what is left of it."""
    menu = menu_in_force(chosen)
    return Snapshot(now, menu, _availability(chosen, menu), Books())


def _availability(chosen: Settings, menu: Menu) -> Availability:
    with reading(chosen.data) as unit:
        if unit.ledger.has_menu() and unit.ledger.menu_version() == menu.version:
            return unit.ledger.availability()
    return first_availability(menu)


def _make_ready(searcher: Searcher, menu: Menu) -> None:
    """Vectors before the first query. One line on stderr where keywords must do."""
    if isinstance(searcher, HybridSearcher):
        try:
            searcher.index.build(corpus_of(menu))
        except SearchUnavailable as error:
            typer.echo(f"waiter: {error}; keywords alone", err=True)


def _found(searcher: Searcher, house: Snapshot, query: str, top_k: int) -> Row:
    """What is found, as it is printed; nothing for a line without words."""
    asked = query.strip()[:QUERY_LENGTH]
    if not asked:
        return {"query": query, "wish": {"text": ""}, "ids": [], "results": []}
    app, params = Search(), SearchParams(query=asked, top_k=top_k)
    wish = app.wish(params, house, STAFF)
    at = replace(house, found=None if wish is None else searcher.find(wish))
    result = app.run(params, at, STAFF).result
    results = [{**one, "citation": _citation(house.menu, one)} for one in result["results"]]
    ids = [one["id"] for one in results]
    return {**result, "query": query, "ids": ids, "results": results}


def _citation(menu: Menu, row: Mapping[str, Any]) -> Row:
    """Where a dish stands: enough to look it up, and what is said of it there."""
    return {
        **row["citation"],
        "source": "menu",
        "version": menu.version,
        "title": row["name"],
        "content": row["description"],
    }


def _because(reason: Mapping[str, Any]) -> str:
    return f"{reason['by']}: {reason['field']} {reason['words']}".strip()


def _shown(menu: Menu, row: Row) -> str:
    """The dishes as lines for people, then what they were taken from."""
    language = next(iter(menu.restaurant.languages), "")
    dishes, sources = [], []
    for number, one in enumerate(row["results"], 1):
        dish = menu.dishes[one["id"]]
        why = ", ".join(_because(reason) for reason in one["reasons"])
        dishes.append(f"{one['score']}  {dish.name.said(language)} [{number}]  ({why})")
        said = dish.description.said(language)
        sources.append(f"[{number}] {one['citation']['id']}" + (f"  {said}" if said else ""))
    for note in row.get("notes", ()):
        sources.append(f"[{note['number']}] {note['id']}  {note['title']}: {note['text']}")
    if not dishes:
        dishes = ["nothing on the menu"]
    return "\n".join([*dishes, *(["", *sources] if sources else [])])
