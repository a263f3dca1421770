"""A line of the tab pointed at by how it is made: "cancel the bacon one", 特辣的不要了, "make the
mild one a large". The line that is so is meant, never how another is to be made.

Only messages that say just this. Neighbours: `strikes.py`, for dishes by name;
`waiter/struck.py`, for lines by their place.
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.ledger.books import Line
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, Hung, accepted
from waiter.brains.house.grouping import Change
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import Context


def by_making(atoms: Sequence[Atom], context: Context, lexicon: Lexicon) -> Change | None:
    """The change that a message makes to the lines it points at; None where it is none such."""
    row = [a for a in atoms if not _is_aside(a)]
    if len(context.lines) < 2 or len(row) < 2:
        return None
    return _struck(row, context.lines) or _made(row, context.lines, lexicon)


def _is_aside(atom: Atom) -> bool:
    """Words that change nothing: politeness, articles, what ends a sentence."""
    if atom.kind == "break":
        return True
    if atom.words[0] in words_in("made_so"):
        return False
    plain = atom.kind == "word" and atom.has("filler", "polite", "anaphor", "want")
    return (
        plain and not atom.has("remove", "neg", "neg_after", "make_it", "add") and not _is_one(atom)
    )


def _is_one(atom: Atom) -> bool:
    """ "one" behind a way of making: 的, or a number without a noun."""
    ends = atom.words[-1] in words_in("nominal") or " ".join(atom.words) in words_in("one_word")
    return ends or (atom.han and atom.words[0] in words_in("states"))


def _struck(row: list[Atom], lines: Sequence[Line]) -> Change | None:
    """ "cancel the mild one", 特辣的不要了."""
    verbs = [i for i, a in enumerate(row) if _takes_off(a) and not a.has("said")]
    if len(verbs) != 1 or verbs[0] not in (0, len(row) - 1):
        return None
    rest = row[1:] if verbs[0] == 0 else row[:-1]
    found = _pointed(rest, lines)
    if found is None and _fit_several(rest, lines):
        return Change("remove", _span(row), unclear=True)
    if found is None or found[1] != len(rest):
        return None
    return Change("remove", _span(row), dishes=(found[0].item,), narrowed=_hung(rest, found[0]))


def _takes_off(atom: Atom) -> bool:
    return atom.has("remove") or (atom.has("neg_after") and not atom.han)  # "take the mild one off"


def _fit_several(row: Sequence[Atom], lines: Sequence[Line]) -> bool:
    """Whether more lines than one are made so ("the spicy one" of two)."""
    items = [atom for atom in row if atom.is_item]
    plain = len(items) == len(row) - 1 and _is_one(row[-1])
    return plain and sum(all(_is_so(line, a) for a in items) for line in lines) > 1


def _made(row: list[Atom], lines: Sequence[Line], lexicon: Lexicon) -> Change | None:
    """ "make the mild one extra spicy"."""
    if row[0].words[0] not in words_in("made_so"):
        return None
    found = _pointed(row[1:], lines, before_article=True)
    if found is None:
        return None
    line, end = found
    new = [a for a in row[1 + end :] if not a.article]
    probe = Draft((line.item,), [])
    if not new or not all(a.is_item and accepted(lexicon, probe, a.pairs) for a in new):
        return None
    change = Change("change", _span(row), dishes=(line.item,), quantity=None)
    change.narrowed, change.hung = _hung(row[1 : 1 + end], line), _hung(new, None)
    return change


def _pointed(
    row: Sequence[Atom], lines: Sequence[Line], *, before_article: bool = False
) -> tuple[Line, int] | None:  # fmt: skip
    """The one line that is made as the words say, and where they end; None where they name none."""
    end = 0
    while end < len(row) and row[end].is_item and not row[end].neg:
        end += 1
    if not end or (end >= len(row) and not _ends_in_one(row[end - 1])):
        return None
    so = [line for line in lines if all(_is_so(line, a) for a in row[:end])]
    apart = before_article and end < len(row) and row[end].article  # "make the veggie a large"
    if end < len(row) and not (apart or _is_one(row[end]) or _ends_in_one(row[end - 1])):
        so = [line for line in so if set(row[end].dishes) & {line.item}]
    if len(so) != 1 or any(_ways(line) == _ways(so[0]) for line in lines if line is not so[0]):
        return None
    return so[0], end + (end < len(row) and (_is_one(row[end]) or row[end].is_dish) and not apart)


def _ends_in_one(atom: Atom) -> bool:
    return atom.words[-1] in words_in("one_word")


def _is_so(line: Line, atom: Atom) -> bool:
    made = {(c.group, c.modifier) for c in line.modifiers if c.amount != "none"}
    return bool(made & set(atom.pairs))


def _ways(line: Line) -> tuple[object, ...]:
    return (line.item, line.modifiers, line.choices)


def _hung(row: Sequence[Atom], line: Line | None) -> list[Hung]:
    out = []
    for atom in row:
        made = {(c.group, c.modifier) for c in line.modifiers} if line is not None else set()
        pairs = tuple(p for p in atom.pairs if p in made) if made else atom.best(atom.pairs)
        if atom.is_item and pairs:
            out.append(Hung(pairs, atom.amount, 1, (atom.start, atom.end), atom.quality))
    return out


def _span(row: Sequence[Atom]) -> tuple[int, int]:
    return row[0].start, row[-1].end
