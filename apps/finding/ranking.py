"""In what order the dishes that fit are shown, and why each.

What the guest named counts first, by the menu's own data; the ranking by words and meaning
(`rest`) decides what the data leaves open. Nothing is cut by how near a vector is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.finding.candidates import candidates, compared_with
from apps.finding.likeness import likeness
from apps.finding.profiles import Evidence, Profile
from apps.finding.wanted import REASONED, evidence_of
from menu_data.menu import Menu
from menu_data.words.names import key_of
from menu_data.words.normal import simplified
from menu_data.words.wishes.lexicon import foods, rules
from menu_data.words.wishes.wish import GuestWish

SHARE = 0.45  # of the best dish's traits: one with less is no answer
SHARE_OF_FITTING = 0.3  # the same where it has all that must be
LIKE = 1.2  # how much likeness counts beside one trait
BEYOND = 0.4  # what a drink, a dessert or plain rice loses where another is meant
REST = 0.4  # what words and meaning add at the most
DEPTH = 50  # places of theirs that count
MEANT = 5  # of those, the ones shown where the menu's data says nothing of what is wanted
BY_PRICE = {"cheap": 1, "dear": -1}  # wants that put dishes in order by price
SAID = 0.3  # for what the menu says in the guest's own word
AT_HOME = 0.4  # for a course that is meant for what is wanted, as desserts are for sweetness
NAMED = 0.5  # for a dish called exactly what was wanted
WORD, MENTIONED = 0.8, 0.4  # a word nobody explained, in a name or ingredient; elsewhere
SIGNATURE = 0.3  # for what the house is known for, where nothing is wanted in particular
APART = frozenset({"drink", "dessert"})  # courses nobody means who doesn't say so
REASONS = 20  # dishes of which reasons are told: as many as one list shows


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a dish is shown: what was wanted, the field of the menu that says it, its words there."""

    by: str
    field: str
    words: str


@dataclass(frozen=True, slots=True)
class Fit:
    """A dish that fits, how well, and why. Scores compare within one search alone."""

    id: str
    score: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is ranked: a wish over the dishes that may be offered.

    `rest`: ids by words and meaning, best first; `named`: ids asked for by name; `price`: minor
    units by id.
    """

    menu: Menu
    wish: GuestWish
    allowed: Collection[str]
    rest: Sequence[str]
    named: tuple[str, ...]
    price: Mapping[str, int]


def rank(asked: Asked) -> tuple[Fit, ...]:
    """The dishes that fit, best first; none where nothing was wished for or nothing fits."""
    if asked.named:
        fits = [Fit(item, 1.0, (_named(asked.menu, item),)) for item in asked.named]
        return tuple(fit for fit in fits if fit.id in asked.allowed)
    if asked.wish.off_topic:
        return ()
    found = candidates(asked.menu, asked.wish, asked.allowed)
    scores = _scores(asked, found)
    order = sorted(scores, key=lambda item: -scores[item])
    for key, sign in BY_PRICE.items():
        if any(want.keys == (key,) for want in asked.wish.wants):
            priced = [item for item in order if item in asked.price]
            order = sorted(priced, key=lambda item: sign * asked.price[item])
    told = {profile.id: profile for profile in found}
    first = [
        Fit(item, scores[item], tuple(_reasons(asked, told[item]))) for item in order[:REASONS]
    ]
    return (*first, *(Fit(item, scores[item]) for item in order[REASONS:]))


def _named(menu: Menu, item: str) -> Reason:
    return Reason("name", "name", menu.dishes[item].name.said(""))


def _scores(asked: Asked, found: Sequence[Profile]) -> dict[str, float]:
    """The candidates that show enough of the traits wanted, with their scores."""
    wish = asked.wish
    soft = [w for w in wish.wants if not w.hard and w.keys[0] not in ("food", *BY_PRICE)]
    shown = {p.id: _sum(evidence_of(p, want) for want in soft) for p in found}
    best = max(shown.values(), default=0.0)
    places = {item: place for place, item in enumerate(asked.rest[:DEPTH])}
    hard = any(want.hard for want in wish.wants)
    if not hard and not best and (soft or (wish.open and wish.rest)):
        found = [profile for profile in found if places.get(profile.id, DEPTH) < MEANT]
    least = (SHARE_OF_FITTING if hard else SHARE) * best
    more, beside = _more(asked), _beside(wish, found)
    by_words = REST if wish.wants or wish.rest or not wish.open else 0.0  # "you choose" has none
    scores = {}
    for profile in found:
        apart = wish.wants and profile.course in APART and beside[profile.course]
        if shown[profile.id] < least or apart:
            continue
        score = shown[profile.id] + more(profile)
        score += by_words * (1 - places.get(profile.id, DEPTH) / DEPTH)
        scores[profile.id] = score - (BEYOND if beside[profile.course] else 0.0)
    return scores


def _sum(found: Iterable[Evidence | None]) -> float:
    return sum(one.strength for one in found if one is not None)


def _more(asked: Asked) -> Callable[[Profile], float]:
    """What else speaks for a dish, or against it."""
    menu, wish = asked.menu, asked.wish
    hard = [want for want in wish.wants if want.hard]
    called = {key_of(want.said) for want in wish.wants if want.said}
    traits = [want for want in wish.wants if want.kind == "trait"]
    homes = [rules()[want.keys[0]].courses for want in traits]
    said = [_plain(want.said) for want in traits if len(want.said) > 1]
    rest = [_plain(word) for word in wish.rest]
    like = compared_with(menu, wish)

    def more(profile: Profile) -> float:
        score = _sum(evidence_of(profile, want) for want in hard)
        score -= _sum(profile.traits.get(key) for key in wish.avoid)
        score += AT_HOME * sum(profile.course in home for home in homes)
        score += SAID * sum(word in profile.text for word in said)
        if not called.isdisjoint(profile.called):
            score += NAMED
        for word in rest:
            if word in profile.text:
                score += WORD if word in profile.label else MENTIONED
        if like:
            score += LIKE * max(likeness(menu, item, profile.id) for item in like)
        return score + (SIGNATURE if not wish.wants and "signature" in profile.traits else 0.0)

    return more


def _plain(word: str) -> str:
    return simplified(word).casefold().removesuffix("的")


def _beside(wish: GuestWish, found: Iterable[Profile]) -> Mapping[str | None, bool]:
    """For each course, whether it is beside what was asked for."""
    keys = {key for want in wish.wants for key in want.keys}
    words = foods()
    forms = {whole for key in keys for whole in words.above.get(key, ())}
    hard = any(want.hard and want.kind == "food" for want in wish.wants)

    def beside(course: str | None) -> bool:
        if course == "drink":
            asked_for = "drink" in keys or forms & words.told_by["drink"] or keys & words.drinkable
            return not (asked_for or hard)
        if course == "dessert":
            asked_for = "dessert" in keys or forms & words.told_by["dessert"]
            return not (asked_for or keys & words.sweetish or (hard and "food" not in keys))
        return course is not None and "food" in keys and course not in words.dishes

    return {course: beside(course) for course in {"drink", *(p.course for p in found)}}


def _reasons(asked: Asked, profile: Profile) -> Iterator[Reason]:
    """What of the menu shows each thing wanted, then what was compared with."""
    for want in asked.wish.wants:
        one = evidence_of(profile, want)
        if one is not None and one.strength >= REASONED and want.keys != ("food",):
            yield Reason(want.keys[0], one.field, one.words)
    for item in asked.wish.like:
        yield Reason("like", "name", asked.menu.dishes[item].name.said(""))
