"""What a guest's text means, against a menu: a pipeline of small stages over values, each in a file of its own.

    text "两碗牛肉面，一碗不要香菜"
    → normal text (menu_data.words.normal) → units → tokens (respell) → marks (scan) → atoms → questions and notes apart
      (clauses) → negation and amount (said) → lines and changes (group) → lines, edits, questions (lines, edits) → intents

Nothing here knows a menu's words: they come in as a `Lexicon`; all other words are data in `menu_data/words`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from menu_data.words.allergens import Stated, allergens_in, allergens_stated
from menu_data.words.language import language_of
from menu_data.words.normal import Normal, normalise
from menu_data.words.units import units
from waiter.brains.house import sure
from waiter.brains.house.clauses import Clauses, clauses
from waiter.brains.house.edits import answer, edits, of_the_last
from waiter.brains.house.group import group
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.intents import Around, around
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.lines import Finished, finish
from waiter.brains.house.marks import Token
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
from waiter.brains.house.scan import cues, scan
from waiter.brains.house.speech import atoms

# Tokens beyond this are not read: no order is that long, and every stage stays well within its time.
LONGEST = 800


def understand(text: str, lexicon: Lexicon, context: Context = EMPTY) -> Understanding:
    """Reads a guest's text. Pure: the same text, menu and context give the same reading."""
    normal = normalise(text)
    row = tokens(units(normal)[:LONGEST], lexicon)
    marks = scan(row, lexicon)
    found = cues(row, marks)
    if any("machine" in cue.kinds for cue in found) or ("{" in text and "}" in text):
        row, marks, found = (), (), ()  # written for a machine: nothing of it is an order
    counted = atoms(marks, lexicon)
    parts = clauses(counted.atoms, found, row)
    asked = lexicon.in_order(d for a in parts.asked if a.exact and not a.is_item for d in a.dishes)
    ordered = frozenset(line.item for line in context.lines)
    state = group(said(parts.atoms, lexicon), lexicon, ordered, counted.head_count, asked)
    place, say = _places(normal, row)
    done = finish(state, place, say)
    changes = edits(state, done, context, place, say)
    rest = around(
        text, found, marks, parts, lexicon, counted.head_count, bool(done.lines or done.unresolved)
    )
    replied = answer(state, done, context, place)
    changes += _changes(state, done, context, rest, place, replied, parts)
    return _understanding(
        text,
        normal,
        context,
        lexicon,
        state,
        done,
        changes,
        parts,
        rest,
        replied,
        counted.head_count,
        place,
        say,
    )


def _places(
    normal: Normal, row: Sequence[Token]
) -> tuple[Callable[[tuple[int, int]], Span], Callable[[tuple[int, int]], str]]:
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


def _changes(
    state: Grouping,
    done: Finished,
    context: Context,
    rest: Around,
    place: Callable[[tuple[int, int]], Span],
    replied: Answer | None,
    parts: Clauses,
) -> list[Edit]:
    """Edits that no single word makes: modifiers for the line before, cancel, undo, "再来一份"."""
    intents = {i for _, i in rest.intents}
    out: list[Edit] = []
    if "cancel" in intents and rest.everything:
        out.append(Edit("clear", Target("all"), whose=rest.whose or "mine"))
    if "undo" in intents:
        out.append(Edit("undo", Target("last")))
    if (
        done.lines
        or done.unresolved
        or replied is not None
        or out
        or state.changes
        and not state.loose
    ):
        return out
    last = of_the_last(state, context, place, context.placed)
    if last is not None:
        return [*out, last]
    helped = rest.service or rest.complaint or state.penalties
    if state.adding and state.loose_count is not None and state.loose_count.value and not helped:
        return [
            *out,
            Edit(
                "same",
                Target("last"),
                state.loose_count.value,
                span=place((state.loose_count.start, state.loose_count.end)),
            ),
        ]
    return out


def _understanding(
    text: str, normal: Normal, context: Context, lexicon: Lexicon, state: Grouping, done: Finished, changes: list[Edit],
    parts: Clauses, rest: Around, replied: Answer | None, head_count: int | None,
    place: Callable[[tuple[int, int]], Span], say: Callable[[tuple[int, int]], str],
) -> Understanding:  # fmt: skip
    stated = allergens_stated(text)
    intents = _intents(state, done, changes, rest, stated, replied, lexicon)
    asked = lexicon.in_order(
        d
        for a in parts.asked
        for d in a.dishes
        if a.exact or not any(b.exact and b.is_dish for b in parts.asked)
    )
    about = " ".join(
        say((a.start, a.end)) for a in parts.asked if not (a.exact and a.kind == "dish")
    )
    note = (
        "; ".join(say(n) for n in parts.notes)
        if parts.notes and not done.lines and not done.unresolved
        else None
    )
    return Understanding(
        text=text, language=language_of(text, "zh" if "zh" in lexicon.menu.restaurant.languages[:1] else "en"),
        intents=intents, lines=tuple(done.lines), edits=tuple(changes), unresolved=tuple(done.unresolved), answer=replied, note=note,
        head_count=head_count, split=rest.split, tip=rest.tip, whose=rest.whose, category=rest.category, asks_about=asked,
        allergens_asked=tuple(sorted(allergens_in(about))) if _asks_allergens(intents, parts) else (),
        allergens_stated=stated.added, allergens_withdrawn=stated.withdrawn,
        service=rest.service, complaint=rest.complaint, paid=rest.paid, person=rest.person,
        confidence=sure.confidence(state, done, changes, intents, parts),
    )  # fmt: skip


def _asks_allergens(intents: Sequence[Intent], parts: Clauses) -> bool:
    without = any(a.has("neg") for a in parts.asked)
    return "allergen" in intents or ("menu" in intents and without)


def _intents(
    state: Grouping,
    done: Finished,
    changes: list[Edit],
    rest: Around,
    stated: Stated,
    replied: Answer | None,
    lexicon: Lexicon,
) -> tuple[Intent, ...]:
    found: list[tuple[int, Intent]] = list(rest.intents)
    drafts = state.live()
    if done.lines or done.unresolved:
        found.append((min((d.at[0][0] for d in drafts if d.at), default=0), "order"))
    if any(e.op not in ("clear", "undo") for e in changes):
        found.append((min((c.at[0] for c in state.changes), default=0), "edit"))
    if stated.added or stated.withdrawn:
        found.append((0, "allergen"))
    if replied is not None and not done.lines:
        found.append((0, "order"))
    ordered = [i for _, i in sorted(found, key=lambda f: f[0])]
    return tuple(dict.fromkeys(ordered)) or ("chat",)
