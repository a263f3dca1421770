"""Sheets as staff write them: other headers, other delimiters, and every mistake with its cell."""

from __future__ import annotations

import io

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menu_data.faults import MenuError
from menu_data.importers import Unanswered
from menu_data.menu import Menu
from menu_data.sheets import Said, SheetError, read_rows, read_sheet, xlsx_bytes


def read(text: str, *, currency: str | None = "CNY") -> Menu:
    rows = read_rows(text.encode(), "m.csv")
    return read_sheet(rows, "m.csv", lambda _: None, Said(currency=currency)).menu


def mistakes(text: str) -> tuple[str, ...]:
    with pytest.raises(SheetError) as found:
        read(text)
    return found.value.mistakes


def test_headers_may_be_chinese_and_their_order_is_free() -> None:
    menu = read("价格,菜名,分类,别名,过敏原\n12,藕汤,汤,莲藕汤;藕,花生\n", currency="CNY")
    (soup,) = menu.dishes.values()
    assert (soup.name.said("zh"), soup.price) == ("藕汤", 1200)
    assert soup.aliases == ("莲藕汤", "藕")
    assert soup.allergens == {"peanut": "contains"}
    assert menu.restaurant.languages[0] == "zh"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_the_headers(delimiter: str) -> None:
    text = f"name{delimiter}price\nTea{delimiter}3.50\n"
    assert [dish.price for dish in read(text).dishes.values()] == [350]


@pytest.mark.parametrize(
    ("written", "price"),
    [("12", 1200), ("12.5", 1250), ("¥12", 1200), ("12元", 1200), ("market", None), ("时价", None)],
)
def test_prices_are_written_in_many_ways(written: str, price: int | None) -> None:
    assert [dish.price for dish in read(f"name,price\nTea,{written}\n").dishes.values()] == [price]


def test_a_currency_may_come_from_settings_prices_or_a_person_and_is_asked_for_else() -> None:
    assert read("currency,MYR\nname,price\nTea,3\n", currency=None).restaurant.currency == "MYR"
    assert read("name,price\nTea,RM 3\n", currency=None).restaurant.currency == "MYR"
    with pytest.raises(Unanswered) as asked:
        read("name,price\nTea,3\n", currency=None)
    assert asked.value.questions == ("currency",)


def test_an_empty_category_is_the_one_above() -> None:
    menu = read("category,name,price\nCups,Tea,3\n,Coffee,4\nPies,Leek,5\n")
    assert [dish.category for dish in menu.dishes.values()] == ["Cups", "Cups", "Pies"]


def test_the_first_full_cell_says_what_yes_means() -> None:
    menu = read(
        "name,price,choose size [1],choose dip [0-2]\n"
        "Chips,3,S; L +1.50,*mayo; curry +0.50\n"
        "Rings,4,yes,yes *curry\n"
        "Cod,9,,yes *\n"
    )
    chips, rings, cod = menu.dishes.values()
    assert [m.price for m in chips.groups[0].modifiers] == [0, 150]
    assert "large" in chips.groups[0].modifiers[1].aliases
    assert [group.id for group in rings.groups] == ["size", "dip"]
    assert [one.groups[-1].default for one in (chips, rings, cod)] == ["mayo", "curry", None]


def test_another_full_cell_is_another_group() -> None:
    menu = read("name,price,choose size [1]\nTea,3,S; L +1\nPie,5,half; whole +4\n")
    assert [dish.groups[0].id for dish in menu.dishes.values()] == ["size", "size-2"]


