"""What a guest's text means, against a menu: a pipeline of small stages over values, a file each.

    text "两碗牛肉面，一碗不要香菜"
    → normal text, units (menu_data.words) → tokens (respell) → marks (scan) → atoms (speech)
    → questions and notes apart (clauses) → negation and amount (said) → drafts (group)
    → lines, edits, questions (lines, edits) → intents → how sure (sure)

Nothing here knows a menu's words: they come in as a `Lexicon`; all other words are data in
`menu_data/words`. How a sentence is read, on an example: docs/understanding.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from menu_data.words.allergens import Stated, allergens_stated
from menu_data.words.language import language_of
from menu_data.words.normal import Normal, normalise
from menu_data.words.units import units
from waiter.brains.house import sure
from waiter.brains.house.asked_about import (
    about,
    allergens_asked,
    dishes_asked,
    minded,
    strange,
)
from waiter.brains.house.by_making import by_making
from waiter.brains.house.clauses import Clauses, clauses
from waiter.brains.house.edits import answer, answering, edits, last_line
from waiter.brains.house.group import group
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.habits import bare_habit, on_line, without
from waiter.brains.house.intents import Around, around, ordered
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.likewise import same_dish
from waiter.brains.house.lines import Finished, Place, Say, finish
from waiter.brains.house.marks import Cue, Mark, Token
from waiter.brains.house.of_no_dish import said_of_no_dish, with_notes
from waiter.brains.house.pointing import point_out
from waiter.brains.house.portions import as_many, of_the_tab
from waiter.brains.house.reading import (
    EMPTY,
    Answer,
    Context,
    Edit,
    Intent,
    Span,
    Target,
    Understanding,
)
from waiter.brains.house.respell import tokens
from waiter.brains.house.said import said
from waiter.brains.house.scan import LONGEST, cues, scan
from waiter.brains.house.speech import atoms
from waiter.brains.house.unasked import DOUBT, for_a_machine, unasked
from waiter.habits import Habit


def understand(text: str, lexicon: Lexicon, context: Context = EMPTY) -> Understanding:
    """Reads a guest's text. Pure: the same text, menu and context give the same reading."""
    normal = normalise(text)
    row, marks, found = _marked(text, lexicon)
    counted = atoms(marks, lexicon)
    on_tab = frozenset(line.item for line in context.lines)
    parts = clauses(as_many(counted.atoms, context), found, row, lexicon, on_tab)
    asked = dishes_asked(parts, lexicon, context)
    about = answering(context, lexicon)
    last = last_line(context)
    pointed = by_making(counted.atoms, context, lexicon)
    state = group(
        [] if pointed else said(parts.atoms, lexicon), lexicon, on_tab,
        counted.head_count or context.party, asked, about, last.item if last is not None else None,
    )  # fmt: skip
    state.changes += [pointed] if pointed else []
    of_the_tab(state, context)
    same_dish(state, context.placed)
    point_out(state, context)
    place, say = _places(normal, row)
    done = finish(state, place, say)
    changes = edits(state, done, context, place, say)
    acts = bool(done.lines or done.unresolved)
    rest = around(text, found, marks, parts, lexicon, counted.head_count, acts, context)
    replied = answer(state, done, context, place)
    changes += _wordless(state, done, context, rest, place, say, replied)
    habit = _habit(parts, lexicon, say)
    done.lines = [on_line(line, habit, lexicon.menu) for line in done.lines]
    if _is_bare(context, done, replied, changes):
        told = bare_habit([a for a, _ in state.loose], lexicon)
        habit, changes = (told, []) if told else (habit, changes)
    if replied is None and not (rest.intents or parts.asks or habit):
        changes = with_notes(changes, [*parts.notes, *state.kitchen], done, context, say)
    if replied is None and unasked(text, parts.atoms, done.lines):
        done.doubts.append(DOUBT)
    intents = _intents(state, done, changes, rest, allergens_stated(text), replied)
    if habit:
        intents = tuple(dict.fromkeys(("edit", *(i for i in intents if i != "chat"))))
    return _understanding(
        text, lexicon, state, done, tuple(changes), parts, rest, replied, intents, say, context,
        habit,
    )  # fmt: skip


def _habit(parts: Clauses, lexicon: Lexicon, say: Say) -> Habit:
    """What the guest never has, as they said it of no dish."""
    out = parts.kept_out
    words = tuple(dict.fromkeys(say(at) for at in out.words))
    allergic = tuple(dict.fromkeys(say(at) for at in out.allergic))
    return Habit(without(out.atoms, lexicon), words, allergic)


