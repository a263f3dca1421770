"""Staff who speak with a guest themselves: take over, say something, give back. What changes is the
conversation, which the dialogue keeps; here it is said whether the act can be.
"""

from __future__ import annotations

from pydantic import Field

from apps.acts.outcome import StaffOutcome, Standing
from apps.contract import Params

SAID_LENGTH = 1_500


class TakeParams(Params):
    """A guest, or everybody at the visit. `place`: where staff are to read and answer them, in the
    front-end's own terms.
    """

    guest: str | None = None
    place: str = ""


class GiveParams(Params):
    """A guest, or everybody who is taken over."""

    guest: str | None = None


class SayParams(Params):
    """What staff say to a guest they have taken over."""

    guest: str
    text: str = Field(min_length=1, max_length=SAID_LENGTH)


def take_over(params: TakeParams, at: Standing) -> StaffOutcome:
    """From now on staff answer, not the waiter. Whoever came first has them."""
    if at.books.closed:
        return at.refused("visit_closed")
    if (refused := _unknown(params.guest, at)) is not None:
        return refused
    wanted = list(at.guests) if params.guest is None else [params.guest]
    if not wanted:
        return at.refused("no_such_guest", guests=[])
    free = [guest for guest in wanted if not at.guests[guest]]
    if not free:
        return at.refused("already_taken", ", ".join(sorted({at.guests[one] for one in wanted})))
    return at.done({"guests": free, "place": params.place})


def give_back(params: GiveParams, at: Standing) -> StaffOutcome:
    """The waiter answers again."""
    if (refused := _unknown(params.guest, at)) is not None:
        return refused
    wanted = list(at.guests) if params.guest is None else [params.guest]
    taken = [guest for guest in wanted if at.guests[guest]]
    return at.done({"guests": taken}) if taken else at.refused("not_taken")


def say(params: SayParams, at: Standing) -> StaffOutcome:
    """Words of staff's to a guest."""
    if (refused := _unknown(params.guest, at)) is not None:
        return refused
    if not at.guests[params.guest]:
        return at.refused("not_taken")
    return at.done({"guests": [params.guest], "text": params.text})


def _unknown(guest: str | None, at: Standing) -> StaffOutcome | None:
    if guest is None or guest in at.guests:
        return None
    return at.refused("no_such_guest", guest, guests=list(at.guests))
