"""Which dishes fit what is wanted, and in what order.

What the guest named counts first, by the menu's own data: a dish without what is wanted at all is
left out, never put last. Among those that fit, the ranking by words and meaning (`rest`) decides
what the data leaves open. Nothing is cut by how near a vector is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.finding.likeness import likeness
from apps.finding.profiles import Evidence, Profile, profiles
from apps.finding.wanted import REASONED, evidence_of, meets
from menu_data.menu import Menu
from menu_data.words.names import key_of
from menu_data.words.normal import simplified
from menu_data.words.wishes.lexicon import foods, rules
from menu_data.words.wishes.wish import GuestWish, Want

SHARE = 0.45  # of the best dish's traits: one with less is no answer
LIKE = 1.2  # how much likeness counts beside one trait
BEYOND = 0.4  # what a drink, a dessert or plain rice loses where another is meant
REST = 0.5  # what words and meaning add at the most
DEPTH = 50  # places of theirs that count
MEANT = 5  # of those, the ones shown where the menu's data says nothing of what is wanted
BY_PRICE = {"cheap": 1, "dear": -1}  # wants that put dishes in order by price
ALIKE = 0.5  # of the likest dish's likeness
SAID = 0.3  # for what the menu says in the guest's own word
AT_HOME = 0.4  # for a course that is meant for what is wanted, as desserts are for sweetness
NAMED = 0.5  # for a dish called exactly what was wanted
WORD, MENTIONED = 0.8, 0.4  # a word nobody explained, in a name or ingredient; in a description
SIGNATURE = 0.3  # for what the house is known for, where nothing is wanted in particular
MANY = 3  # wants from which on a dish may miss one


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
    reasons: tuple[Reason, ...]


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
    wish = asked.wish
    if asked.named:
        fits = [Fit(item, 1.0, (_named(asked.menu, item),)) for item in asked.named]
        return tuple(fit for fit in fits if fit.id in asked.allowed)
    if wish.off_topic:
        return ()
    found = _candidates(asked)
    scored = _scored(asked, found)
    for key, sign in BY_PRICE.items():
        if any(want.keys == (key,) for want in wish.wants):
            priced = [fit for fit in scored if fit.id in asked.price]
            scored = sorted(priced, key=lambda fit: (sign * asked.price[fit.id], -fit.score))
            return tuple(scored)
    return tuple(sorted(scored, key=lambda fit: -fit.score))


def _named(menu: Menu, item: str) -> Reason:
    return Reason("name", "name", menu.dishes[item].name.said(""))


def _candidates(asked: Asked) -> list[Profile]:
    """The dishes that have everything wanted without fail."""
    told = profiles(asked.menu)
    apart = {*asked.wish.like, *([asked.wish.than.item] if asked.wish.than else [])}
    dishes = [told[item] for item in told if item in asked.allowed and item not in apart]
    hard = [want for want in asked.wish.wants if want.hard]
    if not hard:
        dishes = _alike(asked, dishes) if not asked.wish.wants else dishes
        return dishes if _is_answerable(asked.wish) else _by_words(asked.wish, dishes)
    found = [p for p in dishes if all(meets(p, want, main=True) for want in hard)]
    found = found or [p for p in dishes if all(meets(p, want, main=False) for want in hard)]
    if not found and len(hard) >= MANY:
        found = _all_but_one(dishes, hard)
    listed = [want for want in hard if want.listed]
    if not found and listed:
        other = [want for want in hard if not want.listed]
        found = [
            p
            for p in dishes
            if any(meets(p, w, main=True) for w in listed)
            and all(meets(p, w, main=True) for w in other)
        ]
    return found


def _all_but_one(dishes: Iterable[Profile], hard: Sequence[Want]) -> list[Profile]:
    """Where much is wanted, a dish may miss one thing, though not one that no dish has."""
    met = {p.id: [meets(p, want, main=False) for want in hard] for p in dishes}
    if not all(any(row[n] for row in met.values()) for n in range(len(hard))):
        return []
    return [p for p in dishes if sum(met[p.id]) == len(hard) - 1]


def _alike(asked: Asked, dishes: list[Profile]) -> list[Profile]:
    """Where a dish to compare with is all that was said, those that are like it."""
    like = _likeness(asked)
    best = max((like(profile) for profile in dishes), default=0.0)
    return [profile for profile in dishes if like(profile) >= ALIKE * best]


def _is_answerable(wish: GuestWish) -> bool:
    return wish.is_one or wish.open


def _by_words(wish: GuestWish, dishes: Sequence[Profile]) -> list[Profile]:
    """Dishes that have most of the words nobody explained."""
    said = [word.casefold() for word in wish.rest]
    return [p for p in dishes if said and 2 * sum(w in p.text for w in said) >= len(said) + 1]


def _scored(asked: Asked, found: Sequence[Profile]) -> list[Fit]:
    """The candidates that show enough of the traits wanted, with their scores."""
    wish = asked.wish
    soft = [w for w in wish.wants if not w.hard and w.keys[0] not in ("food", *BY_PRICE)]
    shown = {p.id: _sum(evidence_of(p, want) for want in soft) for p in found}
    best = max(shown.values(), default=0.0)
    places = {item: place for place, item in enumerate(asked.rest)}
    like = _likeness(asked)
    apart = _beside(wish)
    out = []
    hard = any(want.hard for want in wish.wants)
    if not hard and not best and (soft or (wish.open and wish.rest)):
        found = [profile for profile in found if places.get(profile.id, DEPTH) < MEANT]
    for profile in found:
        if shown[profile.id] < SHARE * best or (profile.course == "drink" and apart("drink")):
            continue
        score = shown[profile.id] + LIKE * like(profile) + _more(asked, profile)
        score += REST * max(0.0, 1 - places.get(profile.id, DEPTH) / DEPTH)
        score -= BEYOND if profile.course is not None and apart(profile.course) else 0.0
        out.append(Fit(profile.id, score, tuple(_reasons(asked, profile))))
    return out


def _sum(found: Iterable[Evidence | None]) -> float:
    return sum(one.strength for one in found if one is not None)


def _more(asked: Asked, profile: Profile) -> float:
    """What else speaks for a dish, or against it."""
    wish = asked.wish
    score = _sum(evidence_of(profile, want) for want in wish.wants if want.hard)
    score -= _sum(profile.traits.get(key) for key in wish.avoid)
    called = {key_of(name) for name in asked.menu.dishes[profile.id].name.every()}
    if any(key_of(want.said) in called for want in wish.wants):
        score += NAMED
    for want in wish.wants:
        if want.kind == "trait" and profile.course in rules()[want.keys[0]].courses:
            score += AT_HOME
        if want.kind == "trait" and len(want.said) > 1 and _says(profile, want.said):
            score += SAID
    for word in wish.rest:
        if word.casefold() in profile.text:
            score += WORD if _in_name(asked.menu, profile.id, word) else MENTIONED
    if not wish.wants and "signature" in profile.traits:
        score += SIGNATURE
    return score


def _says(profile: Profile, word: str) -> bool:
    return simplified(word).casefold().removesuffix("的") in profile.text


def _in_name(menu: Menu, item: str, word: str) -> bool:
    dish = menu.dishes[item]
    texts = (*dish.name.every(), *dish.aliases, *(t for i in dish.ingredients for t in i.every()))
    return any(word.casefold() in text.casefold() for text in texts)


def _likeness(asked: Asked) -> Callable[[Profile], float]:
    """How like a dish is to what the guest compared with."""
    wish = asked.wish
    to = wish.like or ((wish.than.item,) if wish.than is not None else ())
    known = [item for item in to if item in asked.menu.dishes]
    return lambda profile: max(
        (likeness(asked.menu, item, profile.id) for item in known), default=0
    )


def _beside(wish: GuestWish) -> Callable[[str], bool]:
    """Whether a course is beside what was asked for."""
    keys = {key for want in wish.wants for key in want.keys}
    words = foods()
    forms = {whole for key in keys for whole in words.above.get(key, ())}
    hard = any(want.hard and want.kind == "food" for want in wish.wants)

    def beside(course: str) -> bool:
        if course == "drink":
            asked_for = "drink" in keys or forms & words.told_by["drink"] or keys & words.drinkable
            return not (asked_for or hard)
        if course == "dessert":
            asked_for = "dessert" in keys or forms & words.told_by["dessert"]
            return not (asked_for or keys & words.sweetish or (hard and "food" not in keys))
        return "food" in keys and course not in words.dishes

    return beside


def _reasons(asked: Asked, profile: Profile) -> Iterator[Reason]:
    """What of the menu shows each thing wanted, then what was compared with."""
    for want in asked.wish.wants:
        one = evidence_of(profile, want)
        if one is not None and one.strength >= REASONED and want.keys != ("food",):
            yield Reason(want.keys[0], one.field, one.words)
    for item in asked.wish.like:
        yield Reason("like", "name", asked.menu.dishes[item].name.said(""))
