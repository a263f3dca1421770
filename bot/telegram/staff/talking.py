"""Staff speak with a guest instead of the waiter: `/take`, `/give`, their buttons, and replies to
what the guest wrote.
"""

from __future__ import annotations

from apps.acts.attending import SAID_LENGTH
from bot.telegram.drawing import Post
from bot.telegram.staff.room import Asked, Pressed, Staffroom
from bot.telegram.store import Card
from waiter import telling

# Cards that are about one guest: call:VISIT:NUMBER:GUEST and so on; a reply to one is for them.
KINDS = ("call", "talk", "relay")


def guest_of(card: Card) -> tuple[str, str] | None:
    """The visit and the guest that a card is about; None where it is about none."""
    parts = card.slot.split(":", 3)
    return (parts[1], parts[3]) if parts[0] in KINDS and len(parts) == 4 else None


async def take(room: Staffroom, asked: Asked) -> Post:
    """/take 5: everybody at the table."""
    place = asked.only_table()
    params = {"place": str(asked.chat)}
    who, visit = asked.member.name, room.visit(place)
    done = await room.acting.at_visit(visit, "take_over", params, who, asked.key)
    return room.say("staff.taken_over", guests=telling.joined(done["guests"], room.language))


async def give(room: Staffroom, asked: Asked) -> Post:
    """/give 5"""
    place = asked.only_table()
    who, visit = asked.member.name, room.visit(place)
    done = await room.acting.at_visit(visit, "give_back", {}, who, asked.key)
    return room.say("staff.given_back", guests=telling.joined(done["guests"], room.language))


async def press(room: Staffroom, pressed: Pressed) -> str:
    """h:take:CARD of a call, h:give:CARD of a conversation"""
    verb, number = pressed.part(0), pressed.part(1)
    card = room.floor.store.card_by_id(int(number)) if number.isdecimal() else None
    about = None if card is None else guest_of(card)
    if card is None or about is None or verb not in ("take", "give"):
        return room.word("staff.gone")
    (visit, guest), who = about, pressed.member.name
    if verb == "give":
        await room.acting.at_visit(visit, "give_back", {"guest": guest}, who, pressed.key)
        return room.word("staff.given_back", guests=guest)
    params = {"guest": guest, "place": str(pressed.chat)}
    await room.acting.at_visit(visit, "take_over", params, who, pressed.key)
    _note(room, card, who)
    return room.word("staff.taken_over", guests=guest)


async def reply(room: Staffroom, asked: Asked, card: Card, text: str) -> Post | None:
    """Words for the guest that a card is about. `Refused`: nobody has taken them over."""
    about = guest_of(card)
    if about is None:
        return None
    if not text or len(text) > SAID_LENGTH:
        return room.say("staff.words_only", most=SAID_LENGTH)
    (visit, guest), who = about, asked.member.name
    params = {"guest": guest, "text": text}
    await room.acting.at_visit(visit, "say", params, who, asked.key)
    return None


def _note(room: Staffroom, card: Card, who: str) -> None:
    """The call's card says who came, and has no button any more."""
    if card.post is None:
        return
    by = room.say("staff.by", what=room.word("button.take"), who=who).text
    room.floor.sender.draw(card.slot, card.chat, Post(f"{card.post.text}\n{by}"))
