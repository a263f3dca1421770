"""Seventh stage, for what names no dish: modifiers, numbers and notes alone are said of the line
last spoken of ("不要香菜", "two of them spicy", 少油少盐). Neighbour: `edits.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apps.ledger.books import Line
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, Hung, hang, takers_of
from waiter.brains.house.edits import chosen, last_line, to_ask, unclear_of
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.hanging import with_lead
from waiter.brains.house.levels import degrees, degrees_of_any, is_plain
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.lines import Finished, Place, Say
from waiter.brains.house.reading import Context, Edit, Target, Unresolved
from waiter.brains.house.taking_off import is_taken_off, owner, taken_off
from waiter.brains.house.verbs import hung_of


def said_of_no_dish(
    state: Grouping, done: Finished, context: Context, place: Place, say: Say, *, helped: bool
) -> list[Edit]:
    """What modifiers or a count alone come to: a change of the last line, or the same once more.
    What must be asked, and what its dish can't be had with, is added to `done.unresolved`.
    """
    halved = _halved(state, context, place)
    if halved is not None:
        return [halved]
    last = of_the_last(state, done, context, place, say)
    last = last or _degree(state, done, context, place, say)
    if last is not None or done.unresolved:
        return [last] if last is not None else []
    count = state.loose_count
    if helped or state.penalties or count is None or not count.value or not context.lines:
        return []
    at = place((count.start, count.end))
    behind = [a for a in state.row if a.start >= count.end and not state.is_filler(a)]
    pointed = next((a for a in behind if a.has("one_of")), None)
    more = state.adding or any(a.has("extra", "add") for a in state.row if a.start >= count.end)
    whole = all(a is count or _says_nothing(state, a) for a in state.row)
    of_them = pointed is not None and " ".join(pointed.words) in words_in("of_them")
    asked = context.question is not None and context.question.kind != "dish"
    if not more and (of_them or (whole and context.changed and not asked and not count.implied)):
        return [Edit("change", Target("last"), count.value, span=at)]
    if not more and pointed is None:
        return []
    return [Edit("same", Target("last"), count.value, span=at)]


def _halved(state: Grouping, context: Context, place: Place) -> Edit | None:
    """ "half of that", 一半就行: half as many of the line last spoken of, where that is an even
    number and nothing else is said.
    """
    half = next((a for a in state.row if _is_half(a)), None)
    named = [li for li in context.lines if li.item in state.halved]
    line = named[-1] if named else last_line(context)
    if half is None or line is None or line.quantity % 2 or context.question is not None:
        return None
    if not named and not _says_only_half(state, half):
        return None
    return Edit(
        "change",
        Target("line", (line.line,)),
        line.quantity // 2,
        span=place((half.start, half.end)),
    )


def _is_half(atom: Atom) -> bool:
    return atom.has("half") or (atom.has("light") and atom.words[0] in words_in("half_level"))


def _says_only_half(state: Grouping, half: Atom) -> bool:
    rest = [a for a in state.row if a is not half]
    around = [a for a in rest if not (a.kind == "break" or state.is_filler(a))]
    small = ("anaphor", "too_many", "enough", "make_it", "only", "want", "remove", "replace")
    if not all(a.kind == "word" and a.has(*small) for a in around):
        return False
    return any(a.has("anaphor", "too_many", "enough", "make_it") for a in rest)


def _says_nothing(state: Grouping, atom: Atom) -> bool:
    """Whether a word beside a number leaves it a number alone."""
    if atom.kind == "break":
        return not set(atom.words) & words_in("minus")
    return state.is_filler(atom) and not atom.has("cue")


def of_the_last(
    state: Grouping, done: Finished, context: Context, place: Place, say: Say
) -> Edit | None:
    """Modifiers or a number said of no dish change the line last spoken of ("不要香菜", "two of
    them spicy").
    """
    hung = hung_of(state, state.loose)
    if not state.loose or (not context.lines and (context.placed or not hung)):
        return None
    narrowed = _narrowed(state, context, hung)
    if narrowed is not None:
        return narrowed
    line = _told(state, context) or owner(state, context)
    line = line or _taker(state.lexicon, hung, context)
    item = line.item if line is not None else None
    off = taken_off(state, line) if line is not None else ()
    made = (*off, *chosen(state.lexicon, hung, item))
    note = _untaken(state, line, done, place, say) if line is not None else None
    if not made and note is None and item is not None:
        return None
    quantity = state.loose_count.value if state.loose_count is not None else None
    atoms = [a for a, _ in state.loose]
    span = place((min(a.start for a in atoms), max(a.end for a in atoms)))
    target = _whose(state, line, context)
    return Edit("change", target, quantity, None, made, note=note, span=span)


def with_notes(
    changes: list[Edit],
    notes: Sequence[tuple[int, int]],
    done: Finished,
    context: Context,
    say: Say,
) -> list[Edit]:
    """The edits with what the kitchen is to know of the line spoken of, where it is said of no
    dish ("少油少盐，别放味精").
    """
    if not notes or done.lines or done.unresolved or not (context.lines or context.placed):
        return changes
    said = "; ".join(dict.fromkeys(say(at) for at in sorted(notes)))
    if len(changes) == 1 and changes[0].op == "change" and changes[0].target.kind == "last":
        before = changes[0].note
        return [replace(changes[0], note=f"{before}; {said}" if before else said)]
    return changes if changes else [Edit("change", Target("last"), note=said)]


def _told(state: Grouping, context: Context) -> Line | None:
    """The line of the dish that is named with the change ("add an egg to the rice")."""
    dishes = state.replaced.dishes if state.replaced is not None else ()
    return next((li for li in reversed(context.lines) if li.item in dishes), None)


def _untaken(state: Grouping, line: Line, done: Finished, place: Place, say: Say) -> str | None:
    """What a dish has no such modifier for: less of something is the kitchen's to know, as it was
    said; more of it is told not to be had.
    """
    notes, item = [], line.item
    for atom, count in state.loose:
        if is_taken_off(atom, line) or atom not in state.row:
            continue
        if is_plain(atom) or hang(state.lexicon, Draft((item,), []), atom, count):
            continue
        at = (atom.start, atom.end)
        if atom.neg or atom.amount in ("light", "no_extra"):
            notes.append(say(with_lead(state, state.row.index(atom))))
        elif atom.pairs:
            one = Unresolved(say(at), "modifier", (), item=item, amount=atom.amount, span=place(at))
            done.unresolved.append(one)
    return "; ".join(dict.fromkeys(notes)) or None


def _degree(
    state: Grouping, done: Finished, context: Context, place: Place, say: Say
) -> Edit | None:
    """ "再辣一点", "make it spicy": the newest line that has such degrees."""
    atom = next((a for a, _ in state.loose if is_plain(a)), None)
    last = last_line(context)
    lines = [*([last] if last is not None else []), *reversed(context.lines)]
    groups = {sense.group for sense in atom.levels} if atom is not None else set()
    line = next((li for li in lines if groups & set(state.lexicon.groups.get(li.item, {}))), None)
    if atom is None:
        return None
    at = (atom.start, atom.end)
    if line is None:
        if context.lines or context.placed:
            return None
        meant = [Hung((p,), "regular", 1, at, 1.0) for p in degrees_of_any(state.lexicon, atom)]
        said = chosen(state.lexicon, meant, None)
        return Edit("change", Target("last"), modifiers=said, span=place(at))
    hung = Hung(degrees(state.lexicon, line.item, atom), "regular", 1, at, 1.0)
    asked = unclear_of(state.lexicon, [hung], line.item, place, say)
    done.unresolved += asked
    return Edit(
        "change", _whose(state, line, context),
        state.loose_count.value if state.loose_count is not None else None, None,
        chosen(state.lexicon, [hung], line.item), unclear=to_ask(asked),
        span=place(at),
    )  # fmt: skip


def _narrowed(state: Grouping, context: Context, hung: list[Hung]) -> Edit | None:
    """ "大份的不要香菜", "the large one no onions": a modifier that says which line."""
    if len(hung) < 2:
        return None
    index = next((i for i, a in enumerate(state.row) if a == state.loose[0][0]), len(state.row))
    after = state.at(index + 1)
    if after is None or after.words[-1] not in words_in("nominal"):
        return None
    owners = [
        li
        for li in context.lines
        if any((m.group, m.modifier) in hung[0].pairs for m in li.modifiers)
    ]
    if len(owners) != 1:
        return None
    changes = chosen(state.lexicon, hung[1:], owners[0].item)
    return Edit("change", Target("line", lines=(owners[0].line,)), None, None, changes)


def _whose(state: Grouping, line: Line | None, context: Context) -> Target:
    if state.everywhere:
        return Target("all")
    if line is None or line == last_line(context):
        return Target("last")
    return Target("line", lines=(line.line,))


def _taker(lexicon: Lexicon, hung: list[Hung], context: Context) -> Line | None:
    """The last line, or the newest that takes what was said."""
    last = last_line(context)
    able = set(takers_of(lexicon, hung))
    order = ([last] if last is not None else []) + list(reversed(context.lines))
    return next((li for li in order if li is not None and li.item in able), last)
