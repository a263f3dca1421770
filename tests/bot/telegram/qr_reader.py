"""Reads a QR code back from the SVG path it was drawn with, by ISO 18004 and none of the library's
code: version 3 to 6, byte mode, no dirt (so no error correction).
"""

from __future__ import annotations

import re
from collections.abc import Callable

Matrix = list[list[int]]

LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
FORMAT_MASK = 0x5412
# Data codewords of each block (ISO 18004, table 9).
BLOCKS = {
    (3, "L"): [55], (3, "M"): [44], (3, "Q"): [17] * 2, (3, "H"): [13] * 2,
    (4, "L"): [80], (4, "M"): [32] * 2, (4, "Q"): [24] * 2, (4, "H"): [9] * 4,
    (5, "L"): [108], (5, "M"): [43] * 2, (5, "Q"): [15, 15, 16, 16], (5, "H"): [11, 11, 12, 12],
    (6, "L"): [68] * 2, (6, "M"): [27] * 4, (6, "Q"): [19] * 4, (6, "H"): [15] * 4,
}  # fmt: skip
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def drawn(path: str, side: int, border: int) -> Matrix:
    """The modules of a path made of strokes of width 1: M x y, h length, m dx dy."""
    found = [[0] * side for _ in range(side)]
    x = y = 0.0
    for order, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(one) for one in numbers.split()]
        if order == "h":
            for column in range(int(x), int(x + values[0])):
                found[int(y)][column] = 1
            x += values[0]
        else:
            x, y = (values[0], values[1]) if order == "M" else (x + values[0], y + values[1])
    assert not any(map(any, found[:border])), "the quiet zone is quiet"
    return [row[border:-border] for row in found[border:-border]]


def read(code: Matrix) -> str:
    """The text of a code."""
    size = len(code)
    version = (size - 17) // 4
    bits = [code[8][column] for column in (0, 1, 2, 3, 4, 5, 7, 8)]
    info = (int("".join(map(str, bits[:5])), 2)) ^ (FORMAT_MASK >> 10)
    mask, blocks = MASKS[info & 0b111], BLOCKS[version, LEVELS[info >> 3]]
    stream = [code[r][c] ^ mask(r, c) for r, c in _way(size)]
    words = [int("".join(map(str, stream[at : at + 8])), 2) for at in range(0, len(stream) - 7, 8)]
    data = "".join(f"{word:08b}" for word in _joined(words, blocks))
    assert data[:4] == "0100", "byte mode"
    length = int(data[4:12], 2)
    return bytes(int(data[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


def _joined(words: list[int], blocks: list[int]) -> list[int]:
    """Codewords of the blocks one after the other; they stand in the code by turns."""
    parts: list[list[int]] = [[] for _ in blocks]
    given = iter(words)
    for turn in range(max(blocks)):
        for part, length in zip(parts, blocks, strict=True):
            if turn < length:
                part.append(next(given))
    return [word for part in parts for word in part]


def _way(size: int) -> list[tuple[int, int]]:
    """The modules that hold data, in the order they are read: two columns up, two down."""
    found = []
    right, upwards = size - 1, True
    while right > 0:
        right -= right == 6
        for row in range(size - 1, -1, -1) if upwards else range(size):
            found += [(row, column) for column in (right, right - 1) if _is_data(row, column, size)]
        right, upwards = right - 2, not upwards
    return found


def _is_data(row: int, column: int, size: int) -> bool:
    corner = (row < 9 and column < 9) or (row < 9 and column >= size - 8)
    corner = corner or (row >= size - 8 and column < 9)
    aligned = abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return not (corner or aligned or row == 6 or column == 6)
