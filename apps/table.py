"""The apps the waiter can call, one a line. Nothing registers itself anywhere else."""

from __future__ import annotations

from apps.checkout import Checkout
from apps.contract import App, CommitApp
from apps.menu import ShowMenu
from apps.order import Order
from apps.search import Search
from apps.staff import Staff
from apps.submit import Submit
from apps.tab import Tab

APPS: tuple[App, ...] = (
    ShowMenu(),
    Search(),
    Order(),
    Tab(),
    Submit(),
    Checkout(),
    Staff(),
)

APP_NAMES: tuple[str, ...] = tuple(word for app in APPS for word in (app.name, *app.aliases))


def find_app(name: str) -> App | None:
    """The app of a name or alias, exactly as written."""
    return next((app for app in APPS if name == app.name or name in app.aliases), None)


def commit_app(name: str) -> CommitApp:
    """The commit app of a name or alias. LookupError where it is none."""
    app = find_app(name)
    if isinstance(app, CommitApp):
        return app
    raise LookupError(f"{name!r} is no app that commits")
