"""Cards: drawn from what the apps tell, at any width, in both languages, and obeyed by nobody."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from apps.checkout import issue
from apps.contract import Desk, Snapshot
from apps.ledger.books import Availability, Books, Chosen, Line, Share
from apps.submit import Submit, SubmitParams
from bot.composition import SHIPPED_MENU, menu_of
from bot.console import menu_card, tab_card
from bot.console.card import Card, Words
from bot.console.seen import Seen
from bot.console.trace import Step, card
from menu_data import loader
from menu_data.menu import Menu, Text

NOON = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
HOSTILE = "\x1b]0;owned\x07[bold red]\u202e9.00\x9b31m\r\n"


@pytest.fixture(scope="module")
def menu() -> Menu:
    return menu_of(SHIPPED_MENU)


def drawn(card: RenderableType | None, width: int = 80, *, ascii_only: bool = False) -> list[str]:
    assert card is not None
    stream = io.TextIOWrapper(io.BytesIO(), "ascii" if ascii_only else "utf-8", "replace")
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(card)
    return captured.get().splitlines()


def at_table(menu: Menu, *lines: Line, language: str = "en", books: Books | None = None) -> Seen:
    snapshot = Snapshot(NOON, menu, Availability(), books or Books(lines=lines))
    desk = Desk("v1", "guest", ("guest",), {"guest": frozenset({"peanut"})})
    return Seen(snapshot, desk, language)


def spicy(quantity: int = 2) -> Line:
    return Line(1, "guest", "dandan", quantity, (Chosen("spice", "none"),))


def placed(menu: Menu, *lines: Line) -> Books:
    """Books after the lines were sent and the bill was brought."""
    seen = at_table(menu, *lines)
    return Submit().run(SubmitParams(), seen.snapshot, seen.desk).books


def everything(menu: Menu, language: str) -> Iterator[RenderableType | None]:
    tab = at_table(menu, spicy(), language=language)
    books = placed(menu, spicy(), Line(2, "guest", "coke", 1))
    sent = at_table(menu, language=language, books=books)
    bill = issue(sent.snapshot, tip=300, split="person")
    from_bill = Books(tickets=books.tickets, bill=bill)
    yield menu_card.menu(tab)
    yield menu_card.menu(tab, "dandan")
    yield menu_card.menu(tab, "drinks")
    yield tab_card.tab(tab)
    yield tab_card.tab(at_table(menu, language=language, books=from_bill))
    yield tab_card.bill(at_table(menu, language=language, books=from_bill))


@pytest.mark.parametrize("language", ["zh", "zh-Hant", "en"])
@pytest.mark.parametrize("width", [100, 80, 60, 40])
def test_cards_fit_the_terminal(menu: Menu, width: int, language: str) -> None:
    for one in everything(menu, language):
        lines = drawn(one, width)
        assert max(map(cell_len, lines)) <= width
        assert not [line for line in lines if line != line.rstrip()]
        assert {line[0] for line in lines} <= set("╭│╰")


def test_a_terminal_of_few_characters_gets_plain_frames(menu: Menu) -> None:
    lines = drawn(Card(("a",), Words("b"), "c"), ascii_only=True)
    assert lines == ["+ a", "| b", "+ c"]


def test_the_menu_has_every_dish_under_its_category_with_its_price(menu: Menu) -> None:
    lines = drawn(menu_card.menu(at_table(menu)), 120)
    for dish in menu.dishes.values():
        assert any(dish.name.said("en") in line for line in lines), dish.id
    head, dandan = (next(i for i, line in enumerate(lines) if text in line)
                    for text in ("Noodles", "Dandan noodles"))  # fmt: skip
    assert head < dandan
    assert lines[dandan].endswith("¥16.00")


def test_what_can_not_be_had_says_why_on_the_menu(menu: Menu) -> None:
    seen = at_table(menu)
    availability = Availability(sold_out=frozenset({"dandan"}))
    snapshot = Snapshot(NOON, menu, availability, Books())
    lines = drawn(menu_card.menu(Seen(snapshot, seen.desk, "en")))
    assert "sold out" in next(line for line in lines if "Dandan noodles" in line)


def test_a_dish_tells_all_three_values_of_allergens(menu: Menu) -> None:
    text = "\n".join(drawn(menu_card.menu(at_table(menu), "担担面"), 200))
    contains, free, unknown = (
        next(line for line in text.splitlines() if label in line)
        for label in ("contains", "none by our records", "not recorded")
    )
    assert "peanut" in contains
    assert "fish" in free
    assert "celery" in unknown


def test_a_category_is_shown_alone_and_nothing_where_nothing_is_called_so(menu: Menu) -> None:
    seen = at_table(menu)
    text = "\n".join(drawn(menu_card.menu(seen, "饮品")))
    assert "Drinks" in text
    assert "Coke" in text
    assert "Dandan" not in text
    assert menu_card.menu(seen, "no such dish at all") is None
    assert menu_card.menu(seen, "面" * 10_000) is None


def test_a_long_menu_is_shown_by_its_categories(menu: Menu) -> None:
    source = dict(menu.source)
    first = source["items"][0]
    source["items"] = [
        {**first, "id": f"d{n}", "name": {"en": f"dish {n}"}, "aliases": []} for n in range(130)
    ]
    source["combos"] = []
    lines = drawn(menu_card.menu(at_table(loader.from_document(source))))
    assert len(lines) < 10
    assert any(line.endswith("130") for line in lines)


def test_the_tab_has_what_was_ordered_what_it_comes_to_and_the_warning(menu: Menu) -> None:
    text = "\n".join(drawn(tab_card.tab(at_table(menu, spicy()))))
    assert "Dandan noodles (not spicy)" in text
    assert "×2" in text
    assert "¥32.00" in text
    assert "contains peanut" in text
    assert tab_card.tab(at_table(menu)) is None


def test_the_bill_adds_up_with_tip_and_shares(menu: Menu) -> None:
    books = placed(menu, spicy())
    assert tab_card.bill(at_table(menu, books=books)) is None
    shares = (Share("guest", 2000), Share(None, 1500))
    bill = replace(issue(at_table(menu, books=books).snapshot, tip=300), shares=shares)
    shown = at_table(menu, books=Books(tickets=books.tickets, bill=bill))
    lines = drawn(tab_card.bill(shown))
    ends = [line.split()[-1] for line in lines if "¥" in line]
    assert ends == ["¥35.00", "¥32.00", "¥32.00", "¥3.00", "¥35.00", "¥20.00", "¥15.00"]
    assert "Share 2" in lines[-2]


def test_nothing_of_a_menu_is_obeyed(menu: Menu) -> None:
    text = Text((("en", HOSTILE),))  # the loader would refuse it
    dandan = replace(menu.dishes["dandan"], name=text, description=text)
    hostile = replace(menu, dishes={**menu.dishes, "dandan": dandan})
    seen = at_table(hostile, Line(1, "guest", "dandan", 1, note=HOSTILE))
    steps = [Step(0, "turn", HOSTILE)]
    cards = [menu_card.menu(seen), menu_card.menu(seen, "dandan"), tab_card.tab(seen)]
    for one in (*cards, card(steps, HOSTILE), Card((HOSTILE,), Words(HOSTILE), HOSTILE)):
        shown = "".join(drawn(one, 200))
        assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cf")]
        assert "[bold red]" in shown
