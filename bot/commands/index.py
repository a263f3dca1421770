"""`waiter index build`: the vectors that searches by meaning need, made now rather than at the
first search.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from apps.searching import corpus_of
from bot import given, searching, settings
from bot.commands.acting import tell
from bot.composition import menu_in_force
from vector.embedders.contract import SearchUnavailable
from vector.index import Progress as Told

app = typer.Typer(name="index", rich_markup_mode=None)
app.callback(help="Make the vectors that searches by meaning need.")(given.shared)


@app.command("build")
def build(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    json: given.Json = False,
    embedder: searching.EmbedderName = None,
    embedder_model: searching.EmbedderModel = None,
    milvus_uri: searching.MilvusUri = None,
) -> None:
    """Embed what has changed of the menu; exit 1 where vectors can't be had."""
    options = given.given(ctx).or_else(data=data, menu=menu, json=json)
    flags = searching.flags(embedder, embedder_model, milvus_uri)
    chosen = settings.read({**options.flags(), **flags})
    corpus = corpus_of(menu_in_force(chosen))
    index = searching.vector_index(chosen)
    try:
        with _progress() as progress:
            status = index.build(corpus, progress)
    except SearchUnavailable as error:
        typer.echo(f"waiter: {error}", err=True)
        raise typer.Exit(1) from error
    finally:
        index.close()
    row = {"passages": status.rows, "embedded": status.embedded, "embedder": chosen.embedder}
    tell(options, row, f"{status.rows} passages, {status.embedded} of them embedded now")


@contextmanager
def _progress() -> Iterator[Told]:
    """A bar on stderr, where somebody can see it."""
    columns = (
        TextColumn("embedding"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("embedding", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
