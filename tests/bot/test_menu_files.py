"""`waiter menu check|import|export|template`: files in and out, reports on stderr."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot.conftest import Waiter
from tests.menu_data.documents import changed, small
from tests.menu_data.importers import sources


def file(folder: Path, name: str, document: object) -> str:
    (folder / name).write_text(json.dumps(document, indent=1), "utf-8")
    return str(folder / name)


def test_a_good_menu_is_checked_with_its_warnings_on_stderr(waiter: Waiter, tmp_path: Path) -> None:
    menu = file(tmp_path, "m.json", small())
    done = waiter("menu", "check", menu)
    assert (done.code, done.out[: len(menu) + 10]) == (0, f"{menu}: 4 dishes")
    assert f"warning: {menu}:85:3: no allergens are recorded" in done.err
    assert waiter("menu", "check", menu, "--strict").code == 1
    (row,) = waiter("menu", "check", menu, "--json").rows
    assert (row["ok"], row["errors"]) == (True, [])
    assert {"allergens"} <= {one["kind"] for one in row["warnings"]}


def test_every_error_is_a_line_with_its_place_and_exit_1(waiter: Waiter, tmp_path: Path) -> None:
    document = changed("items.0.price", "1.234")
    document["items"][1]["price"] = 4
    menu = file(tmp_path, "m.json", document)
    done = waiter("menu", "check", menu)
    assert (done.code, done.out) == (1, "")
    first, second = done.err.splitlines()
    assert first.startswith(f"{menu}:72:13: items[0].price")
    assert second.startswith(f"{menu}:89:13: items[1].price")
    (row,) = waiter("menu", "check", menu, "--json").rows
    assert (row["ok"], row["errors"]) == (False, [first, second])


def test_a_price_is_compared_with_the_menu_in_force(waiter: Waiter, tmp_path: Path) -> None:
    assert waiter("menu", "publish", file(tmp_path, "m.json", small())).code == 0
    dear = file(tmp_path, "dear.json", changed("items.1.price", "40.00"))
    assert "'Cola': its price changes by +900 %" in waiter("menu", "check", dear).err


def test_an_image_is_looked_for_beside_the_file(waiter: Waiter, tmp_path: Path) -> None:
    menu = file(tmp_path, "m.json", changed("items.1.image", "cola.png"))
    assert "there is no image 'cola.png'" in waiter("menu", "check", menu).err
    (tmp_path / "cola.png").write_bytes(b"")
    assert "there is no image" not in waiter("menu", "check", menu).err


def test_a_foreign_menu_becomes_one_of_the_house(waiter: Waiter, tmp_path: Path) -> None:
    source = file(tmp_path, "uber.json", sources.uber_eats())
    done = waiter("menu", "import", source, "--currency", "USD", "--name", "Reed Bar")
    assert done.code == 0
    assert json.loads(done.out)["restaurant"]["name"] == "Reed Bar"
    assert "Uber Eats menu v2: 2 categories, 2 dishes, 1 groups" in done.err
    assert "not carried over: items[].image_url ×1" in done.err
    made = tmp_path / "made.json"
    made.write_text(done.out, "utf-8")
    assert waiter("menu", "check", str(made)).code == 0


def test_an_import_may_be_written_as_a_file_and_reported_as_json(
    waiter: Waiter, tmp_path: Path
) -> None:
    source = file(tmp_path, "square.json", sources.square())
    out = str(tmp_path / "made.xlsx")
    done = waiter("menu", "import", source, "--out", out, "--json")
    (row,) = done.rows
    assert (row["shape"], row["dishes"]) == ("Square catalog", 3)
    (whole,) = waiter("menu", "import", source, "--json").rows
    assert len(whole["document"]["items"]) == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--currency CODE and --price-unit major|minor"),
        (("--currency", "TWD"), "--price-unit major|minor"),
        (("--price-unit", "minor"), "--currency CODE"),
        (("--currency", "TWD", "--price-unit", "cents"), "'cents'"),
        (("--currency", "TWDX", "--price-unit", "minor"), "'TWDX' is no currency"),
    ],
)
def test_a_price_whose_unit_cant_be_known_is_asked_for_in_one_line(
    waiter: Waiter, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    source = file(tmp_path, "pos.json", sources.option_groups())
    done = waiter("menu", "import", source, *arguments)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert told in done.err


def test_a_menu_without_prices_is_refused_in_one_line(waiter: Waiter, tmp_path: Path) -> None:
    source = file(tmp_path, "strings.json", {"Soups": ["Leek", "Reed"]})
    done = waiter("menu", "import", source)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert "names 2 dishes and no price" in done.err


def test_a_template_is_filled_in_and_served_within_minutes(waiter: Waiter, tmp_path: Path) -> None:
    done = waiter("menu", "template")
    sheet = tmp_path / "menu.csv"
    sheet.write_text(done.out.replace("22.00", "23.50"), "utf-8", newline="")
    assert waiter("menu", "check", str(sheet)).code == 0
    assert waiter("menu", "publish", str(sheet)).code == 0
    prices = {row["id"]: row["price"] for row in waiter("menu", "show", "--json").rows}
    assert prices["Beef-noodles"] == "23.50"
    rows = waiter("chat", "--json", stdin="two plum drinks\n").rows
    assert "16.00" in rows[-1]["content"]


def test_a_sheets_mistakes_are_told_by_row_and_column(waiter: Waiter, tmp_path: Path) -> None:
    sheet = tmp_path / "menu.csv"
    sheet.write_text("currency,CNY\nname,price\nTea,lots\nPie,\n", "utf-8")
    done = waiter("menu", "check", str(sheet))
    assert done.code == 1
    first, second = done.err.splitlines()
    assert first.startswith(f"{sheet}: row 3, column B (price): 'lots' is no price")
    assert second.startswith(f"{sheet}: row 4, column B (price): is empty")
    published = waiter("menu", "publish", str(sheet))
    assert (published.code, len(published.err.splitlines())) == (2, 1)


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_an_exported_menu_comes_back_as_the_same_version(
    waiter: Waiter, tmp_path: Path, form: str
) -> None:
    assert waiter("menu", "publish", file(tmp_path, "m.json", small())).code == 0
    version = waiter("menu", "versions", "--json").rows[0]["version"]
    out = str(tmp_path / f"out.{form}")
    assert waiter("menu", "export", "--out", out).code == 0
    (row,) = waiter("menu", "check", out, "--json").rows
    assert row["version"] == version


def test_a_sheet_of_a_menu_that_is_elsewhere_needs_that_menu(
    waiter: Waiter, tmp_path: Path
) -> None:
    menu = file(tmp_path, "m.json", small())
    out = str(tmp_path / "out.csv")
    assert waiter("menu", "export", "--menu", menu, "--out", out).code == 0
    assert "--base" in waiter("menu", "import", out).err
    assert waiter("menu", "import", out, "--base", menu).code == 0


def test_schema_org_tells_what_it_leaves_out(waiter: Waiter, tmp_path: Path) -> None:
    menu = file(tmp_path, "m.json", small())
    done = waiter("menu", "export", "--menu", menu, "--to", "schema.org")
    assert json.loads(done.out)["hasMenu"]["@type"] == "Menu"
    assert "1 dishes with allergens" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "none.csv"), "is no file"),
        (("import", "none.json"), "can't be read"),
        (("export", "none"), "is no version, number or file"),
        (("export", "--to", "xlsx"), "name one with --out"),
        (("export", "--out", "menu.pdf"), ".json, .csv or .xlsx"),
        (("export", "--out", "/none/menu.json"), "can't be written"),
    ],
)
def test_a_users_mistake_is_one_line(waiter: Waiter, arguments: tuple[str, ...], told: str) -> None:
    done = waiter("menu", *arguments)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert told in done.err
