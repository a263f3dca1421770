"""A scenario: a scripted conversation with the end it must reach, read from a YAML file.

    id: tea-for-two
    menu: menus/corner.json            # relative to the scenario's folder
    language: en
    clock: 2026-05-04T12:00:00+08:00
    turns: ["two teas", "place the order", {decide: approve}]
    expect: {placed: [{item: tea, quantity: 2}], tickets: 1}

A bad file is a `ScenarioError` that names file, line and place. The format is `scenario_format`;
running is `trial`'s matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from menu_data.faults import MenuError, Place, first_fault, written
from menu_data.loader import load as load_menu
from menu_data.menu import Menu
from waiter.placed_yaml import BadYaml, PlacedYaml, read_yaml
from waiter.scenario_format import Document, Staff, StaffTurn


class ScenarioError(Exception):
    """A scenario that can't be used. The message is one line for a person."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that can be run: its document, its menu, and the menus staff publish in it."""

    document: Document
    menu: Menu
    published: Mapping[str, Menu]
    path: Path

    @property
    def id(self) -> str:
        return self.document.id


def load(path: Path) -> Scenario:
    """The scenario of a file, its menus loaded. `ScenarioError` names file, line and place."""
    try:
        placed = read_yaml(path.read_text("utf-8"))
        document = Document.model_validate(placed.value)
    except BadYaml as error:
        raise ScenarioError(f"{path}:{error.line}: {error.problem}") from error
    except ValidationError as error:
        raise _told(path, placed, error) from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8") from error
    except OSError as error:
        raise ScenarioError(f"{path}: can't be read: {error.strerror}") from error
    menu = _menu(path, placed, ("menu",), document.menu)
    published = {
        turn.staff.publish: _menu(
            path, placed, ("turns", index, "staff", "publish"), turn.staff.publish
        )
        for index, turn in enumerate(document.turns)
        if isinstance(turn, StaffTurn) and turn.staff.publish is not None
    }
    return Scenario(document, menu, published, path)


def find(paths: Iterable[Path]) -> list[Path]:
    """The scenario files of files and folders, in order. `ScenarioError` where there are none."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
            if not files:
                raise ScenarioError(f"{path}: no scenario (*.yaml) in this folder")
            found += files
        elif path.exists():
            found.append(path)
        else:
            raise ScenarioError(f"{path}: is not there")
    return found


def _menu(path: Path, placed: PlacedYaml, place: Place, name: str) -> Menu:
    try:
        return load_menu(path.parent / name)
    except MenuError as error:
        line = placed.line(place)
        raise ScenarioError(f"{path}:{line}: {written(place)}: {error}") from error


def _told(path: Path, placed: PlacedYaml, error: ValidationError) -> ScenarioError:
    fault = first_fault(error)
    place = _without_tags(fault.place)
    at = f"{written(place)}: " if place else ""
    return ScenarioError(f"{path}:{placed.line(place)}: {at}{fault.problem}")


def _without_tags(place: Place) -> Place:
    """pydantic puts the kind of a turn behind its index; the file has no such step."""
    if place[:1] == ("turns",) and len(place) > 2:
        return (*place[:2], *place[3:])
    return place


def staff_acts(scenario: Scenario, staff: Staff) -> list[tuple[str, dict[str, Any]]]:
    """The acts of a staff turn as (act, params), params as `apps.staff_acts` takes them."""
    acts: list[tuple[str, dict[str, Any]]] = []
    for act, value in staff.model_dump(mode="json", exclude_none=True).items():
        match act:
            case "sold_out" | "restock":
                params = {"dishes": value}
            case "stock":
                params = {"counts": staff.stock}
            case "price":
                params = {"prices": staff.price}
            case "publish":
                params = {"document": dict(scenario.published[value].source)}
            case "accept" | "ready" | "served":
                params = {"ticket": value}
            case "paid" | "close" | "open":
                params = {}
            case "pause":
                params = {"minutes": value}
            case "take_over" | "give_back":
                params = {} if value is True else {"guest": value}
            case "move":
                params = {"table": value}
            case _:
                params = value
        acts.append((act, params))
    return acts
