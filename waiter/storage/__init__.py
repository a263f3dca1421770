"""Where everything is kept: one SQLite file, one transaction over journal, inbox, ledger and menu
versions.

    storage = Storage.open(folder)          refuses an unwritable or newer folder with one clear
    line with storage.unit() as unit: ...        BEGIN IMMEDIATE; all of it commits, or none

`waiter.runner` owns the units; nobody else writes. Beyond one machine the same two interfaces,
`Journal` and the ledger's store, point at a server.
"""

from waiter.storage.copies import Damaged, copy, look_through
from waiter.storage.database import Storage, StorageError, Unit
from waiter.storage.erasing import StillOpen, erase
from waiter.storage.inbox import Inbox, InboxRow
from waiter.storage.journal import BrokenChain, Erased, Journal, Record
from waiter.storage.lease import Lease, LeaseTaken, take_lease

__all__ = [
    "BrokenChain",
    "Damaged",
    "Erased",
    "Inbox",
    "InboxRow",
    "Journal",
    "Lease",
    "LeaseTaken",
    "Record",
    "StillOpen",
    "Storage",
    "StorageError",
    "Unit",
    "copy",
    "erase",
    "look_through",
    "take_lease",
]
