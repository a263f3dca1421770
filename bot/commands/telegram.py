"""`waiter telegram`: the waiter in Telegram; `waiter telegram qr`: the links on the tables."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import typer

from bot import given, settings
from bot.complaint import Complaint
from bot.composition import open_house

app = typer.Typer(name="telegram", rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def telegram(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
) -> None:
    """Serve guests and staff in Telegram until SIGTERM or Ctrl-C.

    The token comes from WAITER_TELEGRAM_TOKEN or waiter.toml, never from a flag.
    """
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain)
    ctx.obj = options
    if ctx.invoked_subcommand is not None:
        return
    chosen = settings.read(options.flags())
    service = needed("bot.telegram.service")
    service.log_to_stderr(token_of(chosen))
    asyncio.run(_serve(chosen, service, insist=options.menu is not None))


async def _serve(chosen: settings.Settings, service: Any, *, insist: bool) -> None:
    runner = await open_house(chosen, given.clock_of(None), insist=insist)
    try:
        wish = service.Wish(token_of(chosen), chosen.telegram_api, chosen.telegram_opening)
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
        if missing.name not in ("aiogram", "aiohttp"):
            raise
        install = "pip install 'tableside-waiter[telegram]'"
        raise Complaint(f"`waiter telegram` needs aiogram: {install}") from missing
