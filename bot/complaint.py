"""What is said to a person whose input can't be used: one line on stderr, exit 2.

Raised anywhere in `bot/`; only `bot.cli` catches it. A failed check is `typer.Exit(1)` instead.
"""

from __future__ import annotations


class Complaint(Exception):
    """A person's mistake. The message is one line: what was wrong, and what is allowed."""
