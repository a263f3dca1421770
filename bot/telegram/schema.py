"""The front-end's tables in the house's file, made where they aren't there yet."""

from __future__ import annotations

TABLES = (
    """CREATE TABLE IF NOT EXISTS telegram_updates (
        id INTEGER PRIMARY KEY AUTOINCREMENT, update_id INTEGER NOT NULL UNIQUE, at TEXT NOT NULL,
        body TEXT)""",
    """CREATE INDEX IF NOT EXISTS telegram_unfinished ON telegram_updates (id)
        WHERE body IS NOT NULL""",
    """CREATE TABLE IF NOT EXISTS telegram_kept (
        key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS telegram_seats (
        id INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER, chat INTEGER, visit TEXT NOT NULL,
        guest TEXT NOT NULL, place TEXT NOT NULL, shown INTEGER NOT NULL DEFAULT 0,
        ended TEXT)""",
    "CREATE INDEX IF NOT EXISTS telegram_seats_visit ON telegram_seats (visit)",
    "CREATE INDEX IF NOT EXISTS telegram_seats_user ON telegram_seats (user)",
    """CREATE TABLE IF NOT EXISTS telegram_outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, chat INTEGER NOT NULL,
        priority INTEGER NOT NULL, slot TEXT, post TEXT NOT NULL, at TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting', error TEXT)""",
    """CREATE INDEX IF NOT EXISTS telegram_waiting ON telegram_outbox (id)
        WHERE state = 'waiting'""",
    """CREATE TABLE IF NOT EXISTS telegram_cards (
        id INTEGER PRIMARY KEY AUTOINCREMENT, slot TEXT NOT NULL UNIQUE, chat INTEGER NOT NULL,
        message INTEGER, post TEXT, note TEXT NOT NULL DEFAULT '', at TEXT NOT NULL DEFAULT '')""",
    """CREATE TABLE IF NOT EXISTS telegram_evenings (
        id INTEGER PRIMARY KEY AUTOINCREMENT, visit TEXT NOT NULL, seat INTEGER NOT NULL,
        user INTEGER, chat INTEGER, guest TEXT NOT NULL, place TEXT NOT NULL,
        language TEXT NOT NULL, due TEXT NOT NULL, asked INTEGER NOT NULL DEFAULT 0,
        stars INTEGER, comment TEXT, UNIQUE (visit, user))""",
    """CREATE INDEX IF NOT EXISTS telegram_to_ask ON telegram_evenings (due)
        WHERE user IS NOT NULL""",
    """CREATE TABLE IF NOT EXISTS telegram_known (
        digest TEXT NOT NULL, visit TEXT NOT NULL, guest TEXT NOT NULL,
        PRIMARY KEY (digest, visit, guest)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS telegram_languages (
        user INTEGER PRIMARY KEY, language TEXT NOT NULL, at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS telegram_photos (
        source TEXT PRIMARY KEY, file_id TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS telegram_views (
        seat INTEGER NOT NULL, card TEXT NOT NULL, shown TEXT NOT NULL,
        PRIMARY KEY (seat, card)) WITHOUT ROWID""",
    """CREATE INDEX IF NOT EXISTS telegram_shown ON telegram_cards (chat, message)""",
    """CREATE TABLE IF NOT EXISTS telegram_keys (
        id TEXT PRIMARY KEY, secret BLOB NOT NULL, at TEXT NOT NULL, retired TEXT)""",
    """CREATE TABLE IF NOT EXISTS telegram_staff (
        user INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS telegram_invitations (
        digest TEXT PRIMARY KEY, role TEXT NOT NULL, expires TEXT NOT NULL, by INTEGER,
        name TEXT NOT NULL, used INTEGER)""",
    """CREATE TABLE IF NOT EXISTS telegram_audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, who TEXT NOT NULL,
        what TEXT NOT NULL, whom TEXT NOT NULL, role TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS telegram_knocks (
        id INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL UNIQUE, chat INTEGER NOT NULL,
        name TEXT NOT NULL, language TEXT NOT NULL, place TEXT NOT NULL, at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS telegram_blocked (
        user INTEGER PRIMARY KEY, name TEXT NOT NULL, who TEXT NOT NULL, at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS telegram_days (
        who BLOB NOT NULL, day TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (who, day)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS telegram_refused (
        day TEXT NOT NULL, code TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (day, code)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS telegram_uploads (
        id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, chat INTEGER NOT NULL,
        who TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, at TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting', version TEXT NOT NULL DEFAULT '',
        document TEXT NOT NULL DEFAULT '', instead_of TEXT NOT NULL DEFAULT '',
        shown TEXT NOT NULL DEFAULT '', by TEXT NOT NULL DEFAULT '')""",
)

# Columns that tables made by earlier releases lack: table, column, what it is.
ADDED = (("telegram_cards", "at", "TEXT NOT NULL DEFAULT ''"),)
