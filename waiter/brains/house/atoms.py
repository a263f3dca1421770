"""Fourth stage: marks become atoms, the parts of speech of an order: quantities, dishes, modifiers, joints and breaks.

Here numbers are told apart: those that count dishes from people, tables, prices and times, which count nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from menu_data.words.units import singular
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.lexicon import SIZE, Lexicon, Pair, Sense
from waiter.brains.house.marks import Mark, Token

_STOPS = frozenset(".!?;\n")
_COMMAS = frozenset(",:/|+()[]~")


@dataclass(frozen=True, slots=True)
class Atom:
    """One part of speech. `kind`: qty, dish, mod, both, level, break, unknown or word (then `kinds` say which).

    `value` of a qty is None where it is vague; `article` and `implied` tell how weakly it was said; `measure` is its
    measure word. `neg` and `amount` are what a later stage found to be said of a modifier. [start, end) are tokens.
    """

    kind: str
    start: int
    end: int
    words: tuple[str, ...]
    kinds: frozenset[str] = frozenset()
    senses: tuple[Sense, ...] = ()
    value: int | None = None
    measure: str = ""
    article: bool = False
    implied: bool = False
    vague: bool = False
    strong: bool = False
    of: bool = False
    gap: bool = False
    han: bool = False
    quality: float = 1.0
    neg: bool = False
    amount: str = "regular"
    double: bool = False

    def has(self, *kinds: str) -> bool:
        return any(kind in self.kinds for kind in kinds)

    @property
    def dishes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.id for s in self.senses if s.kind == "dish"))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple(dict.fromkeys((s.group, s.id) for s in self.senses if s.kind == "modifier"))

    def best(self, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        """Of some pairs those that the words mean most surely."""
        how = {(s.group, s.id): s.quality for s in self.senses if s.kind == "modifier"}
        top = max((how.get(p, 0.0) for p in pairs), default=0.0)
        return tuple(p for p in pairs if how.get(p, 0.0) >= min(top, 0.999) - 0.001)

    @property
    def levels(self) -> tuple[Sense, ...]:
        return tuple(s for s in self.senses if s.kind == "level")

    @property
    def exact(self) -> bool:
        return any(s.quality >= 0.95 for s in self.senses if s.kind == "dish")

    @property
    def is_item(self) -> bool:
        """Whether it may be a modifier."""
        return self.kind in ("mod", "both", "level")

    @property
    def is_dish(self) -> bool:
        return self.kind in ("dish", "both")


@dataclass(frozen=True, slots=True)
class Counted:
    """The atoms of a text, and the numbers in it that count no dish."""

    atoms: tuple[Atom, ...]
    head_count: int | None


def atoms(marks: Sequence[Mark], row: Sequence[Token], lexicon: Lexicon) -> Counted:
    """The atoms of a row of marks."""
    return _Reader(marks, row, lexicon).read()


@lru_cache(maxsize=1)
def _kin_nouns() -> frozenset[str]:
    return frozenset(vocabulary().lists["kin_nouns"])


@lru_cache(maxsize=1)
def _ordinal_words() -> frozenset[str]:
    return frozenset(p for ps in vocabulary().maps["ordinals"].values() for p in ps)


class _Reader:
    """Walks the marks once; `index` is the mark it stands at."""

    def __init__(self, marks: Sequence[Mark], row: Sequence[Token], lexicon: Lexicon) -> None:
        self.marks, self.row, self.lexicon = marks, row, lexicon
        self.index = 0
        self.out: list[Atom] = []
        self.head_count: int | None = None

    def read(self) -> Counted:
        while self.index < len(self.marks):
            mark = self.mark(0)
            assert mark is not None
            if (
                mark.gap
                and mark.han
                and self.out
                and self.out[-1].han
                and self.out[-1].kind != "break"
            ):
                self.out.append(Atom("break", mark.start, mark.start, (" ",), frozenset({"gap"})))
            if not (self._other_number() or self._quantity(mark)):
                self.out.append(self._absorbing(self._plain(mark)))
                self.index += 1
        return Counted(tuple(_whole_names(self.out)), self.head_count)

    def mark(self, ahead: int) -> Mark | None:
        place = self.index + ahead
        return self.marks[place] if 0 <= place < len(self.marks) else None

    def _has(self, ahead: int, *kinds: str) -> bool:
        mark = self.mark(ahead)
        return mark is not None and mark.has(*kinds)

    def _word(self, ahead: int) -> str:
        mark = self.mark(ahead)
        return mark.words[0] if mark else ""

    def _is_menu(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and bool(mark.dishes or mark.pairs)

    # ---- numbers that count no dish

    def _other_number(self) -> bool:
        """Takes people, tables, prices, times and "two topping" in one go; False when there is none here."""
        mark = self.mark(0)
        if mark is None:
            return False
        if mark.has("ordinal_prefix"):
            return self._take(3 if self._has(2, "measure") else 2) if self._number(1) else False
        if mark.words[0] in "$¥€£" and self._number(1):
            return self._take(2)
        if mark.has("table_word") and not self._is_menu(0) and self._number(1):
            return self._take(2)
        if not self._number(0):
            return self._party_first()
        return self._people() or self._table_price_time()

    def _number(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and mark.value is not None and not mark.senses

    def _take(self, count: int) -> bool:
        first = self.mark(0)
        last = self.mark(count - 1) or self.marks[-1]
        assert first is not None
        self.out.append(
            Atom("word", first.start, last.end, first.words, frozenset({"filler"}), han=last.han)
        )
        self.index += count
        return True

    def _party_first(self) -> bool:
        """ "party of 4", "table for two", "就我一个", "we are 5"."""
        mark = self.mark(0)
        if mark is None or not mark.has("people_before") or not self._number(1):
            return False
        number = self.mark(1)
        assert number is not None
        if self._has(2, "people") and self._people_end(3):
            self.head_count = number.value
            return self._take(3)
        if self._english(0) and mark.words[-1] in ("of", "for") and not self._is_menu(2):
            self.head_count = number.value
            return self._take(2)
        return False

    def _english(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and not mark.han

    def _people_end(self, ahead: int) -> bool:
        """What follows shows that no dish was counted."""
        mark = self.mark(ahead)
        return mark is None or (not mark.dishes and not mark.pairs and not mark.has("measure"))

    def _people(self) -> bool:
        mark, unit = self.mark(0), self.mark(1)
        assert mark is not None
        if unit is None or not unit.has("people") or unit.has("measure") or unit.dishes:
            return False
        self.head_count = mark.value
        return self._take(2)

    def _table_price_time(self) -> bool:
        unit = self.mark(1)
        if unit is None:
            return False
        if self._word(1) in ("号", "#") or (unit.has("table_word") and unit.han):
            return self._take(3 if self._has(2, "table_word") else 2)
        if unit.has("currency") and not (unit.has("measure") and self._is_menu(2)):
            return self._take(3 if self._number(2) and unit.han else 2)
        if unit.has("time_word") and not self._is_menu(2) and not self._number(2):
            return self._take(3 if self._word(2) in ("半", "钟") else 2)
        if (
            unit.has("drink_ignore")
            and not unit.dishes
            and not unit.has("measure")
            and self._is_menu(2)
        ):
            return self._take(2)
        return False

    # ---- quantities

    def _quantity(self, mark: Mark) -> bool:
        """Takes a quantity with its measure word; False when there is none here."""
        if mark.senses and not (mark.value is not None and not mark.exact):
            return False
        if mark.has("vague"):
            return self._put_quantity(None, 1, vague=True)
        if mark.value is not None:
            if self._is_pronoun(mark):
                return False
            return self._put_quantity(mark.value, 1)
        if mark.has("another"):
            return self._put_quantity(1, 1, extra=frozenset({"add"}))
        if mark.has("article"):
            return self._article()
        if self._word(0) == "x" and self._number(1):
            number = self.mark(1)
            assert number is not None
            return self._put_quantity(number.value, 2)
        return self._bare_measure(mark)

    def _is_pronoun(self, mark: Mark) -> bool:
        """ "the small one": one of those just said, no count."""
        if mark.words not in (("one",), ("ones",)) or not self.out or self._is_menu(1):
            return False
        before = self.out[-1]
        return (
            before.is_item
            or " ".join(before.words) in _ordinal_words()
            or before.words[-1] in ("the", "that", "this", "which")
            or before.has("anaphor")
        )

    def _article(self) -> bool:
        if self._number(1):
            self.index += 1
            number = self.mark(0)
            assert number is not None
            return self._put_quantity(number.value, 1)
        if self._has(1, "vague", "light", "extra") and not self._is_menu(1):
            return False
        return self._put_quantity(1, 1, article=True)

    def _bare_measure(self, mark: Mark) -> bool:
        """来碗面, "and bag of chips": a measure word alone counts one."""
        if not mark.has("measure") or mark.senses:
            return False
        if not mark.han:
            return mark.words[-1] == "of" and self._put_quantity(1, 0, implied=True)
        before = self.marks[self.index - 1] if self.index else None
        leads = before is not None and before.has(
            "want", "add", "and", "with", "replace", "make_it", "anaphor", "correct"
        )
        return leads and not mark.gap and self._put_quantity(1, 0, implied=True)

    def _put_quantity(
        self, value: int | None, count: int, *, vague: bool = False, article: bool = False, implied: bool = False,
        extra: frozenset[str] = frozenset(),
    ) -> bool:  # fmt: skip
        first = self.mark(0)
        assert first is not None
        last = self.mark(count - 1) or first
        self.index += count
        if self._word(0) == "x" and not self._is_menu(0):
            self.index += 1
        measure, of = "", False
        while (unit := self.mark(0)) is not None and unit.has("measure") and not unit.senses:
            if not unit.han and article and unit.words[-1] != "of" and not self._measured(1):
                break
            measure, of, last = unit.words[0], unit.words[-1] == "of", unit
            self.index += 1
        self.out.append(
            Atom(
                "qty",
                first.start,
                last.end,
                first.words,
                extra,
                value=value,
                measure=measure,
                of=of,
                vague=vague,
                article=article,
                implied=implied,
                gap=first.gap,
                han=first.han or last.han,
            )  # fmt: skip
        )
        return True

    def _measured(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is None or self._is_menu(ahead) or not mark.known

    # ---- everything else

    def _plain(self, mark: Mark) -> Atom:
        kind = self._kind(mark)
        if kind in ("unknown", "word") and (dishes := self._of_a_class(mark)):
            return Atom(
                "dish", mark.start, mark.end, mark.words, senses=dishes, gap=mark.gap, han=mark.han
            )
        if kind in ("unknown", "word") and (shared := self._sharing_a_head(mark)):
            return Atom(
                "mod", mark.start, mark.end, mark.words, senses=shared, gap=mark.gap, quality=0.95
            )
        senses = tuple(
            s for s in mark.senses if s.kind in ("dish", "modifier", "level", "category", "slot")
        )
        kinds = mark.kinds
        if kind == "break":
            kinds = frozenset(
                {"stop"}
                if mark.words[0] in _STOPS
                else {"list"}
                if mark.words[0] == "、"
                else {"comma"}
            )
        return Atom(
            kind,
            mark.start,
            mark.end,
            mark.words,
            kinds,
            senses,
            gap=mark.gap,
            han=mark.han,
            quality=mark.quality,
        )

    def _of_a_class(self, mark: Mark) -> tuple[Sense, ...]:
        """ "a dessert", 来个饮料: any dish of that class, to be asked which."""
        before = self.out[-1] if self.out else None
        if before is None or (before.article and self._is_menu(1)):
            return ()
        if not (before.kind == "qty" or before.has("want", "add") or self._has(1, "with")):
            return ()
        dishes = self.lexicon.in_class([singular(w) for w in mark.words])
        return tuple(Sense("dish", d, quality=0.8) for d in dishes)

    def _sharing_a_head(self, mark: Mark) -> tuple[Sense, ...]:
        """ "black and pinto beans": the first word shares the noun of what follows "and"."""
        after = self.mark(2)
        if (
            mark.han
            or not self._has(1, "and")
            or after is None
            or not after.pairs
            or len(after.words) < 2
        ):
            return ()
        words = (*(singular(w) for w in mark.words), singular(after.words[-1]))
        found = self.lexicon.phrases.exactly(words)
        return tuple(s for s in found if s.kind == "modifier")

    def _absorbing(self, atom: Atom) -> Atom:
        """ "ranch sauce" where the menu says "ranch": the noun that only says what sort of thing it is goes along."""
        after = self.mark(1)
        if (
            atom.kind != "mod"
            or after is None
            or len(after.words) > 1
            or after.words[0] not in _kin_nouns()
        ):
            return atom
        if any(s.quality >= 0.95 for s in after.senses):
            return atom
        self.index += 1
        return replace(atom, end=after.end)

    def _kind(self, mark: Mark) -> str:
        if not mark.known and not mark.words[0][:1].isalnum():
            return "break" if mark.words[0] in _STOPS | _COMMAS | {"、", "-"} else "word"
        if mark.dishes and mark.pairs:
            return "both"
        if mark.dishes and not self._is_filler_here(mark):
            return "dish"
        if mark.pairs and all(s.quality == SIZE for s in mark.senses):
            return "mod" if self._is_size_alone(mark) else "word" if mark.kinds else "unknown"
        if mark.pairs and not self._is_filler_here(mark):
            return "mod"
        if mark.levels:
            return "level"
        if mark.known:
            return "word"
        return "unknown"

    def _is_size_alone(self, mark: Mark) -> bool:
        """一大一小: a size's first character alone, between numbers."""
        before, after = self.mark(-1), self.mark(1)
        counted = before is not None and (before.value is not None or before.has("measure"))
        if after is not None and any(
            self.lexicon.takes(d, p) for d in after.dishes for p in mark.pairs
        ):
            return counted
        return counted and (
            after is None
            or not after.words[0].isalnum()
            or after.value is not None
            or after.has("all", "with", "neg")
        )

    def _is_filler_here(self, mark: Mark) -> bool:
        """A menu word that is also a common word counts as the latter after a pronoun or an order word."""
        if (
            not mark.has("want", "filler")
            or mark.has("size_like")
            or mark.exact
            and mark.end - mark.start > 1
        ):
            return False
        if all(s.quality < 1.0 for s in mark.senses) and not self._is_menu(1):
            return not self._is_size_alone(mark)
        return mark.has("want") and not mark.exact


