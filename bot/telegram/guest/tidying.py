"""What is kept of people goes when they have gone: what was drawn for them and sent to them, their
choices, knocks that nobody answered. What they ordered and paid is the ledger's.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.telegram import retention
from bot.telegram.floor import Floor
from bot.telegram.guest.afterwards import Afterwards
from bot.telegram.guest.erasing import Erasing
from bot.telegram.guest.languages import Languages

EVERY = timedelta(hours=1)
KNOCKS_FOR = timedelta(hours=24)
# Private chats (ids above zero) of those who sit somewhere, wait, may still be asked, or are staff.
_KNOWN = """SELECT chat FROM telegram_seats WHERE chat IS NOT NULL
    UNION SELECT chat FROM telegram_evenings WHERE chat IS NOT NULL
    UNION SELECT chat FROM telegram_knocks UNION SELECT user FROM telegram_staff"""


class Tidying:
    """Lets go, from time to time."""

    def __init__(
        self, floor: Floor, languages: Languages, afterwards: Afterwards, erasing: Erasing
    ) -> None:
        self._floor, self._languages, self._afterwards = floor, languages, afterwards
        self._erasing = erasing
        self._last: datetime | None = None

    def look(self, at: datetime) -> None:
        """Tidy where it is time to."""
        if self._last is None or at - self._last >= EVERY:
            self.tidy(at)

    def left(self) -> None:
        """A visit is over: what waited for that goes."""
        self._erasing.look()

    def tidy(self, at: datetime) -> None:
        """Let go of what is of nobody who is known."""
        self._last = at
        self._languages.purge(at)
        self._afterwards.let_go(at)
        self._erasing.look()
        open_visits = self._floor.open_visits()
        store = self._floor.store
        with store.writing():
            retention.let_go(store, open_visits, at)
            execute = store.connection.execute
            execute("DELETE FROM telegram_knocks WHERE at < ?", ((at - KNOCKS_FOR).isoformat(),))
            execute(
                f"DELETE FROM telegram_cards WHERE chat > 0 AND chat NOT IN ({_KNOWN})"
                f" AND slot NOT IN ({retention.WAITING})"
            )
            execute(
                "DELETE FROM telegram_outbox WHERE state <> 'waiting' AND chat > 0"
                f" AND chat NOT IN ({_KNOWN})"
            )