def _is_bare(
    context: Context, done: Finished, replied: Answer | None, changes: Sequence[Edit]
) -> bool:
    """Whether there is nothing that a way of making a dish could be said of."""
    free = not (context.lines or context.placed or context.question or replied)
    only = bool(changes) and all(e.op == "change" and e.target.kind != "item" for e in changes)
    return free and only and not (done.lines or done.unresolved)


@lru_cache(maxsize=256)  # a message is read again: for what it shows, and for its exchange's turns
def _marked(
    text: str, lexicon: Lexicon
) -> tuple[tuple[Token, ...], tuple[Mark, ...], tuple[Cue, ...]]:
    """Tokens, marks and cues; none of a text that is written for a machine."""
    row = tuple(tokens(units(normalise(text))[:LONGEST], lexicon))
    marks = scan(row, lexicon)
    found = tuple(cues(row, marks))
    if for_a_machine(text, found):
        return (), (), ()
    return row, marks, found


def _places(normal: Normal, row: Sequence[Token]) -> tuple[Place, Say]:
    """Token places as spans of the original, and as the guest's own words."""

    def bounds(at: tuple[int, int]) -> tuple[int, int]:
        if not row or at[0] >= at[1]:
            return 0, 0
        return row[at[0]].start, row[min(at[1], len(row)) - 1].end

    def place(at: tuple[int, int]) -> Span:
        return normal.span(*bounds(at))

    def say(at: tuple[int, int]) -> str:
        return normal.said(*bounds(at)).strip()

    return place, say


def _wordless(
    state: Grouping,
    done: Finished,
    context: Context,
    rest: Around,
    place: Place,
    say: Say,
    replied: Answer | None,
) -> list[Edit]:
    """Edits that no single word makes: clearing, undo, modifiers for the line before, 再来一份."""
    intents = {intent for _, intent in rest.intents}
    out: list[Edit] = []
    if "cancel" in intents and rest.everything:
        out.append(Edit("clear", Target("all"), whose=rest.whose or "mine"))
    if "undo" in intents:
        out.append(Edit("undo", Target("last")))
    once_more = state.loose_count
    if done.lines and once_more is not None and once_more.has("add"):
        at = place((once_more.start, once_more.end))
        out.append(Edit("same", Target("last"), once_more.value, span=at))
    if done.lines or done.unresolved or replied is not None or out:
        return out
    if state.changes and not state.loose:
        return out
    helped = rest.service or rest.complaint
    return [*out, *said_of_no_dish(state, done, context, place, say, helped=helped)]


def _intents(
    state: Grouping,
    done: Finished,
    changes: Sequence[Edit],
    rest: Around,
    stated: Stated,
    replied: Answer | None,
) -> tuple[Intent, ...]:
    found = list(rest.intents)
    if done.lines or state.live():
        found.append((min((d.at[0][0] for d in state.live() if d.at), default=0), "order"))
    if any(e.op not in ("clear", "undo") for e in changes):
        found.append((min((c.at[0] for c in state.changes), default=0), "edit"))
    if stated.added or stated.withdrawn:
        found.append((0, "allergen"))
    if replied is not None and not done.lines:
        found.append((0, "order"))
    return ordered(found)


def _understanding(
    text: str,
    lexicon: Lexicon,
    state: Grouping,
    done: Finished,
    changes: tuple[Edit, ...],
    parts: Clauses,
    rest: Around,
    replied: Answer | None,
    intents: tuple[Intent, ...],
    say: Say,
    context: Context,
    habit: Habit,
) -> Understanding:
    stated = allergens_stated(text)
    loose_note = bool(parts.notes) and not done.lines and not done.unresolved
    first = lexicon.menu.restaurant.languages[:1]
    return Understanding(
        text=text,
        language=language_of(text, first[0] if first else "en"),
        intents=intents,
        lines=tuple(done.lines),
        edits=changes,
        unresolved=tuple(done.unresolved),
        answer=replied,
        note="; ".join(say(n) for n in parts.notes) if loose_note else None,
        head_count=rest.head_count,
        split=rest.split,
        tip=rest.tip,
        method=rest.method,
        whose=rest.whose,
        category=rest.category,
        asks_of=" ".join(say((a.start, a.end)) for a in parts.subject),
        asks_about=about(parts, lexicon, rest, intents, done, context),
        asking=", ".join(say(at) for at in parts.asking),
        asks_unknown=strange(parts, say),
        allergens_asked=allergens_asked(intents, parts, say) or minded(intents, stated),
        allergens_stated=stated.added,
        allergens_withdrawn=stated.withdrawn,
        service=rest.service,
        complaint=rest.complaint,
        paid=rest.paid,
        person=rest.person,
        done=rest.done,
        pointed=state.pointed,
        habit=habit,
        confidence=sure.confidence(
            state, done, changes, intents, at_a_loss=not rest.intents and intents == ("chat",)
        ),
    )
