"""Lines of a pipe: whole whatever pieces they come in, UTF-8 or not, and never without end."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bot.console.pipe import LONGEST_LINE, Splitter, lines


def split(pieces: list[bytes]) -> list[str]:
    splitter = Splitter()
    found = [line for piece in pieces for line in splitter.feed(piece)]
    return found + splitter.end()


@given(st.lists(st.text(st.characters(exclude_characters="\n\r\ufeff", exclude_categories=["Cs"]))))
def test_lines_come_out_whole_however_they_are_cut(texts: list[str]) -> None:
    sent = "".join(f"{text}\n" for text in texts).encode()
    assert split([sent[i : i + 1] for i in range(len(sent))]) == texts
    assert split([sent]) == texts


def test_line_ends_of_other_systems_and_a_byte_order_mark_are_no_text() -> None:
    assert split([b"\xef\xbb\xbfhi\r\nyes"]) == ["hi", "yes"]


def test_what_is_not_utf8_is_replaced() -> None:
    assert split([b"a\xffb\n"]) == ["a\ufffdb"]


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    splitter = Splitter()
    for _ in range(100):
        assert splitter.feed(b"x" * LONGEST_LINE) == []
    assert [len(line) for line in splitter.feed(b"\nnext\n")] == [LONGEST_LINE, 4]


async def test_a_pipe_is_read_to_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, "你好\n再见".encode())
    os.close(writing)
    assert [line async for line in lines(reading)] == ["你好", "再见"]
    os.close(reading)


async def test_a_file_is_read_like_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("one\n\ntwo\n", "utf-8")
    with path.open("rb") as file:
        assert [line async for line in lines(file.fileno())] == ["one", "", "two"]


async def test_leaving_does_not_wait_for_a_pipe_that_stays_open() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"quit\nmore")
    async for line in lines(reading):
        assert line == "quit"
        break
    os.close(writing)
