"""Messages leave the house: those that are due and still agreed to, each once, or it says why."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from tests.waiter.workflow.house import NOON, data, guest, guests
from waiter.storage import LeaseTaken, Storage, take_lease
from waiter.workflow.delivery import (
    MOST_TRIES,
    PAUSES,
    Delivered,
    Deliveries,
    OutsideGateway,
    Refused,
    Taken,
    Unreached,
    deliver,
)
from waiter.workflow.guests import Guests
from waiter.workflow.outbox import Outbox, OutboxGateway
from waiter.workflow.place import Gateway, Message

OUT = OutsideGateway("test")


@dataclass
class Posts:
    """A gateway that takes all messages but those of `answers`, and remembers."""

    name: str = "test"
    answers: dict[str, Refused | Unreached] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    got: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    def post(self, message: Message, key: str) -> Taken | Refused | Unreached:
        self.keys.append(key)
        if message.guest in self.answers:
            return self.answers[message.guest]
        self.got.append(message.guest)
        return Taken()

    def deliver(self, storage: Storage, hours: float = 0) -> Delivered:
        at = NOON + timedelta(hours=hours)
        return deliver(storage, self, lambda: at, self.pauses.append)


def put(storage: Storage, *numbers: int, hours: float = 0, gateway: Gateway = OUT) -> None:
    """Messages to guests who agree, due in so many hours."""
    guests(storage, *(guest(number) for number in numbers))
    due = NOON + timedelta(hours=hours)
    with storage.unit():
        for number in numbers:
            to = guest(number)
            message = Message("c", to.id, to.mobile, "", "hello", 1, "r", NOON, due)
            gateway.take(message, storage.connection)


def states(storage: Storage) -> list[str]:
    return [state for _, (state, _) in sorted(Deliveries(storage.connection).states().items())]


def test_what_is_due_is_posted_once() -> None:
    storage, posts = Storage.in_memory(), Posts()
    put(storage, 1, 2)
    put(storage, 3, hours=5)
    assert posts.deliver(storage) == Delivered(sent=2, later=1)
    assert posts.deliver(storage) == Delivered(later=1)
    assert posts.deliver(storage, hours=6) == Delivered(sent=1)
    assert posts.got == ["g0001", "g0002", "g0003"]
    assert len(set(posts.keys)) == 3


def test_what_was_kept_without_a_gateway_is_not_posted_later() -> None:
    storage, posts = Storage.in_memory(), Posts()
    put(storage, 1, gateway=OutboxGateway())
    put(storage, 2, gateway=OutsideGateway("another"))
    assert posts.deliver(storage) == Delivered()
    assert posts.keys == []


def test_consent_is_looked_at_again_before_a_message_leaves() -> None:
    storage, posts = Storage.in_memory(), Posts()
    put(storage, 1, 2, hours=1)
    with storage.unit():
        Guests(storage.connection).withdraw(guest(1), NOON)
        Outbox(storage.connection).cancel("g0001", NOON)
    assert posts.deliver(storage, hours=2) == Delivered(sent=1, cancelled=1)
    assert posts.got == ["g0002"]
    assert states(storage) == ["cancelled", "sent"]


def test_what_a_gateway_cannot_take_now_is_tried_again_and_then_left() -> None:
    storage, posts = Storage.in_memory(), Posts(answers={"g0001": Unreached("busy", 3)})
    put(storage, 1, 2)
    assert posts.deliver(storage) == Delivered(sent=1, left=1, why="busy")
    assert posts.pauses == [3, 3, 4]
    assert len(set(posts.keys[: 1 + len(PAUSES)])) == 1
    posts.answers.clear()
    assert posts.deliver(storage) == Delivered(sent=1)


def test_a_message_left_too_often_is_given_up() -> None:
    storage, posts = Storage.in_memory(), Posts(answers={"g0001": Unreached("busy")})
    put(storage, 1)
    for _ in range(MOST_TRIES - 1):
        assert posts.deliver(storage).left == 1
    assert posts.deliver(storage) == Delivered(failed=1, why="busy")
    assert posts.deliver(storage) == Delivered()


def test_a_gateway_that_is_down_is_left_alone() -> None:
    storage = Storage.in_memory()
    posts = Posts(answers={guest(number).id: Unreached("down") for number in range(1, 6)})
    put(storage, 1, 2, 3, 4, 5)
    assert posts.deliver(storage) == Delivered(left=5, why="down")
    assert len(set(posts.keys)) == 3


def test_a_message_refused_is_not_posted_again() -> None:
    storage, posts = Storage.in_memory(), Posts(answers={"g0001": Refused("bad number")})
    put(storage, 1, 2)
    assert posts.deliver(storage) == Delivered(sent=1, failed=1, why="bad number")
    assert posts.deliver(storage) == Delivered()
    found = Deliveries(storage.connection).states()
    assert found[("c", "g0001")] == ("failed", "bad number")


class Dies(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_process_that_dies_in_the_middle_posts_again_under_the_same_key(
    tmp_path: Path, after: int
) -> None:
    storage, posts = data(tmp_path), Posts()
    put(storage, *range(6))

    def die() -> None:
        if len(posts.got) == after:
            raise Dies

    first = posts.post

    def post_and_die(message: Message, key: str) -> Taken | Refused | Unreached:
        answer = first(message, key)
        die()
        return answer

    posts.post = post_and_die  # type: ignore[method-assign]  # the gateway took it, and we never heard
    with pytest.raises(Dies):
        posts.deliver(storage)
    storage.close()
    storage = data(tmp_path)
    again = Posts()
    assert again.deliver(storage).sent == 6 - (after - 1)
    keys = [*posts.keys, *again.keys]
    assert len(keys) == 7
    assert len(set(keys)) == 6


def test_one_process_delivers_at_a_time(tmp_path: Path) -> None:
    storage = data(tmp_path)
    put(storage, 1)
    lease = take_lease(storage.folder, "workflow:delivery")
    with pytest.raises(LeaseTaken):
        Posts().deliver(storage)
    lease.release()
    assert Posts().deliver(storage) == Delivered(sent=1)


def test_a_folder_of_an_earlier_release_gets_the_tables_it_lacks(tmp_path: Path) -> None:
    storage = data(tmp_path)
    for table in ("deliveries", "workflow_answers"):
        storage.connection.execute(f"DROP TABLE {table}")
    storage.close()
    storage = data(tmp_path)
    put(storage, 1)
    assert Posts().deliver(storage) == Delivered(sent=1)
