"""The repository's own rules: layers, sizes, the README's tree, narrow excepts, a pure core."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.readme_tree import ROOT, contents, packages, shown

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LONGEST_FILE = 400  # lines; 300 is a question, 400 a split

# Code that takes time, ids, chance and files as values. A pattern may name a file or a folder.
PURE = (
    "waiter/turn.py",
    "waiter/guided.py",
    "waiter/strict_json.py",
    "waiter/leaks.py",
    "waiter/violation.py",
    "waiter/event.py",
    "waiter/state.py",
    "waiter/dialogue*",
    "waiter/permission.py",
    "waiter/numbering.py",
    "waiter/constraints",
    "waiter/observation",
    "waiter/brains/house",
)
IMPURE_MODULES = {
    *("asyncio", "concurrent", "contextvars", "fileinput", "glob", "http", "io", "locale"),
    *("logging", "multiprocessing", "os", "pathlib", "random", "requests", "httpx", "secrets"),
    *("shutil", "signal", "socket", "sqlite3", "sqlite_utils", "ssl", "subprocess", "tempfile"),
    *("threading", "time", "urllib", "uuid"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
CLOCK_READINGS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today")} | {
    ("date", "today")
}


def modules(*names: str) -> list[Path]:
    return sorted(path for name in names for path in (ROOT / name).rglob("*.py"))


def pure_files(pattern: str) -> list[Path]:
    found = sorted(ROOT.glob(pattern))
    return [file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))]


def where(path: Path, node: ast.expr | ast.stmt | ast.excepthandler) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


# Layers, sizes, packages


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in modules(*packages())
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST_FILE
    }
    assert not long, f"split these, the limit is {LONGEST_FILE} lines: {long}"


def test_the_packages_configured_are_those_on_disk() -> None:
    beside = {"tests", "benchmarks", "demo"}
    on_disk = {path.parent.name for path in ROOT.glob("*/__init__.py")} - beside
    assert set(packages()) == on_disk
    assert set(PROJECT["tool"]["mypy"]["packages"]) == on_disk
    assert set(PROJECT["tool"]["importlinter"]["root_packages"]) == on_disk


def test_every_folder_of_tests_is_a_package() -> None:
    """Else two test files of one name can't both be collected."""
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").is_file()]


# The README's tree


def test_the_readme_shows_the_files_on_disk() -> None:
    readme = shown((ROOT / "README.md").read_text("utf-8"))
    assert {f"{package}/" for package in packages()} <= set(readme)
    wrong = {}
    for folder, names in readme.items():
        assert (ROOT / folder).is_dir(), f"the README shows {folder}, which is not there"
        on_disk, package = set(contents(ROOT / folder)), folder.rstrip("/") in packages()
        if (names or package) and set(names) != on_disk:
            wrong[folder] = {
                "missing in README": sorted(on_disk - set(names)),
                "not on disk": sorted(set(names) - on_disk),
            }
    assert not wrong, f"{wrong}\n`python -m tests.readme_tree` prints the block"


def test_a_tree_is_read_with_its_depths() -> None:
    readme = """
## The files

Words.

```text
waiter/           the conversation
  turn.py         turns
  brains/
    house/        built in
    ladder.py
  view.py
docs/             to read
```
"""
    assert shown(readme) == {
        "waiter/": ["turn.py", "brains/", "view.py"],
        "waiter/brains/": ["house/", "ladder.py"],
        "docs/": [],
    }


@pytest.mark.parametrize(
    "readme",
    ["# no files", "\n## The files\n\nno block\n", "\n## The files\n\n```\na/\n   b\n```\n"],
)
def test_a_broken_tree_is_refused(readme: str) -> None:
    with pytest.raises(ValueError, match=r"README|indented"):
        shown(readme)


def test_the_notice_names_every_dependency() -> None:
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[\[<>=!~; ]", one)[0].lower() for one in wanted}
    listed = {
        line.split()[0].lower()
        for line in (ROOT / "NOTICE").read_text("utf-8").splitlines()
        if line.strip()
    }
    assert not names - listed


# Narrow excepts


def broad(handler: ast.ExceptHandler) -> bool:
    """Whether it may swallow what it doesn't know. Undoing and raising on is no swallowing."""
    if isinstance(last := handler.body[-1], ast.Raise) and last.exc is None:
        return False
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = ("Exception", "BaseException")
    return any(
        one is None or (isinstance(one, ast.Name | ast.Attribute) and name_of(one) in names)
        for one in caught
    )


def name_of(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def test_no_except_is_broad() -> None:
    found = [
        where(path, node)
        for path in modules("waiter", "apps", "vector", "menu_data")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler) and broad(node)
    ]
    assert not found


@pytest.mark.parametrize(
    ("handled", "expected"),
    [
        (": ...", True),
        ("Exception: ...", True),
        ("(KeyError, BaseException): ...", True),
        ("Exception:\n  if x: raise", True),
        ("Exception as e:\n  raise ValueError from e", True),
        ("KeyError: ...", False),
        ("BaseException:\n  undo()\n  raise", False),
    ],
)
def test_a_broad_except_is_seen(handled: str, expected: bool) -> None:
    [handler] = [
        node
        for node in ast.walk(ast.parse(f"try: ...\nexcept {handled}"))
        if isinstance(node, ast.ExceptHandler)
    ]
    assert broad(handler) is expected


# A pure core


def impurities(source: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                roots = {alias.name.split(".")[0] for alias in names}
                yield from ((node, root) for root in sorted(roots & IMPURE_MODULES))
            case ast.ImportFrom(module=str(module), level=0):
                if module.split(".")[0] in IMPURE_MODULES:
                    yield node, module
            case ast.Await() | ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith():
                yield node, "await"
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield node, f"{name}()"
            case ast.Call(func=ast.Attribute(value=ast.Name() | ast.Attribute() as on, attr=attr)):
                if (name_of(on), attr) in CLOCK_READINGS:
                    yield node, f"{name_of(on)}.{attr}()"


@pytest.mark.parametrize("pattern", PURE)
def test_the_core_touches_no_clock_chance_file_or_network(pattern: str) -> None:
    files = pure_files(pattern)
    assert files, f"nothing is at {pattern}"
    found = [
        f"{where(path, node)} {what}"
        for path in files
        for node, what in impurities(path.read_text("utf-8"))
    ]
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "import os.path",
        "import json, time as t",
        "from random import choice",
        "from datetime import datetime\nnow = datetime.now(tz)",
        "import datetime as dt\nday = dt.date.today()",
        "async def f(): ...",
        "print('hi')",
        "text = open(name)",
    ],
)
def test_an_impurity_is_seen(source: str) -> None:
    assert list(impurities(source))


def test_what_only_looks_impure_is_not() -> None:
    source = "from datetime import datetime\nimport re\nsession.open(); state.now; snapshot.now()"
    assert not list(impurities(source))
