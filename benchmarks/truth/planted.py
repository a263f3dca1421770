"""True replies changed mechanically, one thing at a time: an amount, a dish, the deed behind it, a
dish called sold out, an allergen. Each change makes a falsehood.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from apps.ledger.books import Books
from menu_data.menu import ALLERGENS, Dish
from waiter.constraints.named import dishes
from waiter.constraints.said import claims, clauses
from waiter.constraints.verdict import Case
from waiter.phrases import say
from waiter.telling import allergen

_AMOUNT = re.compile(r"\d+\.\d{2}")


def false_amount(text: str, case: Case, chance: random.Random) -> Iterator[tuple[str, Case]]:
    """An amount with one digit changed, where that is nobody's amount by accident."""
    for found in _AMOUNT.finditer(text):
        digit = chance.choice([i for i, c in enumerate(found[0]) if c.isdigit()])
        other = str((int(found[0][digit]) + chance.randint(1, 9)) % 10)
        changed = found[0][:digit] + other + found[0][digit + 1 :]
        if changed not in str(case.view.facts) and not _priced(case, changed):
            yield text[: found.start()] + changed + text[found.end() :], case


def _priced(case: Case, amount: str) -> bool:
    """Whether a changed amount happens to be some dish's price, or a round one."""
    prices = {f"{d.price / 100:.2f}" for d in case.snapshot.menu.dishes.values() if d.price}
    return amount in prices or float(amount) % 1 == 0


def false_dish(text: str, case: Case, chance: random.Random) -> Iterator[tuple[str, Case]]:
    """Another dish's name where a dish was put down, taken off or sent."""
    menu = case.snapshot.menu
    for clause in clauses(text, menu):
        if not any(claims(clause, kind, menu) for kind in ("added", "removed", "placed")):
            continue
        for item in dishes(clause, menu):
            other = chance.choice([d for d in menu.dishes.values() if _unlike(d, case)])
            changed = _renamed(text, menu.dishes[item], other, case.view.language)
            if changed != text:
                yield changed, case


def _unlike(dish: Dish, case: Case) -> bool:
    known = str(case.view.facts) + str(case.snapshot.books)
    return f"'{dish.id}'" not in known


def _renamed(text: str, old: Dish, new: Dish, language: str) -> str:
    for name in old.name.every():
        if name in text:
            return text.replace(name, new.name.said(language), 1)
    return text


def false_deed(text: str, case: Case, chance: random.Random) -> Iterator[tuple[str, Case]]:
    """The same claim with nothing done behind it."""
    del chance
    said = clauses(text, case.snapshot.menu)
    if any(
        claims(c, k, case.snapshot.menu)
        for c in said
        for k in ("placed", "added", "removed", "billed", "called")
    ):
        view = replace(case.view, facts=(), books=Books(), allergies={})
        yield text, Case(view, replace(case.snapshot, books=Books()), case.desk)


def false_sold_out(text: str, case: Case, chance: random.Random) -> Iterator[tuple[str, Case]]:
    """A dish that can be had, called sold out."""
    menu, language = case.snapshot.menu, case.view.language
    gone = case.snapshot.availability
    fine = [d for d in menu.dishes.values() if d.id not in gone.sold_out and not d.slots]
    dish = chance.choice([d for d in fine if gone.stock.get(d.id, 1) > 0])
    yield text + "\n" + say("dish.sold_out", language, dish=dish.name.said(language)), case


def false_allergen(text: str, case: Case, chance: random.Random) -> Iterator[tuple[str, Case]]:
    """A dish said to contain, or to be free of, what the menu records otherwise or not at all."""
    menu, language = case.snapshot.menu, case.view.language
    dish = chance.choice([d for d in menu.dishes.values() if not d.slots])
    key = chance.choice(ALLERGENS)
    for presence in ("contains", "free"):
        if dish.allergens.get(key) != presence:
            values = {"dish": dish.name.said(language), "allergens": allergen(key, language)}
            yield text + "\n" + say(f"allergen.answer.{presence}", language, **values), case


FALSEHOODS = {
    "amount": false_amount,
    "dish": false_dish,
    "deed": false_deed,
    "sold_out": false_sold_out,
    "allergen": false_allergen,
}
