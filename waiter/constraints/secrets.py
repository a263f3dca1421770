"""What stands behind the waiter isn't told: the texts brains are instructed with, ids, codes.

A text is known again by its consonants, a run of them: whatever stands between the letters, and
whichever vowels were changed, they stay. Turned round, in ROT13 or in base64 it is the same text.
The words that speak of a system are the grammar's (`waiter/leaks.yaml`).
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from apps.table import APPS
from menu_data.menu import Menu
from waiter.aloud import aloud, rest_of
from waiter.brains.llm.texts import prompt_texts
from waiter.claims import refusal_of, refusal_sentences
from waiter.constraints.said import repeated, unquoted, words_of
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser
from waiter.wording import grammar_words

# Consonants in a row that are no accident: about eight words of English.
RUN = 26
# The shortest run of base64 that can hold so much.
BLOB = 48
_BLOB = re.compile(rf"[A-Za-z0-9+/_-]{{{BLOB},}}={{0,2}}")
_NO_CONSONANT = re.compile(r"[^bcdfghjklmnpqrstvwxz]")
_LEET = str.maketrans("57$", "sts")
# A word of letters and digits with a capital, or joined by "_"; or a long one without a gap.
_CODE = re.compile(
    r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[A-Z][\w-]*[A-Z])[A-Za-z0-9_-]{7,}"
    r"|(?<![\w-])[A-Za-z]\w*_\w+|[A-Za-z0-9+/]{32,}={0,2}"
)


def withheld(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse what others wrote for a machine, in a description or a note."""
    menu = case.snapshot.menu
    kept = [cut for fact in (*case.view.before, *case.view.facts) for cut in fact.withheld]
    sources = [*_withheld(menu), *(words_of(cut, menu) for cut in kept)]
    if not sources:
        return None
    said = words_of(turn.text, menu)
    if any(repeated(said, source) for source in sources):
        return Refuse("withheld", "secrets", refusal_of("secrets.withheld"))
    return None


@lru_cache(maxsize=8)
def _withheld(menu: Menu) -> tuple[tuple[str, ...], ...]:
    """What of the menu's descriptions isn't told, as words."""
    texts = {text for dish in menu.dishes.values() for text in dish.description.every()}
    return tuple(words_of(cut, menu) for text in sorted(texts) if (cut := rest_of(text)))


def prompt(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that gives away what a brain was told."""
    del case
    for text in _readings(turn.text):
        letters = _consonants(text)
        ends = range(len(letters) - RUN + 1)
        if any(letters[at : at + RUN] in _told() for at in ends):
            return Refuse("prompt", "secrets", refusal_of("secrets.prompt"))
    return None


def no_code(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse an id, a key or a code; what the menu itself or a note writes so is none."""
    for found in _CODE.finditer(unquoted(turn.text, case)):
        if found[0].lower() not in _written(case.snapshot.menu):
            return Refuse("code", "secrets", refusal_of("secrets.code", found=found[0]))
    return None


def _readings(text: str) -> Iterator[str]:
    """The text, and what it would be a cipher of."""
    yield text
    if len(text) < RUN:
        return
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    for blob in _BLOB.findall(text):
        try:
            yield base64.b64decode(blob[: len(blob) // 4 * 4], altchars=b"-_").decode()
        except (binascii.Error, UnicodeDecodeError):
            continue


def _consonants(text: str) -> str:
    return _NO_CONSONANT.sub("", unicodedata.normalize("NFKC", text).lower().translate(_LEET))


@lru_cache(maxsize=1)
def _told() -> frozenset[str]:
    """Every run of consonants in what brains are instructed with; examples are no secret."""
    texts = prompt_texts()
    told = [texts.waiter.template, *texts.wires.values()]
    told += [type(app).__doc__ or "" for app in APPS]
    told += [text for kind in grammar_words().sentences.values() for text in kind.values()]
    told += refusal_sentences()
    letters = [_consonants(text) for text in told]
    return frozenset(one[at : at + RUN] for one in letters for at in range(len(one) - RUN + 1))


@lru_cache(maxsize=8)
def _written(menu: Menu) -> frozenset[str]:
    """Codes that stand on the menu, in lower case."""
    house = menu.restaurant
    texts = [house.name, *([house.address] if house.address is not None else [])]
    texts += [dish.name for dish in menu.dishes.values()]
    every = [said for text in texts for said in text.every()]
    every += [alias for dish in menu.dishes.values() for alias in dish.aliases]
    every += [aloud(said) for dish in menu.dishes.values() for said in dish.description.every()]
    return frozenset(found.lower() for said in every for found in _CODE.findall(said))
