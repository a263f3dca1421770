"""`waiter replay`: transcripts played again, without a model; the first difference fails."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot import given
from bot.commands.acting import tell
from bot.complaint import Complaint
from waiter import transcript
from waiter.replay import replay as play_again

app = typer.Typer(rich_markup_mode=None)


@app.command("replay")
def replay(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Exported transcripts.")],
    data: given.Data = None,  # noqa: ARG001 - a replay has a house of its own, in memory
    json: given.Json = False,
) -> None:
    """Play transcripts again, exactly; exit 1 and a diff where one comes out differently."""
    options = given.given(ctx).or_else(json=json)
    failed = False
    for path in files:
        recorded = _read(path)
        divergence = play_again(recorded)
        failed = failed or divergence is not None
        count = len(recorded.records)
        row = {
            "file": str(path),
            "visit": recorded.visit,
            "ok": divergence is None,
            "events": count,
            "seq": None if divergence is None else divergence.seq,
            "diff": None if divergence is None else divergence.diff,
        }
        text = f"{count} events, as recorded" if divergence is None else str(divergence)
        tell(options, row, f"{path}: {text}")
    if failed:
        raise typer.Exit(1)


def _read(path: Path) -> transcript.Transcript:
    try:
        with path.open(encoding="utf-8") as lines:
            return transcript.read(lines, str(path))
    except transcript.TranscriptError as error:
        raise Complaint(str(error)) from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{path}: is not UTF-8") from error
    except OSError as error:
        raise Complaint(f"{path}: can't be read: {error.strerror}") from error
