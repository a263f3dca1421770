"""Errors and warnings are told with the place in the file that somebody edits."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.checking import Broken, image_beside, read_file
from menu_data.faults import Place
from menu_data.lint import Around
from menu_data.positions import Positions
from tests.menu_data.documents import small


def lines(raw: str | bytes, name: str = "m.json") -> tuple[str, ...]:
    with pytest.raises(Broken) as broken:
        read_file(raw.encode() if isinstance(raw, str) else raw, name)
    return broken.value.lines


def test_every_error_of_the_shape_is_told_with_line_and_column() -> None:
    document = small()
    document["items"][0]["price"] = "12.345"
    document["items"][2]["allergens"] = {"moonlight": "contains"}
    first, second = lines(json.dumps(document, indent=1, ensure_ascii=False))
    assert first.startswith("m.json:72:13: items[0].price: '12.345' is finer than CNY goes")
    assert second.startswith("m.json:97:18: items[2].allergens.moonlight: unknown allergen")


def test_a_reference_that_leads_nowhere_is_told_with_line_and_column() -> None:
    document = small()
    document["items"][1]["category"] = "cupz"
    (told,) = lines(json.dumps(document, indent=1, ensure_ascii=False))
    assert told.startswith("m.json:88:16: items[1].category: unknown category 'cupz'; did you mean")


def test_what_is_missing_is_told_where_it_belongs() -> None:
    document = small()
    del document["items"][1]["price"]
    (told,) = lines(json.dumps(document, indent=1, ensure_ascii=False))
    assert told.startswith("m.json:85:3: items[1].price: is missing")


def test_text_that_is_no_json_is_told_with_line_and_column() -> None:
    assert lines('{"a": {"name": "x",\n"price":}') == (
        "m.json:2:9: is not JSON, at '}': Expecting value",
    )


def test_an_entry_of_a_flat_menu_is_told_at_its_own_place() -> None:
    flat = '{"a": {"name": "x", "price": "12元"},\n "b": {"name": "y", "price": "12"}}'
    assert lines(flat)[0].startswith("m.json:2:30: b.price: '12' needs one currency")
    read = read_file(flat.replace('"12"', '"3元"').encode(), "m.json")
    assert read.where(("items", 1, "name")) == "m.json:2:16"


def test_a_file_that_nests_for_the_sake_of_it_fills_no_memory() -> None:
    nested = "[" * 400 + "]" * 400
    tracemalloc.start()
    (told,) = lines(f"[{','.join([nested] * 100)}]")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "nested too deep" in told
    assert peak < 40_000_000  # 40,000 places of hundreds of steps each would be 80 MB


def test_of_very_many_errors_as_many_are_told_as_were_asked_for() -> None:
    document = small()
    document["items"] = [{"id": f"d{number}"} for number in range(3_000)]
    raw = json.dumps(document).encode()
    for most in (20, 500):
        with pytest.raises(Broken) as broken:
            read_file(raw, "m.json", most=most)
        assert len(broken.value.lines) == most


def test_a_sheet_is_told_by_row_and_column() -> None:
    assert lines("name,price\nTea,lots\n", "m.csv")[0].startswith("m.csv: row 2, column B (price)")


def test_warnings_have_their_place_too() -> None:
    read = read_file(json.dumps(small(), indent=1).encode(), "m.json")
    found = {one.kind: text for one, text in read.warnings(Around())}
    assert found["allergens"].startswith("m.json:85:3: no allergens are recorded")


def test_an_image_lies_beside_the_menu_and_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "menu").mkdir()
    (tmp_path / "secret.png").write_bytes(b"")
    (tmp_path / "menu" / "tea.png").write_bytes(b"")
    exists = image_beside(tmp_path / "menu" / "m.json")
    assert exists("tea.png")
    assert not exists("../secret.png")
    assert not exists(str(tmp_path / "secret.png"))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values, st.sampled_from([None, 1, 4]))
def test_every_value_is_found_where_it_stands(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    positions = Positions(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def check(part: object, place: Place) -> None:
        line, column = positions.of(place)
        found, _ = json.JSONDecoder().raw_decode(text, starts[line - 1] + column - 1)
        assert found == part
        if isinstance(part, dict):
            for key, inner in part.items():
                check(inner, (*place, key))
        elif isinstance(part, list):
            for index, inner in enumerate(part):
                check(inner, (*place, index))

    check(value, ())
