"""One answer to all that waits for one ("都同意", "no to both"): whole texts, by together.yaml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from menu_data.words.answers import is_all
from menu_data.words.phrases import Phrases
from menu_data.words.units import words_of
from menu_data.words.vocabulary import vocabulary

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build
_BESIDE = ("polite", "thanks")  # beside either answer, as the plain answer itself may stand


def is_yes_to_all(text: str) -> bool:
    """The whole text says yes to everything that waits ("都同意", "yes to all, please")."""
    return is_all(text, _table("yes"), {"all"})


def is_no_to_all(text: str) -> bool:
    """The whole text says no to everything that waits ("都不同意", "no to both")."""
    return is_all(text, _table("no"), {"all"})


@lru_cache(maxsize=2)
def _table(answer: str) -> Phrases[str]:
    """The phrases of an answer, as "all", and what may stand beside them."""
    text = Path(__file__).with_name("together.yaml").read_text(encoding="utf-8")
    table: Phrases[str] = Phrases()
    for answers in yaml.load(text, Loader=_LOADER).values():
        for phrase in answers[answer].split("|"):
            table.add(words_of(phrase.strip()), "all")
    for kind in (answer, *_BESIDE):
        for phrase in vocabulary().lists.get(kind, ()):
            table.add(words_of(phrase), kind)
    return table
