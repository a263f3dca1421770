"""House notes read from Markdown: a section each."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from menu_data.notes import LONGEST, notes_of, read_notes, stamp


def titles(text: str) -> list[tuple[str, str]]:
    return [(note.title, note.text) for note in notes_of("house", text, "")]


def test_a_section_is_a_note_and_an_empty_one_is_none() -> None:
    assert titles(
        "# House\n\n## Boats\nNo boats.\n\n- none\n\n## Empty\n\n### Swans ###\nTwo."
    ) == [
        ("Boats", "No boats.\n\n- none"),
        ("Swans", "Two."),
    ]


def test_words_before_any_heading_belong_to_the_file() -> None:
    assert titles("Ring the bell.") == [("house", "Ring the bell.")]


def test_the_version_changes_with_the_words_alone() -> None:
    [one] = notes_of("a", "## Boats\nNo boats.", "2030")
    [same] = notes_of("b", "## Boats\nNo boats.", "2031")
    [other] = notes_of("a", "## Boats\nSome boats.", "2030")
    assert one.version == same.version != other.version


def test_a_folder_is_read_by_name_and_its_stamp_tells_a_change(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("## B\nb", "utf-8")
    (tmp_path / "a.md").write_text("## A\na", "utf-8")
    (tmp_path / "c.txt").write_text("## C\nc", "utf-8")
    before = stamp(tmp_path)
    assert [note.id for note in read_notes(tmp_path)] == ["a#1", "b#1"]
    (tmp_path / "a.md").write_text("## A\nanother", "utf-8")
    assert stamp(tmp_path) != before


@given(st.text(alphabet="# \nab*", max_size=80))
def test_any_text_is_read_and_no_note_is_empty_or_too_long(text: str) -> None:
    assert all(0 < len(note.text) <= LONGEST for note in notes_of("f", text, ""))
