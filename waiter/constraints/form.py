"""A reply is chat: plain lines, no markup that a chat shows as characters, nothing endless.

Short lists and stress are fine; headings, tables, links, images, code and tags are for pages.
"""

from __future__ import annotations

import re

from waiter.aloud import is_code
from waiter.claims import refusal_of
from waiter.constraints.said import beside_notes, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

# The longest order read back takes a line a dish; more is a page.
LINES = 60
# A word without a gap as long as this is no word, and breaks every card's layout.
WORD = 80
_MARKUP = re.compile(
    r"^ {0,3}(?P<heading>#{1,6})\s+\S"
    r"|^\s*\|?\s*:?-{2,}:?\s*(?P<table>\|)[\s:|-]*$"
    r"|(?P<link>!?\[[^\]\n]{1,200}\]\([^)\n]{1,400}\))"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9]*(?:\s[^<>\n]{0,200})?/?>)"
    r"|(?P<code>`[^`\n]+`|^\s{0,3}~~~)"
    r"|^\s{0,3}(?P<rule>(?:[-*_=]\s*){4,})$",
    re.MULTILINE,
)
_LONG = re.compile(rf"[!-~]{{{WORD},}}")


def chat(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse what is no message of a chat."""
    text = beside_notes(unquoted(turn.text, case), case)
    if is_code(text):
        return Refuse("code", "form", refusal_of("form.code", found=text))
    found = _MARKUP.search(text) or _LONG.search(text)
    if found is not None:
        return Refuse("markup", "form", refusal_of("form.markup", found=found[0].strip()))
    lines = text.count("\n") + 1
    if lines > LINES:
        return Refuse("long", "form", refusal_of("form.long", found=lines, allowed=LINES))
    return None
