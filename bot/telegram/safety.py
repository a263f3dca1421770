"""The bot's token stays out of every log line and traceback; names from outside are made tame."""

from __future__ import annotations

import logging
import re
import sys

NAME_LENGTH = 20
_SPLIT = re.compile(r"[\W_]+")
HIDDEN = "<token>"


class Redacting(logging.Formatter):
    """Formats a record, traceback included, without the token."""

    def __init__(self, token: str) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        # The part after the colon is the secret; alone it may stand in a message too.
        self._secrets = sorted({token, token.partition(":")[2]} - {""}, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text


def log_to_stderr(token: str) -> None:
    """Warnings and our own news to stderr, redacted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting(token))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waiter.telegram").setLevel(logging.INFO)


def tame(name: str, otherwise: str) -> str:
    """A person's name as a guest's: letters and digits alone, so that nothing in it can be read as
    a turn, a mark or a command.
    """
    return "".join(_SPLIT.split(name))[:NAME_LENGTH] or otherwise
