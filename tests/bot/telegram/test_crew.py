"""Who is staff: let in once, removed with effect on the next press, each by their role alone."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.telegram.staff.commands import COMMANDS
from bot.telegram.staff.crew import MAY, ROLES, Crew, Member, Role
from bot.telegram.staff.presses import PRESSES
from bot.telegram.store import Store
from tests.bot.telegram.crew import GROUP, founded, restaurant
from tests.bot.telegram.house import house, storage_in
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
BOSS, DAY = Member(1, "Boss", "owner"), timedelta(hours=24)
DOCS = (Path(__file__).parents[3] / "docs" / "telegram.md").read_text("utf-8")


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    """A crew with its owner."""
    found = Crew(Store(storage_in(tmp_path)))
    found.redeem(1, "Boss", found.owner_code(NOW) or "", NOW)
    return found


def joined(crew: Crew, user: int, role: Role, by: Member = BOSS) -> Member:
    found = crew.redeem(user, f"No{user}", crew.invite(role, by, NOW), NOW)
    assert found is not None
    return found.member


def test_an_invitation_works_once_for_a_day_and_has_128_bits(crew: Crew) -> None:
    code = crew.invite("waiter", BOSS, NOW)
    assert len(code) * 6 >= 128
    assert len(f"inv-{code}") <= 64
    assert crew.redeem(2, "Wei", code, NOW + DAY + timedelta(seconds=1)) is None
    found = crew.redeem(2, "Wei", code, NOW + DAY)
    assert found is not None
    assert (found.member.role, found.by and found.by.name) == ("waiter", "Boss")
    assert crew.redeem(3, "Eve", code, NOW) is None
    assert crew.redeem(2, "Wei", code, NOW) == found  # the same message again
    kept = crew._store.connection.execute("SELECT digest FROM telegram_invitations").fetchall()
    assert code not in str(kept)


def test_who_was_removed_is_out_with_every_invitation_of_theirs(crew: Crew) -> None:
    own = crew.invite("manager", BOSS, NOW)
    found = crew.redeem(2, "Max", own, NOW)
    assert found is not None
    given = crew.invite("kitchen", found.member, NOW)
    assert crew.remove(2, BOSS, NOW) == found.member
    assert crew.member(2) is None
    assert crew.redeem(2, "Max", own, NOW) is None
    assert crew.redeem(3, "Cook", given, NOW) is None
    assert crew.remove(2, BOSS, NOW) is None


def test_nobody_removes_above_themselves_nor_the_last_owner(crew: Crew) -> None:
    manager, other = joined(crew, 2, "manager"), joined(crew, 3, "manager")
    cook = joined(crew, 4, "kitchen", manager)
    assert crew.removable(manager) == [cook]
    assert crew.removable(cook) == []
    assert crew.remove(1, manager, NOW) is None
    assert crew.remove(3, manager, NOW) is None
    assert crew.removable(BOSS) == [manager, other, cook]
    second = joined(crew, 5, "owner")
    assert crew.remove(1, second, NOW) == BOSS


def test_an_owner_who_takes_an_invitation_stays_owner(crew: Crew) -> None:
    code = crew.invite("kitchen", BOSS, NOW)
    found = crew.redeem(1, "Boss", code, NOW)
    assert found is not None
    assert found.member.role == "owner"
    assert crew.redeem(2, "Cook", code, NOW) is not None  # not used up


def test_every_change_is_noted(crew: Crew) -> None:
    joined(crew, 2, "waiter")
    crew.remove(2, BOSS, NOW)
    rows = [(one.who, one.what, one.whom, one.role) for one in crew.noted(9)]
    assert rows == [
        ("Boss", "removed", "No2", "waiter"),
        ("Boss", "joined", "No2", "waiter"),
        ("Boss", "invited", "", "waiter"),
        ("Boss", "joined", "Boss", "owner"),
    ]


def test_every_command_and_press_has_its_right() -> None:
    assert set(COMMANDS) <= set(MAY)
    assert {one.needs for one in PRESSES.values() if one.needs} <= set(MAY)


def test_the_documentation_says_who_may_what() -> None:
    table = DOCS.partition("| what | owner | manager | waiter | kitchen | does |")[2]
    told: dict[str, set[str]] = {}
    for line in table.split("\n\n")[0].splitlines()[2:]:
        what, *marks, _ = (cell.strip() for cell in line.strip("|").split("|"))
        found = re.match(r"`/(\w+)|\*(\w+)\*|a (menu) file", what)
        assert found is not None, line
        right = next(one for one in found.groups() if one).lower()
        told[right] = {role for role, mark in zip(ROLES, marks, strict=True) if mark == "✓"}
    assert told == {right: set(roles) for right, roles in MAY.items()}


async def test_staff_are_removed_by_button_with_effect_on_the_next_press(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        await here.owner.wait("Cook has joined: kitchen")
        private = Person(here.telegram, 2, "Cook")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann)
        here.boss.send("/staff")
        shown = await here.boss.wait("Boss · owner", "Cook · kitchen", that=is_new)
        assert [one["text"] for one in buttons(shown)] == ["Remove Cook"]
        here.boss.press(shown, "Remove Cook")
        asked = await here.boss.wait("No longer staff: Cook", that=is_edit)
        here.boss.press(asked, "Keep")
        again = await here.boss.wait("Cook · kitchen", that=is_edit)
        here.boss.press(again, "Remove Cook")
        sure = await here.boss.wait("No longer staff", that=is_edit)
        query = here.boss.press(sure, "Remove Cook")
        assert await here.boss.toast(query) == "Cook is no longer staff"
        assert "Only staff" in await cook.toast(cook.press(card, "Accept"))
        await private.wait("no longer staff here")
        late = here.boss.press_data(sure, buttons(sure)[0]["callback_data"])
        assert "gone already" in await here.boss.toast(late)
        here.boss.send("/staff log")
        await here.boss.wait("Boss removed Cook (kitchen)", "Cook joined: kitchen (Boss)")


async def test_each_is_shown_the_commands_of_their_role(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        await here.hire(3, "Wei", "waiter")
        commands = here.telegram.commands
        await here.telegram.until(lambda: {1, 3, GROUP} <= commands.keys())
        assert set(commands[1]) == set(COMMANDS)
        assert {"open", "take"} <= set(commands[3])
        assert not {"void", "staff"} & {*commands[3], *commands[GROUP]}
        here.at.service.crew.remove(3, BOSS, datetime.now(UTC))
        await here.telegram.until(lambda: commands[3] == [])


async def test_a_manager_hires_and_removes_below_themselves_alone(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        manager = await here.hire(4, "Max", "manager")
        cook = await here.hire(2, "Cook", "kitchen")
        manager.send("/invite manager")
        await manager.wait("Your role may not")
        manager.send("/staff")
        shown = await manager.wait("Max · manager", that=is_new)
        assert [one["text"] for one in buttons(shown)] == ["Remove Cook"]
        data = buttons(shown)[0]["callback_data"].replace("u:ask:", "u:yes:")
        boss = data.rpartition(":")[0] + ":1"
        assert "can't remove" in await manager.toast(manager.press_data(shown, boss))
        assert "Your role" in await cook.toast(cook.press_data(shown, data))
        assert here.at.service.crew.member(2) is not None


async def test_an_invitation_is_for_the_inviters_eyes(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.boss.send("/invite waiter")
        await here.boss.wait("in your own chat")
        told = await here.owner.wait("Boss invites a colleague (waiter)", "24 hours")
        assert not [m for m in here.boss.shown() if "start=inv-" in m["text"]]
        code = re.search(r"start=(\S+)", told["text"])
        assert code is not None
        wei = Person(here.telegram, 3, "Wei")
        wei.send(f"/start {code[1]}")
        await wei.wait("Hello Wei: waiter, invited by Boss")
        eve = Person(here.telegram, 666, "Eve")
        eve.send(f"/start {code[1]}")
        await eve.wait("wrong or has run out")


async def test_who_writes_as_a_group_or_channel_is_nobody(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        chat = here.telegram.chats[GROUP]
        channel = {"id": -1009, "type": "channel", "title": "News"}
        anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        linked = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        senders = ((anonymous, chat), (linked, channel), (here.boss.user, channel),
                   (here.boss.user, chat))  # fmt: skip
        for user, behind in senders:
            message = here.boss.message(text="/86 beer", sender_chat=behind)
            here.telegram.push("message", {**message, "from": user, "date": int(time.time())})
        here.boss.send("/86")
        await here.boss.wait("Nothing is sold out")


async def test_who_was_hired_is_staff_after_a_restart(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        async with house(tmp_path, telegram) as at:
            here = await founded(at)
            cook = await here.hire(2, "Cook", "kitchen")
            here.boss.send("/staff")
            shown = await here.boss.wait("Cook · kitchen", that=is_new)
        async with house(tmp_path, telegram) as at:
            cook.send("/86 beer")
            await cook.wait("Beer: sold out")
            here.boss.press(shown, "Remove Cook")
            here.boss.press(await here.boss.wait("No longer staff", that=is_edit), "Remove Cook")
            await here.boss.wait("Boss · owner", that=is_edit)
            cook.send("/back beer")
            await cook.wait("Only staff")
