"""How a menu on its way looks in the chat it was sent to: what is wrong with it, or what it would
change, whom it hits, and two buttons. What doesn't fit in a message goes along as a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.console.safety import one_line
from bot.outlook import Outlook
from bot.telegram import words
from bot.telegram.drawing import Attached, Button, Post, bold, escape
from bot.telegram.floor import Floor
from bot.telegram.staff.uploads import Upload
from menu_data.difference_words import described
from menu_data.format import FILE_BYTES
from menu_data.menu import Menu
from menu_data.told import said
from waiter.impact import VisitHit

SHOWN = 15  # lines of errors, or of changes; the rest is in the file
HITS, WARNINGS = 6, 4
LINE = 140  # characters of a line; all of them are less than a message holds
SHORT = 12  # digits of a version that people are shown


@dataclass(frozen=True, slots=True)
class Broken:
    """It is no menu; a line for everything that is wrong."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """It is the menu in force."""


@dataclass(frozen=True, slots=True)
class Offered:
    """It is a menu; what it would change of the one that is in force."""

    menu: Menu
    instead_of: str
    outlook: Outlook


Found = Broken | Same | Offered


def word(floor: Floor, key: str, **values: object) -> str:
    """A sentence about menus in the language of the kitchen."""
    return words.word(f"staff.menu.{key}", floor.menu.restaurant.kitchen_language, **values)


def too_large(floor: Floor, name: str) -> str:
    return word(floor, "too_large", name=name, most=FILE_BYTES // 1_000)


def show(floor: Floor, one: Upload, text: str) -> None:
    """One line on the upload's card, no buttons."""
    floor.sender.draw(slot(one), one.chat, Post(escape(text)))


def show_broken(floor: Floor, one: Upload, found: Broken) -> None:
    """The first errors, each with its place; all of them as a file where they are more."""
    language = floor.menu.restaurant.kitchen_language
    lines = [one_line(said(line, language)) for line in found.lines]
    title = word(floor, "broken", name=one.name, count=len(lines))
    if _is_cut(lines, SHOWN):
        _attach(floor, one, f"broken:{one.id}", lines)
    shown = [bold(title), *_some(floor, lines, SHOWN)]
    floor.sender.draw(slot(one), one.chat, Post("\n".join(shown)))


def show_offer(floor: Floor, one: Upload, found: Offered) -> str:
    """What it would change and whom it hits, with two buttons; the text."""
    sections = list(_sections(floor, found))
    if any(_is_cut(lines, most) for _, lines, most in sections):
        whole = [line for title, lines, _ in sections for line in (title, *lines, "")]
        _attach(floor, one, f"report:{one.id}:{found.instead_of}", whole)
    shown = [line for title, lines, most in sections
             for line in (bold(title), *_some(floor, lines, most))]  # fmt: skip
    text = "\n".join([bold(_title(floor, one, found)), *shown])
    floor.sender.draw(slot(one), one.chat, Post(text, (buttons(floor, one, found.instead_of),)))
    return text


def buttons(floor: Floor, one: Upload, instead_of: str) -> tuple[Button, ...]:
    """Both know the upload and what it was compared with."""
    language = floor.menu.restaurant.kitchen_language
    return tuple(
        Button(words.word(f"button.{verb}", language), f"m:{verb}:{one.id}:{instead_of[:SHORT]}")
        for verb in ("activate", "discard")
    )


def slot(one: Upload) -> str:
    """Where its card is kept."""
    return f"offer:{one.id}"


def _title(floor: Floor, one: Upload, found: Offered) -> str:
    version, dishes = found.menu.version[:SHORT], len(found.menu.dishes)
    return word(floor, "offer", name=one.name, version=version, dishes=dishes)


def _sections(floor: Floor, found: Offered) -> Iterator[tuple[str, list[str], int]]:
    """Title, lines, and how many of them are shown."""
    outlook, language = found.outlook, floor.menu.restaurant.kitchen_language
    menus = (found.menu,) if outlook.old is None else (found.menu, outlook.old)
    changes = [one_line(described(change, language, *menus)) for change in outlook.changes]
    count, version = len(changes), found.instead_of[:SHORT]
    yield word(floor, "changes", count=count, version=version), changes, SHOWN
    (tabs, told), hit = outlook.impact.looked_at, outlook.impact
    title = word(floor, "hits", tabs=len(hit.tabs), open=tabs, past=len(hit.recorded), told=told)
    yield title, list(_hit_lines(floor, (*hit.tabs, *hit.recorded))), HITS
    if outlook.warnings:
        warnings = [one_line(said(text, language)) for text in outlook.warnings]
        yield word(floor, "warnings", count=len(warnings)), warnings, WARNINGS


def _hit_lines(floor: Floor, hits: Sequence[VisitHit]) -> Iterator[str]:
    for visit in hits:
        for hit in visit.hits:
            before = hit.before
            if hit.harm == "fails":
                language = floor.menu.restaurant.kitchen_language
                before = words.word_or(f"no.{hit.before}", language, hit.before)
            told = word(floor, f"hit.{hit.harm}", dish=hit.dish, before=before, after=hit.after)
            yield one_line(f"{visit.table or visit.visit}: {told}")


def _is_cut(lines: Sequence[str], most: int) -> bool:
    return len(lines) > most or any(len(line) > LINE for line in lines)


def _some(floor: Floor, lines: Sequence[str], most: int) -> list[str]:
    shown = [escape(line if len(line) <= LINE else f"{line[: LINE - 1]}…") for line in lines[:most]]
    if len(lines) > most:
        shown.append(escape(word(floor, "more", count=len(lines) - most)))
    return shown


def _attach(floor: Floor, one: Upload, key: str, lines: Sequence[str]) -> None:
    """Everything, as a file that comes before the card."""
    attached = Attached(f"menu-{one.id}.txt", "\n".join(lines) + "\n")
    text = escape(word(floor, "report", name=one.name))
    floor.sender.put(f"menu:{key}", one.chat, Post(text, attached=attached))
