"""What is still to be sent, kept until it was sent or can't be: rows of the store as `Job`s.

A job's key is unique, so the same thing put twice is one. Jobs of a slot are a card: a newer one
takes the place of one that still waits.
"""

from __future__ import annotations

import json
import secrets
from bisect import insort
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import IntEnum

from bot.telegram.drawing import Post
from bot.telegram.store import Card, Store


class Priority(IntEnum):
    """What goes first."""

    TICKET = 0
    ANSWER = 1
    CARD = 2


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """One message to one chat. `slot`: the card it is drawn on."""

    priority: int
    id: int
    chat: int = field(compare=False)
    key: str = field(compare=False)
    slot: str | None = field(compare=False)
    post: Post = field(compare=False)


class Outbox:
    """The jobs that wait, by chat, in order; in memory as in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[int, list[Job]] = {}
        self.flying: dict[int, Job] = {}  # by chat: one at a time keeps their order
        rows = store.connection.execute(
            "SELECT priority, id, chat, key, slot, post FROM telegram_outbox"
            " WHERE state = 'waiting'"
        )
        for priority, number, chat, key, slot, post in rows.fetchall():
            self._add(Job(priority, number, chat, key, slot, Post.from_json(json.loads(post))))

    def put(
        self, key: str, chat: int, post: Post, at: datetime, priority: Priority = Priority.ANSWER,
        slot: str | None = None,
    ) -> bool:  # fmt: skip
        """Something to be sent; False when it was put before."""
        done = self._store.connection.execute(
            "INSERT OR IGNORE INTO telegram_outbox (key, chat, priority, slot, post, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (key, chat, int(priority), slot, _text(post), at.isoformat()),
        )
        if done.rowcount != 1:
            return False
        self._add(Job(int(priority), int(done.lastrowid or 0), chat, key, slot, post))
        return True

    def draw(
        self, slot: str, chat: int, post: Post, at: datetime, priority: Priority = Priority.CARD
    ) -> bool:
        """A card as it is to be now; False when it shows that, or will."""
        card = self._store.card(slot, chat)
        if self.to_show(card) == post:
            return False
        waits = self._waits(card)
        if waits is not None:
            self._store.connection.execute(
                "UPDATE telegram_outbox SET post = ? WHERE id = ?", (_text(post), waits.id)
            )
            jobs = self._waiting[card.chat]
            jobs[jobs.index(waits)] = replace(waits, post=post)
            return True
        return self.put(f"{slot}#{secrets.token_hex(8)}", card.chat, post, at, priority, slot)

    def to_show(self, card: Card) -> Post | None:
        """What a card shows, or will once all is sent; None where that isn't known."""
        waits, flies = self._waits(card), self.flying.get(card.chat)
        if waits is not None:
            return waits.post
        return flies.post if flies is not None and flies.slot == card.slot else card.post

    def _waits(self, card: Card) -> Job | None:
        jobs = self._waiting.get(card.chat, ())
        return next((job for job in jobs if job.slot == card.slot), None)

    def chats(self) -> list[tuple[int, Job]]:
        """The next job of every chat that has one and none on its way."""
        return [(c, jobs[0]) for c, jobs in self._waiting.items() if jobs and c not in self.flying]

    def take(self, job: Job) -> None:
        """The job is on its way."""
        self._remove(job)
        self.flying[job.chat] = job

    def back(self, job: Job) -> None:
        """It didn't go: it waits again, in its place."""
        self.flying.pop(job.chat, None)
        newer = job.slot is not None and any(
            other.slot == job.slot for other in self._waiting.get(job.chat, ())
        )
        if newer:
            self._set(job, "superseded")
        else:
            self._add(job)

    def done(self, job: Job, error: str | None = None) -> None:
        """It was sent, or can't be: then `error` says why."""
        self.flying.pop(job.chat, None)
        self._set(job, "sent" if error is None else "undelivered", error)

    def moved(self, old: int, new: int) -> None:
        """A group has another number now."""
        with self._store.writing():
            for table in ("telegram_outbox", "telegram_cards"):
                self._store.connection.execute(
                    f"UPDATE {table} SET chat = ? WHERE chat = ?", (new, old)
                )
        for job in self._waiting.pop(old, []):
            self._add(replace(job, chat=new))

    def post_of(self, key: str) -> Post | None:
        """What was put under a key."""
        row = self._store.connection.execute(
            "SELECT post FROM telegram_outbox WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else Post.from_json(json.loads(row[0]))

    def counts(self) -> dict[str, int]:
        """How many jobs are in each state."""
        rows = self._store.connection.execute(
            "SELECT state, COUNT(*) FROM telegram_outbox GROUP BY state"
        )
        return {str(state): int(count) for state, count in rows}

    @property
    def is_empty(self) -> bool:
        return not self.flying and not any(self._waiting.values())

    def _add(self, job: Job) -> None:
        insort(self._waiting.setdefault(job.chat, []), job)

    def _remove(self, job: Job) -> None:
        jobs = self._waiting[job.chat]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.chat]

    def _set(self, job: Job, state: str, error: str | None = None) -> None:
        self._store.connection.execute(
            "UPDATE telegram_outbox SET state = ?, error = ? WHERE id = ?", (state, error, job.id)
        )


def _text(post: Post) -> str:
    return json.dumps(post.to_json(), ensure_ascii=False)
