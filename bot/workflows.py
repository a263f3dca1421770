"""The composition root's part for workflows: where their files are, what they may call, which menus
are knowledge bases, and which of them answer in a conversation.

A house's own are in its data folder: `workflows/NAME.yaml`, and `workflows.yaml`, its table of
intents. The shipped ones stand in for what it hasn't. `bot.commands.workflow` runs them for staff.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from apps.contract import Searcher
from bot.complaint import Complaint
from bot.plugins import Functions
from bot.settings import Settings
from menu_data import loader
from menu_data.faults import MenuError, unknown
from menu_data.menu import Menu
from waiter import workflow
from waiter.workflow.answering import FlowSearcher
from waiter.workflow.function import FunctionFailed
from waiter.workflow.house import SHIPPED, HouseFlows, house_flows
from waiter.workflow.knowledge import IN_FORCE
from waiter.workflow.loader import Workflow, WorkflowError, load
from waiter.workflow.plan import Plan
from waiter.workflow.planning import Table
from waiter.workflow.registry import CUSTOMS, PLUGINS

EXAMPLES = Path(workflow.__file__).with_name("examples")
FOLDER, TABLE = "workflows", "workflows.yaml"
MENUS = "menus"
PLUGIN_GROUP, CUSTOM_GROUP = "tableside_waiter.plugins", "tableside_waiter.functions"

plugins = Functions(PLUGINS, PLUGIN_GROUP)
customs = Functions(CUSTOMS, CUSTOM_GROUP)


def read_file(path: Path) -> Workflow:
    """The workflow of a file. `WorkflowError` where it is none."""
    return load(path, plugins, customs)


def called(plan: Plan) -> Table:
    """What a plan's steps call, by name."""
    tables = {"plugin": plugins, "custom": customs}
    return {step.function: tables[step.kind][step.function] for step in plan.steps if step.function}


def named(name: str, data: Path) -> Path:
    """The file of a workflow by its name: the house's own, else the shipped one, there or not."""
    own = data / FOLDER / f"{name}.yaml"
    shipped = EXAMPLES / f"{name}.yaml"
    return own if own.exists() or not shipped.exists() else shipped


def known(data: Path) -> Mapping[str, Path]:
    """Every workflow by its name; a file of one's own hides a shipped one."""
    folders = (EXAMPLES, data / FOLDER)
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}


def flows_of(data: Path) -> HouseFlows:
    """The house's table of workflows that answer intents. `Complaint` where it can't be."""
    own = data / TABLE
    path = own if own.exists() else SHIPPED
    try:
        return house_flows(path.read_bytes(), str(path), lambda name: read_file(named(name, data)))
    except WorkflowError as error:
        raise Complaint(str(error)) from error
    except OSError as error:
        raise Complaint(f"{path}: can't be read: {error.strerror}") from error


def with_flows(searcher: Searcher, flows: HouseFlows, bases: Mapping[str, Path]) -> Searcher:
    """The searcher with workflows before it; itself where the house names none."""
    if not flows.flows:
        return searcher
    functions = {
        name: function
        for one in flows.ready.values()
        for name, function in called(one.plan).items()
    }
    return FlowSearcher(searcher, flows.ready, functions, partial(menu_named, bases))


def knowledge_bases(settings: Settings, shipped: Path) -> Mapping[str, Path]:
    """Every knowledge base's file by its name: menus of the folder `shipped`, those in the data
    folder, and the one that settings name; the later hides the earlier.
    """
    folders = (shipped, settings.data / MENUS)
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.json"))}
    return files if settings.menu is None else {**files, settings.menu.stem: settings.menu}


def menu_named(bases: Mapping[str, Path], name: str) -> Menu:
    """`FunctionFailed` for a name that is no knowledge base, or a file that is no menu."""
    if name not in bases:
        raise FunctionFailed(unknown("knowledge base", name, [*bases, IN_FORCE]))
    try:
        return loader.load(bases[name])
    except MenuError as error:
        raise FunctionFailed(str(error)) from error
