"""The front-end's sentences: every language has the same, each key once."""

from __future__ import annotations

import re
from importlib import resources
from string import Formatter

import yaml

TEXT = (resources.files("bot.telegram") / "words.yaml").read_text("utf-8")


def test_every_key_stands_once_in_every_language() -> None:
    found = yaml.safe_load(TEXT)
    keys = re.findall(r"^  ([\w.]+):", TEXT, re.MULTILINE)
    assert len(keys) == sum(len(sentences) for sentences in found.values())
    assert len({frozenset(sentences) for sentences in found.values()}) == 1


def test_every_sentence_takes_the_same_values_in_every_language() -> None:
    found = yaml.safe_load(TEXT)
    for key in found["en"]:
        values = {
            frozenset(name for _, name, _, _ in Formatter().parse(sentences[key]) if name)
            for sentences in found.values()
        }
        assert len(values) == 1, key
