"""The README: every command in it is run here, and its settings are the settings there are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import cli
from bot.composition import BRAINS, SHIPPED_MENU
from bot.settings import Settings
from docs.tested import passed, row
from tests.bot.conftest import NOON, Waiter, ordered, waiter  # noqa: F401 - fixtures
from tests.docs.blocks import blocks
from tests.readme_tree import ROOT

README = (ROOT / "README.md").read_text("utf-8")
MENU = str(SHIPPED_MENU)
VISIT = "t1"
RECOMMENDATION = str(ROOT / "waiter" / "workflow" / "examples" / "menu_recommendation.yaml")

# A command as the README names it, and as it is run here, after an evening at table t1.
RUNS: dict[str, tuple[str, ...]] = {
    "waiter chat": ("chat", "--json", "--clock", NOON),
    "waiter orders": ("orders",),
    "waiter table": ("table", "paid", VISIT),
    "waiter receipt": ("receipt", VISIT),
    "waiter day": ("day",),
    "waiter menu check": ("menu", "check", MENU),
    "waiter menu show": ("menu", "show"),
    "waiter menu versions": ("menu", "versions"),
    "waiter menu publish": ("menu", "publish", MENU),
    "waiter menu diff": ("menu", "diff"),
    "waiter menu rollback": ("menu", "rollback"),
    "waiter menu watch": ("menu", "watch", "--help"),  # else it stays
    "waiter menu import": ("menu", "import", "template.csv", "--out", "imported.json"),
    "waiter menu export": ("menu", "export"),
    "waiter menu template": ("menu", "template"),
    "waiter menu sold-out": ("menu", "sold-out", "dandan"),
    "waiter menu restock": ("menu", "restock", "dandan"),
    "waiter menu stock": ("menu", "stock", "dandan", "3"),
    "waiter menu price": ("menu", "price", "dandan", "18.00"),
    "waiter menu pause": ("menu", "pause", "off"),
    "waiter search": ("search", "something sweet", "--embedder", "none"),
    "waiter index build": ("index", "build", "--help"),  # made in tests/vector
    "waiter understand": ("understand",),
    "waiter transcript list": ("transcript", "list"),
    "waiter transcript show": ("transcript", "show", VISIT),
    "waiter transcript export": ("transcript", "export", VISIT),
    "waiter replay FILE": ("replay", "evening.jsonl"),
    "waiter eval PATH": ("eval", str(ROOT / "tests" / "scenarios" / "size-by-number.yaml")),
    "waiter audit verify": ("audit", "verify"),
    "waiter audit show": ("audit", "show", VISIT),
    "waiter audit refusals": ("audit", "refusals"),
    "waiter permissions VISIT": ("permissions", VISIT),
    "waiter events": ("events",),
    "waiter backup FILE": ("backup", "house.zip"),
    "waiter restore FILE": ("restore", "--help"),  # its folder has a house already
    "waiter workflow check": ("workflow", "check", RECOMMENDATION),
    "waiter workflow run": ("workflow", "run", RECOMMENDATION, "-i", "user_preference=我喜欢吃辣"),
    "waiter workflow list": ("workflow", "list", str(Path(RECOMMENDATION).parent)),
    "waiter workflow graph": ("workflow", "graph", RECOMMENDATION),
    "waiter workflow guests": ("workflow", "guests", "--help"),  # run in tests/bot
    "waiter workflow outbox": ("workflow", "outbox"),
    "waiter workflow reply": ("workflow", "reply", "--help"),  # run in tests/bot
    "waiter workflow deliver": ("workflow", "deliver", "--help"),  # run in tests/bot
    "waiter telegram": ("telegram", "--help"),  # served in tests/bot/telegram
    "waiter telegram qr": ("telegram", "qr", "--help"),
    "waiter schema": ("schema",),
    "waiter doctor": ("doctor",),
}


def spans(text: str) -> Iterator[str]:
    """What stands in back quotes, and the lines of fenced blocks."""
    for block in blocks(text):
        yield from (line.partition("  #")[0].strip() for line in block.text.splitlines())
    for found in re.finditer(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```$", "", text)):
        yield found[1].replace("\\|", "|")


def commands(text: str, name: str) -> set[str]:
    """The commands of a program, "a|b" as two of them."""
    found = set()
    for span in spans(text):
        if span.startswith(f"{name} ") and "=" not in span:
            *before, last = span.split()
            found |= {" ".join((*before, one)) for one in last.split("|")}
    return found


def test_every_command_of_the_readme_is_run_and_every_command_is_in_it() -> None:
    named = commands(README, "waiter")
    assert named == set(RUNS)
    assert {name.split()[1] for name in named} == set(cli.COMMANDS)


@pytest.mark.parametrize("name", RUNS)
def test_a_command_of_the_readme_does_what_it_should(
    name: str,
    waiter: Waiter,  # noqa: F811 - the fixture
    ordered: str,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    (tmp_path / "evening.jsonl").write_text(waiter("transcript", "export", VISIT).out, "utf-8")
    (tmp_path / "template.csv").write_text(waiter("menu", "template").out, "utf-8")
    assert waiter("menu", "price", "dandan", "18.00").code == 0  # a second version
    done = waiter(*RUNS[name], stdin="两碗担担面\n")
    assert done.code == 0, done.err
    empty = ("waiter audit refusals", "waiter workflow outbox")  # there were none
    assert done.out + done.err or name in empty


def test_make_talks(tmp_path: Path) -> None:
    assert {"make chat", "make demo", "make test"} == commands(README, "make")
    tools = Path(sys.executable).parent
    done = subprocess.run(
        ["make", "-o", ".venv/.installed", "chat", f"BIN={tools}", f"ARGS=--json --clock {NOON}"],
        cwd=ROOT,
        env={**os.environ, "WAITER_DATA": str(tmp_path / "data")},
        input="你好\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2), done.stderr


def test_make_test_is_what_runs_this() -> None:
    done = subprocess.run(
        ["make", "-n", "-o", ".venv/.installed-dev", "test"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "pytest" in done.stdout


def test_what_is_to_be_installed_is_offered() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = re.findall(r"pip install '([\w-]+)\[(\w+)\]'", README)
    assert wanted
    for name, extra in wanted:
        assert name == project["name"]
        assert extra in project["optional-dependencies"]


async def test_a_row_of_the_table_of_brains_has_its_columns() -> None:
    (line,) = re.findall(r"python -m (docs\.tested) llm`", README)
    assert (ROOT / line.replace(".", "/")).with_suffix(".py").is_file()
    found = await passed(Settings())
    head = next(part for part in README.splitlines() if part.startswith("| brain | endpoint"))
    made = row(Settings(), found, "2026-05-04")
    assert made.count("|") == head.count("|")
    assert f"| {found.passed} of {found.total} |" in made
    served = Settings(
        brain="llm",
        llm_base_url="https://name:word@models.example/v1",
        llm_model="small",
        llm_api_key=SecretStr("sk-secret"),
    )
    shown = row(served, found, "2026-05-04")
    assert "models.example | small" in shown
    assert not {"word", "secret"} & set(re.split(r"\W", shown))


def settings_table() -> dict[str, str]:
    """The README's settings with their defaults."""
    section = README.partition("\n## Settings\n")[2].partition("\n## ")[0]
    found: dict[str, str] = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        names = re.findall(r"`WAITER_(\w+)`", cells[1]) if line.startswith("| `") else []
        defaults = re.findall(r"`([^`]*)`", cells[2]) if names else []
        found |= dict(zip(names, defaults or [""] * len(names), strict=True))
    return found


def test_the_settings_are_those_there_are_with_their_defaults() -> None:
    there = {
        name.upper(): "" if field.default in (None, "") else str(field.default)
        for name, field in Settings.model_fields.items()
    }
    assert settings_table() == {
        name: default.lower() if default in ("True", "False") else default
        for name, default in there.items()
    }


def test_the_brains_are_those_there_are() -> None:
    line = next(line for line in README.splitlines() if "WAITER_BRAIN" in line)
    assert set(re.findall(r"`(\w+)`", line.split("|")[3])) == set(BRAINS)


def test_the_files_that_are_linked_are_there() -> None:
    for path in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / path).is_file(), path
