"""How reading a turn grows with its length: ten times the text may take about ten times as long.

Run as `python -m benchmarks.turns`. Texts are chosen to make a careless pattern backtrack. Exit 1
where growth is worse than linear by far. Ratios are compared, not times: machines differ.
"""

from __future__ import annotations

import sys
import time

from waiter.turn import parse
from waiter.wording import load_wording

SHORT, LONG = 20_000, 200_000  # characters
# Linear is LONG / SHORT = 10, quadratic 100; between them lies the noise of a busy machine.
WORST_GROWTH = 40.0
# Below this a time is noise, and growth from it says nothing.
FLOOR = 50e-6  # seconds

WORDING = load_wording()

HEADS = ("", "to_user: ", "to_sys: ", '{"app": "menu", "dish": ', "```\n")
UNITS = {
    "letters": "x",
    "spaces": " ",
    "lines": "\n   ",
    "double quotes": '"',
    "single quotes": "'",
    "curly quotes": "‘",
    "braces": "{",
    "brackets": "[",
    "objects": '{"a":',
    "backslashes": "\\",
    "comments": "#",
    "fences": "```",
    "half markers": "to_user ",
    "markers": "to_sys:",
    "marker, spaces": "to_user" + " " * 50,
    "answers": "\nsys",
    "asides": "(a",
    "invisible": "\u200b",
}


def seconds(text: str) -> float:
    """The best of five readings, guided: that is strict, repairs, and strict again."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        parse(text, ("order", "menu"), wording=WORDING, guided=True)
        best = min(best, time.perf_counter() - start)
    return best


def filled(head: str, unit: str, length: int) -> str:
    return (head + unit * (length // len(unit) + 1))[:length]


def main() -> int:
    worst = 0.0
    for name, unit in UNITS.items():
        short = max(seconds(filled(head, unit, SHORT)) for head in HEADS)
        long = max(seconds(filled(head, unit, LONG)) for head in HEADS)
        growth = long / max(short, FLOOR)
        worst = max(worst, growth)
        print(f"{name:16} {SHORT:>7,}: {short * 1e3:7.2f} ms  x{LONG // SHORT}: {growth:6.1f}")
    print(f"worst growth {worst:.1f} (linear {LONG / SHORT:.0f}, bound {WORST_GROWTH:.0f})")
    return int(worst > WORST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
