"""Seventh stage, for what was ordered before: changes become edits of the tab, and an open
question gets its answer.
"""

from __future__ import annotations

from apps.ledger.books import Chosen, Line
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.calls import dish_asked
from waiter.brains.house.drafts import Draft, Hung, accepted, hang, takers_of
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.hanging import with_lead
from waiter.brains.house.levels import degrees, degrees_of_any, is_plain
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.lines import Finished, Place, Say, finish
from waiter.brains.house.reading import Answer, Context, Edit, ReadLine, Target, Unresolved
from waiter.brains.house.verbs import hung_of


def edits(state: Grouping, done: Finished, context: Context, place: Place, say: Say) -> list[Edit]:
    """The edits of a walk. What must be asked about them is added to `done.unresolved`."""
    kept = [
        c for c in state.changes if c.op != "change" or c.quantity is not None or c.hung or c.kept
    ]
    return [_edit(state, change, done, context, place, say) for change in kept]


def _edit(
    state: Grouping, change: Change, done: Finished, context: Context, place: Place, say: Say
) -> Edit:
    target = target_of(state.lexicon, change.dishes, context, change.narrowed)
    if change.unclear:
        target = Target("line")
    item = _item_of(target, context)
    if change.others:
        item = context.others[-1].item if context.others else None
    to = _line_of(state, change.to, done, place, say) if change.to is not None else None
    asked = _unclear(state.lexicon, change.hung, item, place, say)
    done.unresolved += asked
    return Edit(
        change.op,
        target,
        change.quantity,
        to,
        chosen(state.lexicon, change.hung, item),
        "others" if change.others else None,
        note=say(change.named_at) if change.named_at is not None else None,
        unclear=_to_ask(asked),
        span=place(change.at),
    )


def _line_of(
    state: Grouping, draft: Draft, done: Finished, place: Place, say: Say
) -> ReadLine | None:
    """The new line of a replacement. None where its dish must still be asked."""
    found = finish(Grouping(state.row, state.lexicon, drafts=[draft]), place, say)
    done.unresolved += found.unresolved
    return found.lines[0] if found.lines else None


def _unclear(
    lexicon: Lexicon, hung: list[Hung], item: str | None, place: Place, say: Say
) -> list[Unresolved]:
    """Modifiers of an edit that may be several of its dish's."""
    out = []
    if item is None:
        return []
    for one in hung:
        pairs = accepted(lexicon, Draft((item,), []), one.pairs)
        if len(pairs) > 1:
            candidates = tuple(dict.fromkeys(p[1] for p in pairs))
            out.append(
                Unresolved(
                    say(one.at),
                    "modifier",
                    candidates,
                    item=item,
                    group=pairs[0][0],
                    amount=one.amount,
                    span=place(one.at),
                )
            )
    return out


def _to_ask(asked: list[Unresolved]) -> tuple[tuple[str, str], ...]:
    return tuple((one.text, one.group) for one in asked if one.group is not None)


def target_of(
    lexicon: Lexicon, dishes: tuple[str, ...], context: Context, narrowed: list[Hung]
) -> Target:
    """Whose line is meant: the dish said, of several the one that is on the tab, else the last
    line.
    """
    if not dishes:
        return Target("last")
    there = [d for d in dishes if any(line.item == d for line in context.lines)]
    item = there[0] if there else dishes[0]
    return Target("item", item=item, modifiers=chosen(lexicon, narrowed, item))


def _item_of(target: Target, context: Context) -> str | None:
    if target.item is not None:
        return target.item
    line = last_line(context)
    return line.item if line is not None else None


def last_line(context: Context) -> Line | None:
    """The line that "it" is: the one last touched, else the newest."""
    found = next((li for li in context.lines if li.line == context.last_line), None)
    return found or (context.lines[-1] if context.lines else None)


