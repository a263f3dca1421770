"""`waiter telegram`: the waiter in Telegram; `waiter telegram qr`: the links on the tables."""

from __future__ import annotations

import asyncio
import importlib
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import menu_in_force, open_house, open_storage

app = typer.Typer(name="telegram", rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def telegram(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
    webhook: Annotated[
        str | None,
        typer.Option("--webhook", metavar="URL", help="Have Telegram call here.  [polling]"),
    ] = None,
    listen: Annotated[
        str | None,
        typer.Option(
            "--listen", metavar="HOST:PORT", help="Where its calls arrive.  [127.0.0.1:8080]"
        ),
    ] = None,
) -> None:
    """Serve guests and staff in Telegram until SIGTERM or Ctrl-C.

    The token comes from WAITER_TELEGRAM_TOKEN or waiter.toml, never from a flag.
    """
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain)
    ctx.obj = options
    if ctx.invoked_subcommand is not None:
        return
    ways = {"telegram_webhook": webhook, "telegram_listen": listen}
    chosen = settings.read(options.flags() | ways)
    service = needed("bot.telegram.service")
    service.log_to_stderr(token_of(chosen))
    asyncio.run(_serve(chosen, service, insist=options.menu is not None))


@app.command("qr")
def qr(
    ctx: typer.Context,
    tables: Annotated[
        str, typer.Option("--tables", metavar="LIST", help="Which, such as 1-20,25,A3.")
    ],
    rotate: Annotated[
        bool, typer.Option("--rotate", help="A new key: links printed before are no longer good.")
    ] = False,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="NAME", help="The bot's user name.  [asked]")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE", help="Write the codes to print, .html or .svg."),
    ] = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """The link of every table, one a line; with --sheet a page of QR codes to put on the tables."""
    options = given.given(ctx).or_else(data=data, json=json)
    chosen = settings.read(options.flags())
    links = needed("bot.telegram.guest.links")
    wanted = links.named(tables)
    if sheet is not None:
        _check_writable(sheet)
    named = None if bot is None else links.bot_named(bot)
    name = named or asyncio.run(links.name_of(token_of(chosen), chosen.telegram_api))
    with closing(open_storage(chosen.data)) as storage:
        found = links.links(storage, wanted, name, given.clock_of(None)(), rotate=rotate)
    if sheet is not None:
        _write_sheet(chosen, sheet, wanted, found, name)
        told = {"sheet": str(sheet), "tables": len(wanted)}
        tell(options, told, f"{len(wanted)} codes of @{name}: {sheet}")
        return
    for table, link in zip(wanted, found, strict=True):
        tell(options, {"table": table, "link": link}, f"{table}\t{link}")


def _check_writable(sheet: Path) -> None:
    """Before any key is changed. `Complaint`: that file can't be written."""
    if sheet.suffix.lower() not in (".html", ".svg"):
        allowed = ".html or .svg (a browser prints either to PDF)"
        raise Complaint(f"--sheet {str(sheet)!r}: allowed: {allowed}")
    try:
        sheet.touch()
    except OSError as error:
        raise Complaint(f"--sheet {str(sheet)!r} can't be written: {error.strerror}") from error


def _write_sheet(
    chosen: settings.Settings, sheet: Path, wanted: list[str], found: list[str], name: str
) -> None:
    drawing = needed("bot.telegram.staff.sheet")
    menu = menu_in_force(chosen)
    places = [drawing.Place(*pair) for pair in zip(wanted, found, strict=True)]
    cards = drawing.cards(places, menu, name)
    language = menu.restaurant.languages[0] if menu.restaurant.languages else "en"
    is_html = sheet.suffix.lower() == ".html"
    text = drawing.html(cards, language) if is_html else drawing.svg(cards)
    sheet.write_text(text, "utf-8")


async def _serve(chosen: settings.Settings, service: Any, *, insist: bool) -> None:
    wish = service.wished(chosen, token_of(chosen))
    runner = await open_house(chosen, given.clock_of(None), insist=insist, threaded=False)
    try:
        await service.serve(runner, chosen.data, wish)
    finally:
        await runner.close()


def token_of(chosen: settings.Settings) -> str:
    """The bot's token. `Complaint`: none is set."""
    if chosen.telegram_token is None:
        raise Complaint("set WAITER_TELEGRAM_TOKEN; BotFather in Telegram gives one")
    return chosen.telegram_token.get_secret_value()


def needed(module: str) -> Any:  # Any: a module
    """A module of the front-end. `Complaint`: its library is not installed."""
    try:
        # Only here: the client's library is heavy, and may be missing where nobody uses it.
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name not in ("aiogram", "aiohttp", "segno"):
            raise
        install = "pip install 'tableside-waiter[telegram]'"
        raise Complaint(f"`waiter telegram` needs {missing.name}: {install}") from missing
