"""Makes docs/pictures/conversation.svg, the README's picture: a conversation with the house as it
is, on the shipped menu, drawn by the console's own screen.

    python -m docs.picture          writes it
    python -m docs.picture --print  prints it

The clock stands still, so the same code makes the same picture. `tests/docs` compares them.
"""

from __future__ import annotations

import asyncio
import html
import io
import re
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.cells import cell_len
from rich.console import Console

from bot.composition import open_house
from bot.console.conversation import Conversation
from bot.console.drawing import TextScreen
from bot.console.words import word
from bot.settings import Settings
from waiter.runner import SessionKey

PICTURE = Path(__file__).parent / "pictures" / "conversation.svg"
NOON = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
WIDTH = 80
TITLE = "waiter chat"
SAID = (
    "来两碗担担面，一碗不要辣，我对花生过敏",
    "再来一份手工水饺",
    "2",
    "and a coke please, then place the order",
    "yes",
    "/tab",
)
COLUMN = 12.2  # rich's width of a column
LENGTH = re.compile(r'textLength="[\d.]+"(?P<rest>[^>]*)>(?P<text>[^<]+)<')
# rich's own frame asks the network for a font; a terminal's own do.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", \
"Noto Sans Mono CJK SC", "PingFang SC", "Microsoft YaHei", monospace; \
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


async def conversation(console: Console, folder: Path) -> None:
    """What is said, drawn on a console. `folder`: an empty one for the house."""
    runner = await open_house(Settings(data=folder, embedder="none"), lambda: NOON)
    try:
        await runner.open_visit("v1", "5")
        screen = TextScreen(console, ZoneInfo("Asia/Shanghai"))
        at = Conversation(runner, SessionKey("v1", "guest"), screen)
        await at.begin()
        for line in SAID:
            screen.typed(line, word("prompt", at.spoken))
            await at.take(line)
    finally:
        await runner.close()


def drawn() -> str:
    """The picture, as SVG."""
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, force_interactive=False,
        color_system="truecolor", highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(conversation(console, Path(folder) / "house"))
    picture = console.export_svg(title=TITLE, code_format=FRAME, unique_id="waiter")
    return LENGTH.sub(_length, picture)


def _length(found: re.Match[str]) -> str:
    """rich gives a full-width character the room of one column; it has two."""
    columns = cell_len(html.unescape(found["text"]))
    return f'textLength="{columns * COLUMN:g}"{found["rest"]}>{found["text"]}<'


def main() -> None:
    """Write the picture, or print it."""
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(drawn())
        return
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn(), "utf-8")


if __name__ == "__main__":
    main()
