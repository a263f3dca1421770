"""Seventh stage, for what was ordered before: changes become edits of the tab, and an open
question gets its answer.
"""

from __future__ import annotations

from apps.ledger.books import Chosen, Line
from waiter.brains.house.calls import dish_asked
from waiter.brains.house.drafts import Draft, Hung, accepted
from waiter.brains.house.grouping import Change, Grouping
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
    asked = unclear_of(state.lexicon, change.hung, item, place, say)
    done.unresolved += asked
    return Edit(
        change.op,
        target,
        change.quantity,
        to,
        chosen(state.lexicon, change.hung, item),
        "others" if change.others else None,
        note=say(change.named_at) if change.named_at is not None else None,
        unclear=to_ask(asked),
        span=place(change.at),
    )


def _line_of(
    state: Grouping, draft: Draft, done: Finished, place: Place, say: Say
) -> ReadLine | None:
    """The new line of a replacement. None where its dish must still be asked."""
    found = finish(Grouping(state.row, state.lexicon, drafts=[draft]), place, say)
    done.unresolved += found.unresolved
    return found.lines[0] if found.lines else None


def unclear_of(
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


def to_ask(asked: list[Unresolved]) -> tuple[tuple[str, str], ...]:
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
    there = there or [d for d in dishes if any(d in chosen_in(li) for li in context.lines)]
    item = there[0] if there else dishes[0]
    return Target("item", item=item, modifiers=chosen(lexicon, narrowed, item))


def chosen_in(line: Line) -> tuple[str, ...]:
    """The dishes chosen in a combo."""
    return tuple(choice.item for choice in line.choices)


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
