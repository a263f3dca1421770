"""Numbers told apart: those that count dishes become quantities; people, tables, prices and times
count nothing.

Each reader takes what it reads off the cursor and says whether there was anything for it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.cursor import Cursor
from waiter.brains.house.marks import Mark


@lru_cache(maxsize=1)
def _ordinal_words() -> frozenset[str]:
    return frozenset(p for ps in vocabulary().maps["ordinals"].values() for p in ps)


def other_number(c: Cursor) -> bool:
    """Takes people, tables, prices, times and "two topping" in one go; False when there is none
    here.
    """
    mark = c.mark(0)
    if mark is None:
        return False
    if mark.has("ordinal_prefix"):
        return c.pass_over(3 if c.has(2, "measure") else 2) if c.is_number(1) else False
    if mark.words[0] in "$¥€£" and c.is_number(1):
        return c.pass_over(2)
    if mark.has("table_word") and not c.is_menu(0) and c.is_number(1):
        return c.pass_over(2)
    if not c.is_number(0):
        return _party_first(c)
    return _people(c) or _table_price_time(c)


def _party_first(c: Cursor) -> bool:
    """ "party of 4", "table for two", "就我一个", "we are 5"."""
    mark = c.mark(0)
    if mark is None or not mark.has("people_before") or not c.is_number(1):
        return False
    number = c.mark(1)
    assert number is not None
    if c.has(2, "people") and _people_end(c, 3):
        c.head_count = number.value
        return c.pass_over(3)
    of = mark.words[-1] in words_in("party_end") and not c.is_menu(2)
    if c.is_english(0) and (of or (mark.words[0] in words_in("speaker") and _is_over(c, 2))):
        c.head_count = number.value
        return c.pass_over(2)
    return False


def _is_over(c: Cursor, ahead: int) -> bool:
    """ "we are three, …": no dish was counted, for none was named."""
    mark = c.mark(ahead)
    return mark is None or not (mark.words[0].isalnum() or mark.words[0] in "$¥€£")


def _people_end(c: Cursor, ahead: int) -> bool:
    """What follows shows that no dish was counted."""
    mark = c.mark(ahead)
    return mark is None or (not mark.dishes and not mark.pairs and not mark.has("measure"))


def _people(c: Cursor) -> bool:
    mark, unit = c.mark(0), c.mark(1)
    assert mark is not None
    if unit is None or not unit.has("people") or unit.has("measure") or unit.dishes:
        return False
    c.head_count = mark.value
    return c.pass_over(2)


def _table_price_time(c: Cursor) -> bool:
    unit = c.mark(1)
    if unit is None:
        return False
    if c.word(1) in words_in("number_sign") or (unit.has("table_word") and unit.han):
        return c.pass_over(3 if c.has(2, "table_word") else 2)
    if unit.has("currency") and not (unit.has("measure") and (c.is_menu(2) or _is_unit(c))):
        return c.pass_over(3 if c.is_number(2) and unit.han else 2)
    if unit.has("time_word") and not c.is_menu(2) and not c.is_number(2):
        return c.pass_over(3 if c.word(2) in words_in("half_hour") else 2)
    if unit.has("drink_ignore") and not unit.dishes and not unit.has("measure") and c.is_menu(2):
        return c.pass_over(2)
    return False


def _is_unit(c: Cursor) -> bool:
    """芝士蛋糕两块: the menu's own measure of the dish before, no price."""
    dishes = next((a.dishes for a in reversed(c.out) if a.dishes), ())
    return bool(c.lexicon.units.get(c.word(1), frozenset()) & set(dishes))


def quantity(c: Cursor, mark: Mark) -> bool:
    """Takes a quantity with its measure word; False when there is none here."""
    if mark.senses and not (mark.value is not None and not mark.exact):
        return False
    if mark.has("same_number"):
        return _put_quantity(c, None, 1, extra=frozenset({"same_number"}))
    if mark.has("vague"):
        return _put_quantity(c, None, 1, vague=True)
    if _is_below_zero(c, mark):
        return _put_quantity(c, None, 2, vague=True)
    if mark.value is not None and _is_range(c, mark):
        return _put_quantity(c, None, 3, vague=True)
    if mark.value is not None:
        if _is_pronoun(c, mark):
            return False
        return _put_quantity(c, mark.value, 1)
    if mark.has("another"):
        return _put_quantity(c, 1, 1, extra=frozenset({"add"}))
    if mark.has("article"):
        return _article(c)
    if c.word(0) in words_in("times") and c.is_number(1):
        number = c.mark(1)
        assert number is not None
        return _put_quantity(c, number.value, 2)
    return _bare_measure(c, mark)


