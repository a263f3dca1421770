"""Sentences about menus: the same codes and values in every language, what is quoted left alone."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from string import Formatter

import yaml

from menu_data.told import message, said, told
from tests.readme_tree import ROOT

TEXT = (resources.files("menu_data") / "told.yaml").read_text("utf-8")
SENTENCES = yaml.safe_load(TEXT)


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_code_stands_once_in_every_language_with_the_same_values() -> None:
    codes = re.findall(r"^  ([\w.]+):", TEXT, re.MULTILINE)
    assert len(codes) == sum(map(len, SENTENCES.values()))
    for code, sentence in SENTENCES["en"].items():
        assert values(SENTENCES["zh"][code]) == values(sentence), code
    assert SENTENCES["zh"].keys() == SENTENCES["en"].keys()


def test_every_code_is_said_somewhere_and_every_code_that_is_said_is_there() -> None:
    files = Path(ROOT / "menu_data").rglob("*.py")
    written = {code for file in files for code in _codes(file.read_text("utf-8"))}
    whole = {code for code in SENTENCES["en"] if not code.startswith(("what.", "place.", "json."))}
    pydantics = {code for code in whole if code.startswith("allowed.") and code.endswith("_type")}
    change = {"change.added", "change.removed", "change.changed", "allowed.string_unicode"}
    assert whole - pydantics - change <= written
    assert {code for code in written if not code.endswith(".")} <= SENTENCES["en"].keys()


def _codes(text: str) -> list[str]:
    return re.findall(r'told\(\s*"([\w.]+)"', text) + re.findall(r'else "([a-z]+\.[a-z]+)"', text)


def test_it_is_english_to_whoever_needs_no_other() -> None:
    found = told("unknown", what=told("what.key"), found="'prise'", allowed="price")
    assert found == "unknown key 'prise'; allowed: price"
    assert said(found, "zh") == "没有这个键：'prise'；可以写：price"
    assert said(found, "zh-Hant") == "沒有這個鍵：'prise'；可以寫：price"
    assert said(found, "fr") == found
    assert said("plain", "zh") == "plain"


def test_what_a_file_holds_keeps_its_script() -> None:
    found = told("found", found="'面条'", allowed=told("allowed.text"))
    assert said(found, "zh-Hant") == "寫的是 '面条'；應寫：一段文字"


def test_an_error_says_its_sentence() -> None:
    found = told("empty", allowed="x")
    assert message(ValueError(found)) is found
    assert message(ValueError("plain")) == "plain"
    assert message(ValueError()) == ""
