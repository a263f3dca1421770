"""`waiter understand`: what the built-in brain reads a text as. A line in, one JSON a line out."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bot import given, settings
from bot.composition import menu_in_force
from bot.console.wire import emit
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.respell import warm
from waiter.brains.house.understand import understand

app = typer.Typer(rich_markup_mode=None)


@app.command("understand")
def understand_lines(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    json: given.Json = False,  # noqa: ARG001 - it is always JSON
    bare: Annotated[bool, typer.Option("--bare", help="Without the menu's aliases.")] = False,
) -> None:
    """Read utterances from stdin, one a line, and print what each is read as, one JSON a line."""
    options = given.given(ctx).or_else(data=data, menu=menu)
    lexicon = Lexicon.compile(menu_in_force(settings.read(options.flags())), bare=bare)
    warm(lexicon)
    for raw in sys.stdin.buffer:
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        emit(understand(text, lexicon).as_json())
