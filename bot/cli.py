"""The command `waiter`: its commands as one table, and every mistake of a user as one line.

A command's module is imported only when its name was typed, so that `waiter --help` and the first
prompt are quick. Exit 0 done, 1 a check failed, 2 usage or bad input.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import typer
from typer.exceptions import TyperException

from bot import given
from bot.complaint import Complaint

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class Command(NamedTuple):
    """A command: its module, whose `app` is a typer app of that name, and a line of help."""

    module: str
    help: str


COMMANDS: dict[str, Command] = {
    "chat": Command("bot.commands.chat", "Talk to the waiter; reads lines from a pipe too."),
    "orders": Command("bot.commands.orders", "Tabs, tickets and bills."),
    "table": Command(
        "bot.commands.table", "Open, move, merge, paid, close, void, tickets, take over."
    ),
    "day": Command("bot.commands.day", "What a day came to; --close ends it."),
    "receipt": Command("bot.commands.receipt", "A visit's receipt."),
    "menu": Command("bot.commands.menu", "Check, show and publish menus; what is sold out."),
    "transcript": Command("bot.commands.transcript", "List, show and export recorded visits."),
    "replay": Command("bot.commands.replay", "Play transcripts again, exactly."),
    "eval": Command("bot.commands.evaluate", "Run scenarios and count what passes."),
    "understand": Command("bot.commands.understand", "What a text is read as, one JSON a line."),
    "search": Command("bot.commands.search", "Dishes for a wish, ranked, with reasons."),
    "index": Command("bot.commands.index", "Make the vectors that searches by meaning need."),
    "workflow": Command("bot.commands.workflow", "Check, run, list and draw workflows."),
    "audit": Command("bot.commands.audit", "Verify and show the journal."),
    "events": Command("bot.commands.events", "The journal as it is written; --follow goes on."),
    "permissions": Command("bot.commands.permissions", "What guests said yes and no to."),
    "telegram": Command("bot.commands.telegram", "Serve guests and staff in Telegram."),
    "schema": Command("bot.commands.schema", "JSON Schemas of the formats."),
    "backup": Command("bot.commands.backup", "The house as one file, also while it is open."),
    "restore": Command("bot.commands.restore", "A house from such a file."),
    "doctor": Command("bot.commands.doctor", "Whether all that is needed is there."),
}


def build(arguments: Sequence[str]) -> typer.Typer:
    """The command line, with the modules of those commands that the arguments may mean."""
    app = typer.Typer(
        name="waiter", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
    )
    app.callback(help="A restaurant's waiter in chat.")(given.shared)
    for name, command in COMMANDS.items():
        if name in arguments:
            app.add_typer(importlib.import_module(command.module).app)
        else:
            app.command(name, help=command.help)(_not_loaded)
    return app


def _not_loaded() -> None:
    raise LookupError("a command that was typed is always loaded")


def run(arguments: Sequence[str]) -> int:
    """Run a command; its exit code. One line on stderr for a user's mistake."""
    command = typer.main.get_command(build(arguments))
    try:
        code = command.main(list(arguments), prog_name="waiter", standalone_mode=False)
        sys.stdout.flush()
        return int(code or DONE)
    except (TyperException, Complaint) as error:
        text = error.format_message() if isinstance(error, TyperException) else str(error)
        _complain(text)
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read us has gone (typer ends the same way where it notices first); without this
        # Python would complain once more when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except typer.Abort:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(text: str) -> None:
    line = " ".join(text.split())
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    print(f"waiter: {shown}", file=sys.stderr)


def main() -> None:
    """The entry point."""
    # Only single characters are sounded out here; the phrases would cost every start 0.2 s.
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal of few characters
    sys.exit(run(sys.argv[1:]))