def chosen(lexicon: Lexicon, hung: list[Hung], item: str | None) -> tuple[Chosen, ...]:
    """Modifiers as ids, those a dish takes where the dish is known."""
    out = []
    for one in hung:
        pairs = accepted(lexicon, Draft((item,), []), one.pairs) if item is not None else one.pairs
        if pairs and (item is None or len(pairs) == 1):
            out.append(Chosen(*pairs[0], one.amount, one.count))  # type: ignore[arg-type]  # amounts come from a closed set
    return tuple(out)


def said_of_no_dish(
    state: Grouping, done: Finished, context: Context, place: Place, say: Say, *, helped: bool
) -> list[Edit]:
    """What modifiers or a count alone come to: a change of the last line, or the same once more.
    What must be asked, and what its dish can't be had with, is added to `done.unresolved`.
    """
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
    if not more and (of_them or (whole and context.touched and not asked and not count.implied)):
        return [Edit("change", Target("last"), count.value, span=at)]
    if not more and pointed is None:
        return []
    return [Edit("same", Target("last"), count.value, span=at)]


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
    line = _told(state, context) or _taker(state.lexicon, hung, context)
    item = line.item if line is not None else None
    made = chosen(state.lexicon, hung, item)
    note = _untaken(state, item, done, place, say) if item is not None else None
    if not made and note is None and item is not None:
        return None
    quantity = state.loose_count.value if state.loose_count is not None else None
    atoms = [a for a, _ in state.loose]
    span = place((min(a.start for a in atoms), max(a.end for a in atoms)))
    target = _whose(state, line, context)
    return Edit("change", target, quantity, None, made, note=note, span=span)


def _told(state: Grouping, context: Context) -> Line | None:
    """The line of the dish that is named with the change ("add an egg to the rice")."""
    dishes = state.replaced.dishes if state.replaced is not None else ()
    return next((li for li in reversed(context.lines) if li.item in dishes), None)


def _untaken(state: Grouping, item: str, done: Finished, place: Place, say: Say) -> str | None:
    """What a dish has no such modifier for: less of something is the kitchen's to know, as it was
    said; more of it is told not to be had.
    """
    notes = []
    for atom, count in state.loose:
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
    asked = _unclear(state.lexicon, [hung], line.item, place, say)
    done.unresolved += asked
    return Edit(
        "change", _whose(state, line, context),
        state.loose_count.value if state.loose_count is not None else None, None,
        chosen(state.lexicon, [hung], line.item), unclear=_to_ask(asked),
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


def answering(context: Context, lexicon: Lexicon) -> str | None:
    """The dish that an open question wants more of: how many, or how it is to be."""
    if context.question is None or context.question.kind == "dish":
        return None
    item = dish_asked(context.question)
    return item if item in lexicon.menu.dishes and context.question.slot is None else None


def answer(state: Grouping, done: Finished, context: Context, place: Place) -> Answer | None:
    """What the text says to the open question: only where it says nothing that starts something
    else.
    """
    if context.question is None:
        return None
    candidates = {c.id for c in context.question.candidates}
    any_dish = context.question.kind == "dish" and not candidates
    item = next((li.item for li in done.lines if any_dish or li.item in candidates), None)
    quantity = state.loose_count.value if state.loose_count is not None else None
    if (
        quantity is None
        and len(done.lines) == 1
        and done.lines[0].quantity_said
        and item is not None
    ):
        quantity = done.lines[0].quantity
    if quantity is None:
        quantity = next(
            (c.quantity for c in state.changes if c.op == "change" and c.quantity), None
        )
    hung = hung_of(state, state.loose)
    found = tuple(dict.fromkeys(_candidate(h, candidates, context.question.group) for h in hung))
    parts = state.answering is not None and any(li.item == state.answering for li in done.lines)
    counted = quantity is not None and context.question.kind != "dish"
    if item is None and not counted and not found and not parts:
        return None
    return Answer(quantity, item, found, span=place((0, len(state.row) and state.row[-1].end)))


def _candidate(hung: Hung, candidates: set[str], group: str | None) -> Chosen:
    fitting = [p for p in hung.pairs if p[1] in candidates and (group is None or p[0] == group)]
    return Chosen(*(fitting or list(hung.pairs))[0], hung.amount, hung.count)  # type: ignore[arg-type]  # a closed set
