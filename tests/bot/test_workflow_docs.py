"""Every command of docs/workflows.md does what the document says, in its order."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.bot.conftest import NOON, Waiter
from tests.docs.blocks import blocks
from tests.readme_tree import ROOT

DOCUMENT = (ROOT / "docs" / "workflows.md").read_text("utf-8")


def installed(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """A package's code and entry points as pip would leave them."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items())])
        for group, points in project["entry-points"].items()
    ]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about, "utf-8")
    (info / "entry_points.txt").write_text("\n".join(groups), "utf-8")
    patch.syspath_prepend(folder)


def test_the_document_can_be_typed(
    waiter: Waiter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAITER_EMBEDDER", "none")
    printed = []
    digest = ""
    for block in blocks(DOCUMENT):
        if block.file:
            path = tmp_path / block.file.replace(".waiter", "data")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        for line in block.text.splitlines() if block.kind == "sh" else ():
            if line.startswith("pip install "):
                installed(tmp_path / line.split()[-1], monkeypatch)
                continue
            command, _, told = line.partition(" # exit ")
            said, _, command = command.rpartition(" | ")
            arguments = [digest if word == "DIGEST" else word for word in shlex.split(command)[1:]]
            clock = ["--clock", NOON] if {*arguments} & {"run", "reply", "chat"} else []
            done = waiter(*arguments, *clock, stdin="".join(shlex.split(said)[1:]))
            assert done.code == int(told or 0), (line, done.out, done.err)
            digests = re.findall(r"--approve ([0-9a-f]{64})", done.out)
            digest = digests[0] if digests else digest
            printed.append(done.out)
    every = "\n".join(printed)
    assert "spicy_dishes: 辣味黃燜雞\n" in every
    assert "可以看看：水煮牛肉 [1]、" in every
    assert "intent menu (noodle): cheap_noodles\n" in every
    assert "You might like Hot and sour sweet-potato noodles [1], Sweet-water" in every
    assert "A table is free in about 5 minutes." in every
    assert "sms_status: true" in every
    assert "no more messages to this guest" in every
    assert "flowchart TD" in every


def test_each_shipped_example_is_explained() -> None:
    for path in (ROOT / "waiter" / "workflow" / "examples").glob("*.yaml"):
        assert f"]({Path('..') / path.relative_to(ROOT)})" in DOCUMENT
