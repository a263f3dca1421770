"""The printed sheet: every table's code leads where it is to, whatever the house is called."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.staff import sheet
from menu_data.loader import from_document
from tests.bot.conftest import Waiter, waiter
from tests.bot.telegram import qr_reader
from tests.bot.telegram.house import MENU

__all__ = ["waiter"]

SVG = "{http://www.w3.org/2000/svg}"


def codes(text: str) -> list[str]:
    """What the codes of a sheet say."""
    found = re.findall(r'viewBox="0 0 (\d+) \1"[^>]*>.*?d="([^"]+)"', text, re.DOTALL)
    return [qr_reader.read(qr_reader.drawn(path, int(side), sheet.QUIET)) for side, path in found]


@given(
    st.from_regex(r"[A-Za-z0-9]{1,16}", fullmatch=True),
    st.from_regex(r"[A-Za-z0-9_]{5,32}", fullmatch=True),
    st.from_regex(r"[A-Za-z0-9_-]{16}", fullmatch=True),
)
def test_a_code_reads_back_as_its_link(table: str, bot: str, mac: str) -> None:
    link = f"https://t.me/{bot}?start=t{table}-k1-{mac}"
    (card,) = sheet.cards([sheet.Place(table, link)], from_document(MENU), bot)
    assert codes(sheet.html([card], "en")) == [link]
    assert codes(sheet.svg([card])) == [link]


def test_a_sheet_of_html_has_table_house_and_bot(waiter: Waiter, tmp_path: Path) -> None:
    ran = waiter("telegram", "qr", "--tables", "1-7,A5", "--bot", "@harbour_bot",
                 "--sheet", str(tmp_path / "tables.html"))  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"8 codes of @harbour_bot: {tmp_path / 'tables.html'}\n"
    text = (tmp_path / "tables.html").read_text("utf-8")
    assert text.count("<section") == 8
    for words in ("1 号桌 · Table 1", "A5 号桌", "@harbour_bot", "扫码点单", "Scan to order",
                  "成都小吃", "Chengdu Snacks"):  # fmt: skip
        assert words in text
    links = waiter("telegram", "qr", "--tables", "1-7,A5", "--bot", "harbour_bot", "--json").rows
    assert codes(text) == [row["link"] for row in links]


def test_a_sheet_of_svg_is_xml_on_as_many_pages_as_it_takes(waiter: Waiter, tmp_path: Path) -> None:
    file = tmp_path / "tables.svg"
    ran = waiter("telegram", "qr", "--tables", "1-7", "--bot", "harbour_bot", "--sheet", str(file))
    assert ran.code == 0
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert root.get("height") == f"{2 * sheet.PAGE_HEIGHT}mm"
    assert len(root.findall(f"{SVG}g/{SVG}svg")) == 7
    assert len(codes(file.read_text("utf-8"))) == 7


def test_a_name_is_text_and_never_markup() -> None:
    house = {**MENU["restaurant"], "name": {"en": "<script>alert(1)</script> & Sons"}}
    menu = from_document({**MENU, "restaurant": house})
    cards = sheet.cards([sheet.Place("5", "https://t.me/a_bot")], menu, "a_bot")
    for text in (sheet.html(cards, "en"), sheet.svg(cards)):
        assert "<script" not in text
        assert "&lt;script&gt;" in text
    ElementTree.fromstring(sheet.svg(cards))


@pytest.mark.parametrize(
    ("name", "told"),
    [("tables.pdf", "allowed: .html or .svg"), ("no/such/folder.svg", "can't be written"),
     (".", "allowed: .html")],
)  # fmt: skip
def test_a_sheet_that_cannot_be_written_rotates_nothing(
    waiter: Waiter, tmp_path: Path, name: str, told: str
) -> None:
    tables = ("telegram", "qr", "--tables", "1", "--bot", "harbour_bot")
    assert waiter(*tables).code == 0
    ran = waiter(*tables, "--rotate", "--sheet", str(tmp_path / name))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert told in ran.err
    assert "-k1-" in waiter(*tables).out


def test_a_name_that_no_bot_has_is_refused(waiter: Waiter) -> None:
    for wrong in ("a", "a b", "https://t.me/x", "名字"):
        assert waiter("telegram", "qr", "--tables", "1", "--bot", wrong).code == 2
