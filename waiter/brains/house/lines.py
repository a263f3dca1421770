"""Seventh stage: drafts become lines, or questions where the guest must say more. Token places
become spans of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from apps.ledger.books import Amount, Choice, Chosen
from waiter.brains.house.attributes import listed_with_strangers
from waiter.brains.house.drafts import Draft, Hung, accepted, group_for, takers_of
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import ReadLine, Span, Unresolved

Place = Callable[[tuple[int, int]], Span]
Say = Callable[[tuple[int, int]], str]


@dataclass(slots=True)
class Finished:
    """What the drafts came to. `doubts`: (reason, factor) found on the way."""

    lines: list[ReadLine] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)
    doubts: list[tuple[str, float]] = field(default_factory=list)


def finish(state: Grouping, place: Place, say: Say) -> Finished:
    """Lines and questions of a walk, in order of mention."""
    out = Finished()
    _split(state.lexicon, state.drafts)
    for draft in listed_with_strangers(state.drafts, state.lexicon):
        draft.vague, draft.quantity = True, None
    index_of: dict[int, int] = {}
    for number, draft in enumerate(state.drafts):
        if draft.gone:
            continue
        _infer(state.lexicon, draft, state.drafts[number + 1 : number + 2])
        asked = _question(state.lexicon, draft, place, say)
        if asked is not None:
            out.unresolved.append(asked)
        elif draft.only is not None:
            index_of[id(draft)] = len(out.lines)
            _line(state.lexicon, draft, place, say, out)
    _odd(state, index_of, place, say, out)
    return out


def _split(lexicon: Lexicon, drafts: Sequence[Draft]) -> None:
    """Parts of a line are taken from it; what is more than it has, or is another kind of it, comes
    on top.
    """
    bases = {id(d.part_of): d.part_of for d in drafts if d.part_of is not None}
    for base in bases.values():
        if base is None or base.gone:
            continue
        parts = [d for d in drafts if d.part_of is base and not d.gone and not d.more]
        for part in parts:
            part.quantity = 1 if part.quantity is None else part.quantity
        total = sum(part.quantity or 1 for part in parts)
        if not parts or base.quantity is None or total > base.quantity:
            continue
        if base.quantity == 1 and _differs(base, parts[0]):
            for part in parts:
                _on_its_own(lexicon, part)
            continue
        base.quantity -= total
        base.gone = base.quantity == 0


def _on_its_own(lexicon: Lexicon, part: Draft) -> None:
    """ "a large pepperoni and a small mushroom": what has its own toppings has none of the other's;
    "a large pepperoni and a small one" has them.
    """
    own = [hung for hung in part.hung if not hung.inherited]
    if any(lexicon.group_of(h.pairs[0]).max != 1 and h.amount == "regular" for h in own if h.pairs):
        part.hung = own


def _differs(base: Draft, part: Draft) -> bool:
    """Whether the part has another size (or the like) than the line it seemed to be of."""
    groups = {p[0]: h.pairs for h in base.hung for p in h.pairs}
    return any(
        p[0] in groups and p not in groups[p[0]] for h in part.hung for p in h.pairs
    ) or bool(base.hung)


def _infer(lexicon: Lexicon, draft: Draft, following: Sequence[Draft]) -> None:
    """A dish left out is the next line's ("a large and two small lattes"), else the one that takes
    all that was said of it ("two large with tuna").
    """
    if not draft.dishes and draft.unknown is None and draft.hung:
        found = takers_of(lexicon, draft.hung)
        draft.dishes = found
        draft.exact = False
        if len(found) > 1 and following and following[0].only in found:
            draft.dishes = following[0].dishes
            draft.quality = 0.95
            return
        draft.quality = 0.93 if len(found) == 1 else 0.8


def _question(lexicon: Lexicon, draft: Draft, place: Place, say: Say) -> Unresolved | None:
    at = draft.unknown or _named_at(draft)
    span = place(at)
    note = _note(draft, say)
    if draft.unknown is not None or len(draft.dishes) > 1:
        candidates = lexicon.in_order(draft.dishes)
        return Unresolved(
            say(at), "dish", candidates, draft.quantity, _plain(draft), note,
            nameless=draft.unknown is None and draft.name_at == (0, 0), span=span,
        )  # fmt: skip
    if draft.vague and draft.only is not None:
        chosen, _ = _chosen(lexicon, draft, draft.only)
        return Unresolved(
            say(at), "quantity", draft.dishes, None, chosen, note, item=draft.only, span=span
        )
    return None


def _named_at(draft: Draft) -> tuple[int, int]:
    """Where the dish was named; of one told by its modifiers only, where these were."""
    own = [h.at for h in draft.hung if not h.inherited]
    if draft.name_at != (0, 0) or not own:
        return draft.name_at if draft.name_at != (0, 0) else draft.at[0]
    return min(start for start, _ in own), max(end for _, end in own)


def _plain(draft: Draft) -> tuple[Chosen, ...]:
    """Modifiers said of a dish still to be named, where it is clear which they are."""
    return tuple(Chosen(*h.pairs[0], _amount(h), h.count) for h in draft.hung if len(h.pairs) == 1)


def _amount(hung: Hung) -> Amount:
    match hung.amount:
        case "none" | "light" | "extra" | "no_extra" as amount:
            return amount
        case _:
            return "regular"


def _chosen(
    lexicon: Lexicon, draft: Draft, item: str
) -> tuple[tuple[Chosen, ...], list[tuple[Hung, tuple[str, ...]]]]:
    """The modifiers of a dish, and those that may be several of its modifiers."""
    chosen: list[Chosen] = []
    open_: list[tuple[Hung, tuple[str, ...]]] = []
    probe = Draft((item,), [])
    plain = {p for h in draft.hung for p in h.pairs if len(accepted(lexicon, probe, h.pairs)) == 1}
    for hung in draft.hung:
        pairs = accepted(lexicon, probe, hung.pairs)
        said_before = hung.at[1] <= draft.name_at[0]
        if len(pairs) > 1 and said_before and plain & set(pairs) and hung.amount == "regular":
            continue  # "a bean burrito with black beans": said more exactly elsewhere
        if len(pairs) == 1:
            chosen.append(Chosen(*pairs[0], _amount(hung), hung.count))
        elif pairs:
            open_.append((hung, tuple(dict.fromkeys(p[1] for p in pairs))))
    return tuple(dict.fromkeys(chosen)), open_


def _note(draft: Draft, say: Say) -> str | None:
    parts = [say(at) for at in (*draft.adjectives, *draft.notes)]
    return "; ".join(dict.fromkeys(p for p in parts if p)) or None


def _line(lexicon: Lexicon, draft: Draft, place: Place, say: Say, out: Finished) -> None:
    item = draft.dishes[0]
    chosen, open_ = _chosen(lexicon, draft, item)
    choices = tuple(
        Choice(slot, dish, _chosen(lexicon, Draft((dish,), [], hung=hung), dish)[0])
        for slot, (dish, hung) in draft.choices.items()
    )
    spans = [place(at) for at in draft.at]
    parts = [("item", place(draft.name_at))]
    if draft.count_at is not None:
        parts.append(("quantity", place(draft.count_at)))
    parts += [(f"modifier:{h.pairs[0][1]}", place(h.at)) for h in draft.hung]
    everything = [*spans, *(s for _, s in parts)]
    span = (min(s[0] for s in everything), max(s[1] for s in everything))
    order = {slot.id: n for n, slot in enumerate(lexicon.dish(item).slots)}
    choices = tuple(sorted(choices, key=lambda c: order[c.slot]))
    index = len(out.lines)
    quantity = 1 if draft.quantity is None else draft.quantity
    said = draft.quantity is not None
    out.lines.append(
        ReadLine(item, quantity, said, chosen, choices, _note(draft, say), span, tuple(parts))
    )
    out.doubts.append(
        ("name", 1.0 if draft.exact and draft.quality >= 0.95 else max(draft.quality, 0.86))
    )
    for hung, candidates in open_:
        group = group_for(lexicon, draft, hung.pairs[0]).id
        out.unresolved.append(
            Unresolved(
                say(hung.at),
                "modifier",
                candidates,
                item=item,
                group=group,
                amount=hung.amount,
                line=index,
                span=place(hung.at),
            )
        )
    for hung in draft.hung:
        if hung.quality < 0.95:
            out.doubts.append(("modifier", 0.97 if hung.quality >= 0.9 else 0.93))


def _odd(state: Grouping, index_of: dict[int, int], place: Place, say: Say, out: Finished) -> None:
    for odd in state.odd:
        line = index_of.get(id(odd.draft)) if odd.draft is not None else None
        item = out.lines[line].item if line is not None else None
        out.unresolved.append(
            Unresolved(
                say(odd.at),
                "modifier" if item else "dish",
                (),
                item=item,
                amount=odd.amount,
                line=line,
                span=place(odd.at),
            )
        )
