"""What a workflow may call besides what is built in: functions that other packages bring along.

A package names them as entry points; a name of its own is a name it must have. They are looked for
only when a workflow calls what isn't built in, and no built-in one can be replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bot.complaint import Complaint
from waiter.workflow.function import Function, FunctionFailed, Guarded, Result
from waiter.workflow.planning import AnyFunction


class Functions(Mapping[str, AnyFunction]):
    """A table of functions by name: built-in ones, then those of an entry point group."""

    def __init__(self, built_in: Mapping[str, AnyFunction], group: str) -> None:
        self._built_in, self._group = built_in, group

    def __getitem__(self, name: str) -> AnyFunction:
        return self._built_in[name] if name in self._built_in else loaded(self._brought()[name])

    def __iter__(self) -> Iterator[str]:
        return iter({**self._built_in, **self._brought()})

    def __len__(self) -> int:
        return len({**self._built_in, **self._brought()})

    def _brought(self) -> Mapping[str, EntryPoint]:
        found = {point.name: point for point in entry_points(group=self._group)}
        if twice := self._built_in.keys() & found:
            raise Complaint(f"{self._group}: {min(twice)!r} is built in, and can't be replaced")
        return found


def loaded(point: EntryPoint) -> AnyFunction:
    """The function of an entry point. `Complaint` where there is none."""
    whose = f"{point.group}: {point.name} ({point.value})"
    try:
        found: Any = point.load()  # whatever the package has there
    except Exception as error:
        raise Complaint(f"{whose} can't be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, Function | Guarded):
        raise Complaint(f"{whose} is no workflow function; allowed: Function or Guarded")
    if found.name != point.name:
        raise Complaint(f"{whose} calls itself {found.name!r}")
    return replace(found, run=held(found.name, found.run))


def held(name: str, run: Callable[..., Result]) -> Callable[..., Result]:
    """A function of others' that fails a step where it would end the house."""

    def running(*given: Any) -> Result:
        try:
            return run(*given)
        except FunctionFailed:
            raise
        except Exception as error:
            raise FunctionFailed(f"{name} broke: {type(error).__name__}: {error}") from error

    return running