def with_said(
    atom: Atom, *, neg: bool | None = None, amount: str | None = None, double: bool | None = None
) -> Atom:
    """The atom with what was found to be said of it."""
    return replace(
        atom,
        neg=atom.neg if neg is None else neg,
        amount=atom.amount if amount is None else amount,
        double=atom.double if double is None else double,
    )


def _whole_names(row: Sequence[Atom]) -> list[Atom]:
    """A lone character that could end a dish's name (汤, 面) is a dish only by itself, not inside an unknown name."""
    out = list(row)
    for step in (1, -1):
        places = range(len(out)) if step == 1 else range(len(out) - 1, -1, -1)
        for place in places:
            atom, near = out[place], place - step
            if not (0 <= near < len(out) and (_is_weak(atom) or step == -1)):
                continue
            other = out[near]
            touching = (atom if step == 1 else other).gap is False and other.han
            if touching and step == -1 and _is_opening(out, place) and other.kind == "unknown":
                out[place] = replace(atom, kind="unknown", senses=())
            elif (
                touching
                and _is_weak(atom)
                and (other.kind == "unknown" or _is_weak(other) or _is_cooking(other))
            ):
                out[place] = replace(atom, kind="unknown", senses=())
    return out


def _is_opening(row: Sequence[Atom], place: int) -> bool:
    """A character that means something alone but here begins a name nobody knows (辣 in 辣子鸡, 烤 in 烤鱼)."""
    atom, before = row[place], row[place - 1] if place else None
    if not atom.han or len(atom.words) > 1:
        return False
    counted = before is None or before.kind == "qty" or before.has("want", "neg")
    return atom.kind == "level" or (_is_cooking(atom) and counted)


def _is_weak(atom: Atom) -> bool:
    weak = all(s.ends and s.quality < 0.95 for s in atom.senses)
    return atom.kind == "dish" and len(atom.words) == 1 and atom.han and bool(atom.senses) and weak


def _is_cooking(atom: Atom) -> bool:
    return atom.kind == "word" and atom.has("note_cue") and len(atom.words) == 1
