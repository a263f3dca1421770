"""What a line contains, is free of, or doesn't say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apps.ledger.allergens import KEYS, allergens, conflicts
from apps.ledger.books import Choice, Chosen, Line
from menu_data.loader import from_document
from menu_data.menu import ALLERGENS, Menu
from tests.apps.house import document, menu
from tests.apps.ledger.lines import MENU, lines

SMALL = Chosen("size", "small")


def barley(*modifiers: Chosen) -> Line:
    return Line(1, "ann", "barley", 1, (SMALL, *modifiers))


def recorded(item: str, **allergens: str) -> Menu:
    changed = document()
    for dish in changed["items"]:
        if dish["id"] == item:
            dish["allergens"] = allergens
    return from_document(changed)


def test_a_line_has_what_its_dish_has() -> None:
    assert allergens(MENU, barley()) == {
        "gluten": "contains", "egg": "free", "peanut": "free", "milk": "free",
    }  # fmt: skip


def test_a_modifier_adds_what_it_contains() -> None:
    with_egg = allergens(MENU, barley(Chosen("extras", "egg")))
    assert with_egg["egg"] == "contains"


def test_an_ingredient_that_records_nothing_leaves_nothing_free() -> None:
    assert "peanut" not in allergens(MENU, barley(Chosen("extras", "tofu")))
    assert conflicts(MENU, barley(Chosen("extras", "tofu")), ["peanut"]) == (
        ("peanut", "not_recorded"),
    )


def test_a_mere_degree_changes_nothing() -> None:
    assert allergens(MENU, barley(Chosen("heat", "fierce"))) == allergens(MENU, barley())


def test_a_default_counts_unless_another_takes_its_place() -> None:
    plain = allergens(MENU, Line(1, "ann", "latte", 1))
    oat = allergens(MENU, Line(1, "ann", "latte", 1, (Chosen("milk", "oat"),)))
    assert (plain.get("milk"), oat.get("milk"), oat["gluten"]) == ("contains", None, "contains")


def test_leaving_out_never_makes_free() -> None:
    house = recorded("barley", sesame="contains", peanut="free")
    line = barley(Chosen("garnish", "sesame", "none"), Chosen("garnish", "leek", "none"))
    assert allergens(house, line) == {"sesame": "contains", "peanut": "free"}


def test_a_combo_has_what_is_chosen() -> None:
    choices = (Choice("main", "reed"), Choice("cup", "latte"), Choice("side", "rice"))
    found = allergens(MENU, Line(1, "ann", "noon", 1, choices=choices))
    assert found == {"milk": "contains"}
    tea = (choices[0], Choice("cup", "pear_tea"), choices[2])
    assert allergens(MENU, Line(1, "ann", "noon", 1, choices=tea))["peanut"] == "free"


def test_a_finer_kind_means_the_wider_one() -> None:
    house = recorded("reed", crustaceans="contains", molluscs="free")
    soup = Line(1, "ann", "reed", 1)
    assert allergens(house, soup)["shellfish"] == "contains"
    assert conflicts(house, soup, ["shellfish", "crustaceans", "molluscs"]) == (
        ("shellfish", "contains"),
        ("crustaceans", "contains"),
    )


def test_a_wider_kind_may_be_any_finer_one() -> None:
    soup = Line(1, "ann", "reed", 1)
    assert conflicts(recorded("reed", shellfish="contains"), soup, ["molluscs"]) == (
        ("molluscs", "contains"),
    )
    assert conflicts(recorded("reed", shellfish="free"), soup, ["molluscs"]) == ()
    assert conflicts(recorded("reed", molluscs="free"), soup, ["shellfish"]) == (
        ("shellfish", "not_recorded"),
    )


def test_nothing_is_known_of_a_dish_that_left_the_menu() -> None:
    assert conflicts(MENU, Line(1, "ann", "ghost", 1), ["egg"]) == (("egg", "not_recorded"),)


@given(lines(), st.sets(st.sampled_from(KEYS)))
def test_only_what_is_recorded_free_is_no_conflict(line: Line, stated: set[str]) -> None:
    found = dict(conflicts(MENU, line, stated))
    silent = stated - set(found)
    assert set(found) <= stated
    assert all(allergens(MENU, line).get(key) == "free" for key in silent)


@given(lines(), st.data())
def test_more_in_a_dish_never_makes_it_freer(line: Line, data: st.DataObject) -> None:
    dish = MENU.dishes[line.item]
    group = dish.group("extras")
    if group is None:
        return
    added = data.draw(st.sampled_from(group.modifiers))
    more = Line(1, "ann", line.item, 1, (*line.modifiers, Chosen("extras", added.id)))
    before, after = allergens(MENU, line), allergens(MENU, more)
    for key in ALLERGENS:
        if before.get(key) == "contains":
            assert after.get(key) == "contains"
        if after.get(key) == "free":
            assert before.get(key) == "free"


def test_the_menu_of_the_tests_is_what_these_tests_say() -> None:
    assert menu().dishes["barley"].allergens == {
        "gluten": "contains", "egg": "free", "peanut": "free", "milk": "free",
    }  # fmt: skip
