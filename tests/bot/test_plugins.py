"""Functions that other packages bring along: found by name, held so that they break nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.complaint import Complaint
from bot.plugins import Functions
from bot.workflows import PLUGIN_GROUP
from tests.bot.conftest import Waiter
from tests.waiter.workflow.house import tools
from waiter.workflow.function import Function, FunctionFailed
from waiter.workflow.registry import PLUGINS

CODE = """
from waiter.plugin import Arguments, Function, Result, Tools

class Asked(Arguments):
    word: str

def run(asked: Asked, tools: Tools) -> Result:
    return Result({"str": asked.word * 2, "list": [1 / len(asked.word)]})

TWICE = Function("twice", "1", Asked, ("str", "list"), "str", run)
"""
FILE = """version: '1'
name: twice
steps:
  - {id: ask, type: input, outputs: {name: word, type: str}}
  - {id: do, type: plugin, plugin: twice, inputs: {word: '{word}'}, outputs: {name: said}}
  - {id: out, type: output, inputs: {said: '{said}'}}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with entry points, on the path; its code is in a module of the test's own."""
    info = tmp_path / "extra-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def brings(package: Path, module: str, code: str, name: str = "twice", of: str = "TWICE") -> None:
    (package / f"{module}.py").write_text(code, "utf-8")
    points = f"[{PLUGIN_GROUP}]\n{name} = {module}:{of}\n"
    (package / "extra-1.dist-info" / "entry_points.txt").write_text(points, "utf-8")


def test_a_workflow_calls_what_a_package_brings(package: Path, waiter: Waiter) -> None:
    brings(package, "extra_good", CODE)
    (package / "twice.yaml").write_text(FILE, "utf-8")
    done = waiter("workflow", "run", "twice.yaml", "-i", "word=ab", "--json")
    assert done.rows[0]["outputs"] == {"said": "abab"}


def test_what_breaks_in_it_fails_the_step_and_nothing_else(package: Path, waiter: Waiter) -> None:
    brings(package, "extra_breaking", CODE)
    (package / "twice.yaml").write_text(FILE, "utf-8")
    done = waiter("workflow", "run", "twice.yaml", "-i", "word=")
    assert done.code == 1
    assert "step 'do' failed: twice broke: ZeroDivisionError: division by zero" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("module", "code", "name", "of", "told"),
    [
        ("extra_a", "1 / 0", "twice", "TWICE", "can't be loaded: ZeroDivisionError"),
        ("extra_b", CODE, "twice", "THRICE", "can't be loaded: AttributeError"),
        ("extra_c", "TWICE = print", "twice", "TWICE", "is no workflow function"),
        ("extra_d", CODE, "thrice", "TWICE", "calls itself 'twice'"),
        ("extra_e", CODE, "plugin_sms_send", "TWICE", "'plugin_sms_send' is built in"),
    ],
)
def test_what_is_no_function_is_told_in_one_line(
    package: Path, module: str, code: str, name: str, of: str, told: str
) -> None:
    brings(package, module, code, name, of)
    asked = "thrice" if name == "thrice" else "twice"
    with pytest.raises(Complaint, match=told) as caught:
        Functions(PLUGINS, PLUGIN_GROUP)[asked]
    assert "\n" not in str(caught.value)


def test_what_is_built_in_needs_no_package(package: Path) -> None:
    brings(package, "extra_never", "raise SystemError")
    assert Functions(PLUGINS, PLUGIN_GROUP)["plugin_sms_send"] is PLUGINS["plugin_sms_send"]


def test_a_function_may_still_say_itself_why_it_fails(package: Path) -> None:
    refusing = CODE.replace(
        "    return Result", '    raise FunctionFailed("too short")\n    return Result'
    )
    brings(package, "extra_f", refusing.replace("Arguments, F", "Arguments, FunctionFailed, F", 1))
    found = Functions(PLUGINS, PLUGIN_GROUP)["twice"]
    assert isinstance(found, Function)
    with pytest.raises(FunctionFailed) as caught:
        found.run(found.arguments.model_validate({"word": "a"}), tools())
    assert str(caught.value) == "too short"