def _is_below_zero(c: Cursor, mark: Mark) -> bool:
    """ "-3 cokes": no number of dishes; several such are the points of a list."""
    if mark.words[0] not in words_in("minus") or mark.has("neg") or not c.is_number(1):
        return False
    opens = not c.out or c.out[-1].kind == "break"
    points = [
        one
        for one, two in zip(c.marks, c.marks[1:], strict=False)
        if one.words[0] == mark.words[0] and two.value is not None
    ]
    after = c.mark(1)
    return opens and len(points) == 1 and after is not None and not after.gap


def _is_range(c: Cursor, mark: Mark) -> bool:
    """ "2 or 3 cokes", "2-3 bowls": how many must be asked."""
    joint, last = c.mark(1), c.mark(2)
    if joint is None or last is None or last.value is None or not c.is_number(2):
        return False
    joins = joint.has("or") or joint.words[0] in words_in("to_word") | {"-", "~"}
    counts = c.is_menu(3) or c.has(3, "measure")
    return joins and counts and (mark.value or 0) < last.value


def _is_pronoun(c: Cursor, mark: Mark) -> bool:
    """ "the small one": one of those just said, no count."""
    if mark.words[0] not in words_in("nominal") or len(mark.words) > 1 or not c.out or c.is_menu(1):
        return False
    before = c.out[-1]
    if _is_next_of_several(c):
        return False
    return (
        before.is_item
        or " ".join(before.words) in _ordinal_words()
        or before.words[-1] in words_in("pointer")
        or before.has("anaphor")
    )


def _is_next_of_several(c: Cursor) -> bool:
    """ "one spicy one not spicy": the word counts again where the last count had its own."""
    place = len(c.out) - 1
    while place >= 0 and (c.out[place].is_item or c.out[place].has("extra", "light", "neg")):
        place -= 1
    first = c.out[place] if place >= 0 else None
    counted = first is not None and first.kind == "qty" and not first.article
    return counted and c.has(1, "neg", "denies", "extra", "light", "extra_level")


def _article(c: Cursor) -> bool:
    if c.is_number(1):
        c.index += 1
        number = c.mark(0)
        assert number is not None
        return _put_quantity(c, number.value, 1)
    if c.has(1, "vague", "light", "extra") and not c.is_menu(1):
        return False
    return _put_quantity(c, 1, 1, article=True)


def _bare_measure(c: Cursor, mark: Mark) -> bool:
    """来碗面, "and bag of chips": a measure word alone counts one."""
    if not mark.has("measure") or mark.senses:
        return False
    if not mark.han:
        return mark.words[-1] in words_in("counted_of") and _put_quantity(c, 1, 0, implied=True)
    before = c.marks[c.index - 1] if c.index else None
    leads = before is not None and before.has(
        "want", "add", "and", "with", "replace", "make_it", "anaphor", "correct"
    )
    return leads and not mark.gap and _put_quantity(c, 1, 0, implied=True)


def _put_quantity(
    c: Cursor,
    value: int | None,
    count: int,
    *,
    vague: bool = False,
    article: bool = False,
    implied: bool = False,
    extra: frozenset[str] = frozenset(),
) -> bool:
    first = c.mark(0)
    assert first is not None
    last = c.mark(count - 1) or first
    c.index += count
    if c.word(0) in words_in("times") and not c.is_menu(0):
        c.index += 1
    unit = _measure(c, article=article)
    last = unit or last
    atom = Atom("qty", first.start, last.end, first.words, extra, value=value)
    of = unit is not None and unit.words[-1] in words_in("counted_of")
    c.out.append(
        replace(
            atom,
            measure=unit.words[0] if unit is not None else "",
            of=of,
            vague=vague,
            article=article,
            implied=implied,
            gap=first.gap,
            han=first.han or last.han,
        )
    )
    return True


def _measure(c: Cursor, *, article: bool) -> Mark | None:
    """Takes the measure words behind a number; the last of them."""
    found: Mark | None = None
    while (unit := c.mark(0)) is not None and unit.has("measure") and not unit.senses:
        if unit.value is not None and (found is not None or c.has(1, "measure")):
            break  # 一碗两碗: the next count
        plain = not unit.han and unit.words[-1] not in words_in("counted_of")
        if article and plain and not _measured(c, 1):
            break
        found = unit
        c.index += 1
    return found


def _measured(c: Cursor, ahead: int) -> bool:
    mark = c.mark(ahead)
    return mark is None or c.is_menu(ahead) or not mark.known