def test_every_mistake_is_told_with_its_cell() -> None:
    assert mistakes(
        "name,price,contains,free_of,diet,spice,stock,available,choose dip\n"
        "Tea,,moonlight,,,,,,\n"
        ",3,,,,,,,\n"
        "Pie,3 or so,egg,egg,airy,hot,-1,perhaps,yes\n"
    ) == (
        'm.csv: row 2, column B (price): is empty; allowed: "18.00", or market',
        (
            "m.csv: row 2, column C (contains): unknown allergen 'moonlight'; allowed: gluten, "
            "shellfish, egg, fish, peanut, soy, milk, tree_nut, celery, mustard, sesame, "
            "sulphites, lupin, crustaceans, molluscs"
        ),
        "m.csv: row 3, column A (name): is empty; allowed: the dish's name",
        (
            "m.csv: row 4, column B (price): '3 or so' is no price; allowed: a price with its "
            'currency, such as "12元", "RM 12.50" or "12 USD", "18.00" or market'
        ),
        "m.csv: row 4, column D (free_of): egg can't be both in it and not in it",
        (
            "m.csv: row 4, column E (diet): unknown diet 'airy'; allowed: vegetarian, vegan, "
            "halal, kosher, gluten_free, low_carb"
        ),
        "m.csv: row 4, column F (spice): 'hot' is no whole number; allowed: 0, 1, 2 ...",
        "m.csv: row 4, column G (stock): '-1' is no whole number; allowed: 0, 1, 2 ...",
        (
            "m.csv: row 4, column H (available): 'perhaps' is neither yes nor no; allowed: yes, no "
            "or empty"
        ),
        (
            "m.csv: row 4, column I (choose dip): 'yes' before any row says the choices; allowed: "
            '"a; b +1"'
        ),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,price,colour\nTea,3,red\n", r"row 1, column C \(colour\): unknown column 'colour'"),
        ("name,name,price\nTea,Tea,3\n", r"row 1, column B \(name\): this column stands at A"),
        ("id,name,price\nt,Tea,3\nt,Pie,4\n", r"row 3, column A \(id\): 't' is the id of items"),
        ("name,price,spice\nTea,3,7\n", r"row 2, column C \(spice\): found 7; allowed: 3 or less"),
        ("name,price\nTea,3.999\n", r"row 2, column B \(price\): '3.999' is finer than CNY goes"),
        ("name,cost\nTea,3\n", "no header row; allowed: one with 'name' and 'price'"),
        ("name,price\n", "no dishes below its header"),
        ("", "no header row"),
        ('name,price\n"Tea,3\n', "is empty|no dishes|is not CSV|row 2"),
    ],
)
def test_what_is_no_menu_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(MenuError, match=told) as refused:
        read(text)
    assert str(refused.value).startswith("m.csv: ")


def test_text_in_another_encoding_is_refused_and_utf_16_is_read() -> None:
    with pytest.raises(MenuError, match="is not UTF-8"):
        read_rows("name,price\n藕汤,12\n".encode("gb18030"), "m.csv")
    assert read_rows("name\tprice\n藕汤\t12\n".encode("utf-16"), "m.csv")[1] == ["藕汤", "12"]


def test_numbers_of_an_xlsx_are_read_as_they_are_shown() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["name", "price", "available"], ["Tea", 0.1 + 0.2, True], ["Pie", 12, False]):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    assert read_rows(out.getvalue(), "m.xlsx") == [
        ["name", "price", "available"],
        ["Tea", "0.3", "yes"],
        ["Pie", "12", "no"],
    ]


@pytest.mark.parametrize("raw", [b"PK\x03\x04 no zip", b"", b"name,price"])
def test_what_is_no_xlsx_is_refused_in_one_line(raw: bytes) -> None:
    with pytest.raises(MenuError, match="is not an XLSX file") as refused:
        read_rows(raw, "m.xlsx")
    assert "\n" not in str(refused.value)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_damaged_xlsx_is_read_or_refused_in_one_line(damage: list[tuple[int, int]]) -> None:
    raw = bytearray(xlsx_bytes([["name", "price"], *(["Tea", str(n)] for n in range(40))]))
    for place, byte in damage:
        raw[place % len(raw)] = byte
    told = ""
    try:
        read_rows(bytes(raw), "m.xlsx")
    except MenuError as refused:
        told = str(refused)
    assert "\n" not in told


def test_files_rows_and_columns_have_a_bound() -> None:
    with pytest.raises(MenuError, match="larger than"):
        read_rows(b"x" * 1_000_001, "m.csv")
    with pytest.raises(MenuError, match="at most"):
        read_rows(b"a\n" * 7000, "m.csv")
    with pytest.raises(MenuError, match="at most"):
        read_rows(b"a," * 300, "m.csv")
