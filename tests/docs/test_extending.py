"""Every block of docs/extending.md: written, added, typed, and what it says of itself holds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import Block, blocks, patched
from tests.readme_tree import ROOT, packages

BLOCKS = list(blocks((ROOT / "docs" / "extending.md").read_text("utf-8")))
NEEDED = (*packages(), "tests/scenarios", "pyproject.toml", "README.md")
FOLDERS = ("tests", "tests/apps", "tests/waiter", "tests/waiter/brains")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code with everything in it that the document adds."""
    copy = tmp_path_factory.mktemp("house")
    for name in NEEDED:
        source, target = ROOT / name, copy / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    for folder in FOLDERS:
        (copy / folder).mkdir(parents=True, exist_ok=True)
        (copy / folder / "__init__.py").touch()
    for block in BLOCKS:
        _add(block, copy / block.file)
    return copy


def _add(block: Block, path: Path) -> None:
    if block.kind == "python":
        assert not path.exists(), f"{path} is there already"
        path.write_text(block.text, "utf-8")
    elif block.kind == "diff":
        path.write_text(patched(path.read_text("utf-8"), block.text), "utf-8")


def run(house: Path, *command: str) -> str:
    """What a command prints, on the copy's code and a data folder of its own."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {key: value for key, value in os.environ.items() if "WAITER" not in key}
    done = subprocess.run(
        command,
        cwd=house,
        env={**environment, "PATH": tools, "PYTHONPATH": str(house)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_commands_do_what_they_say(house: Path) -> None:
    printed = []
    for block in BLOCKS:
        if block.kind == "json":
            path = house / block.file
            menu = json.loads(path.read_text("utf-8"))
            menu["items"].append(json.loads(block.text))
            path.write_text(json.dumps(menu, ensure_ascii=False), "utf-8")
        elif block.kind == "sh":
            printed.append(run(house, "bash", "-euo", "pipefail", "-c", block.text))
    _, dish, brain = printed
    understood = json.loads(dish.splitlines()[-1])
    assert {line["item"] for line in understood["lines"]} == {"long_wonton"}
    assert sum(line["quantity"] for line in understood["lines"]) == 2
    assert "Pick one." in brain
    assert "1 of 1 passed" in brain


def test_the_examples_pass_their_own_tests(house: Path) -> None:
    tests = [block.file for block in BLOCKS if block.file.startswith("tests/")]
    assert len(tests) == 3
    run(house, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def test_the_examples_are_written_as_the_code_is(house: Path) -> None:
    files = [block.file for block in BLOCKS if block.kind == "python"]
    run(house, "ruff", "check", *files)
    run(house, "ruff", "format", "--check", *files)
    run(house, "mypy", *(file for file in files if not file.startswith("tests/")))


def test_the_layers_hold_with_the_examples_in_place(house: Path) -> None:
    run(house, "lint-imports", "--no-cache")


def test_no_block_is_left_out() -> None:
    assert {block.kind for block in BLOCKS} == {"sh", "json", "python", "diff"}
    assert all(block.file for block in BLOCKS if block.kind != "sh")
