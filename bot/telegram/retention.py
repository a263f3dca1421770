"""How long it is remembered what was drawn and sent: while its table is open, and two days after it
was last shown. A button of what was let go is answered like any old one.

What is kept of people, and how long, is in `guest/tidying.py`.
"""

from __future__ import annotations

from collections.abc import Set
from datetime import datetime, timedelta

from bot.telegram.store import Store

KEPT_FOR = timedelta(hours=48)
# Values that are kept for a visit, by how their keys begin.
OF_A_VISIT = ("calls", "relayed", "table", "told")
_SEATED = "SELECT chat FROM telegram_seats WHERE ended IS NULL AND chat IS NOT NULL"
# A card that is about to be edited would come as a new message if it were forgotten.
WAITING = "SELECT slot FROM telegram_outbox WHERE state = 'waiting' AND slot IS NOT NULL"


def let_go(store: Store, open_visits: Set[str], at: datetime) -> None:
    """Forget what is old and of no visit that is open. The transaction is the caller's."""
    before = (at - KEPT_FOR).isoformat()
    # What a table was told must not be told again while somebody sits there.
    store.connection.execute(
        "DELETE FROM telegram_outbox WHERE state <> 'waiting' AND at < ?"
        f" AND chat NOT IN ({_SEATED})",
        (before,),
    )
    _cards(store, open_visits, before)
    _seats(store, open_visits)
    for begins in OF_A_VISIT:
        for key in store.keys_of(f"{begins}:"):
            if key.split(":")[1] not in open_visits:
                store.connection.execute("DELETE FROM telegram_kept WHERE key = ?", (key,))


def _cards(store: Store, open_visits: Set[str], before: str) -> None:
    rows = store.connection.execute(
        f"SELECT id, slot FROM telegram_cards WHERE at < ? AND chat NOT IN ({_SEATED})"
        f" AND slot NOT IN ({WAITING})",
        (before,),
    )
    gone = [(number,) for number, slot in rows.fetchall() if slot.split(":")[1] not in open_visits]
    store.connection.executemany("DELETE FROM telegram_cards WHERE id = ?", gone)


def _seats(store: Store, open_visits: Set[str]) -> None:
    """Seats of visits that are over are nobody's already."""
    rows = store.connection.execute("SELECT id, visit FROM telegram_seats WHERE user IS NULL")
    gone = [(number,) for number, visit in rows.fetchall() if visit not in open_visits]
    store.connection.executemany("DELETE FROM telegram_seats WHERE id = ?", gone)
