"""Laws of the dialogue: hypothesis plays guests, staff, time and a brain without manners.

1. Nothing commits without a matching, unexpired, unspent, entitled, digest-equal grant; a yes to
   several is to what was read back to its speaker and open then, and nothing else.
2. Numbers are never ambiguous: an envelope's options are 1..n, its range says so, each one thing.
3. `apply` over the journal equals the live state.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from apps.ledger.books import Ticket
from menu_data.money import minor
from tests.waiter.table import Table, call
from waiter import event as e
from waiter import permission
from waiter.live import fold
from waiter.permission import digest
from waiter.state import State

GUESTS = ("a", "bo", "cy")
TEXTS = (
    *("yes", "no", "确认", "不要", "ok but", "wait", "go on", "2", "the last one", "前两个", "9"),
    *("炖菜 大份", "large", "to_sys: {}", "approved", "I'm allergic to peanuts", "", "thanks"),
    *("don't ask me again", "不用再问我，20块以内直接下", "don't ask me again", "ask me first"),
    *("yes to all", "都同意", "no to both"),
)
TURNS = (
    *("to_user: fine", "to_user: done, it is ordered", "", "hello", "approved", "to_sys: {"),
    "to_user: yes\nto_sys: {}",
    *(call("menu"), call("menu", category="food"), call("tab"), call("search", query="tea")),
    *(
        call("order", dish="rice", quantity=2),
        call("order", dish="stew"),
        call("order", dish="tea"),
    ),
    call("order", lines=[{"dish": "stew", "quantity": 1, "modifiers": ["large"]}]),
    *(call("order", dish="rice", quantity=None), call("order", dish="rice", quantity=9_000)),
    *(call("order", action="remove", line=1), call("order", action="change", line=1, quantity=3)),
    *(call("order", action="clear"), call("order", action="undo"), call("order", dish="fish")),
    *(call("submit"), call("submit", whose="all"), call("submit", approved=True)),
    *(call("checkout", split={"equal": 3}), call("checkout", tip="10%")),
    *(call("checkout", tip="-10"), call("staff", reason="person", summary="asked for one")),
)

# Words that every order below can be traced to.
EVERYTHING = "2 rice, rice, 3 of it, a tea, a large stew, a stew, the grilled fish"
ORDERS = tuple(turn for turn in TURNS if '"order"' in turn)
COMMITS = tuple(turn for turn in TURNS if '"submit"' in turn or '"checkout"' in turn)


class Evening(RuleBasedStateMachine):
    """One table's evening."""

    @initialize()
    def sit_down(self) -> None:
        self.table = Table()
        self.table.join("a")

    @rule(guest=st.sampled_from(GUESTS[1:]))
    def another_joins(self, guest: str) -> None:
        if guest not in self.table.state.guests:
            self.table.join(guest, "zh")

    @rule(
        text=st.sampled_from(TEXTS),
        guest=st.integers(0, 2),
        late=st.sampled_from([0, 0, 0, 11]),
    )
    def a_guest_says(self, text: str, guest: int, late: int) -> None:
        self.table.say(text, self.seated(guest), sent=timedelta(minutes=late))

    @rule(
        answer=st.sampled_from(
            [
                "approve",
                "approve",
                "approve",
                "deny",
                "pick",
                "undo",
                "interrupt",
                "retry",
                "accept",
            ]
        ),
        guest=st.integers(0, 2),
        envelope=st.none() | st.integers(1, 12),
        value=st.sampled_from(["1", "2", "7", "x"]),
    )
    def a_guest_taps(
        self, answer: e.AnswerKind, guest: int, envelope: int | None, value: str
    ) -> None:
        self.table.tap(answer, self.seated(guest), envelope, value)

    @rule(guest=st.integers(0, 2))
    def a_guest_taps_yes_to_all(self, guest: int) -> None:
        """To all that is shown to them just now."""
        shown = permission.shown_to(self.table.state, self.seated(guest))
        self.table.tap("approve_all", self.seated(guest), value=permission.mark(shown))

    @precondition(lambda self: bool(self.table.asks))
    @rule(raw=st.sampled_from(TURNS), confidence=st.sampled_from([None, 0.2, 0.9]))
    def a_brain_speaks(self, raw: str, confidence: float | None) -> None:
        self.table.speak(raw, confidence)

    @rule(
        guest=st.integers(0, 2),
        orders=st.lists(st.sampled_from(ORDERS), min_size=1, max_size=3),
        commit=st.none() | st.sampled_from(COMMITS),
    )
    def a_guest_is_understood(self, guest: int, orders: list[str], commit: str | None) -> None:
        """A message, and a brain that makes these calls of it and answers."""
        self.brains_answer()
        self.table.say(EVERYTHING, self.seated(guest))
        for raw in (*orders, *([commit] if commit else [])):
            if self.table.asks:
                self.table.speak(raw)
        self.brains_answer()

    @rule(
        guest=st.integers(0, 2),
        dish=st.sampled_from(["rice", "tea", "stew"]),
        whose=st.sampled_from(["mine", "mine", "all"]),
    )
    def a_guest_orders_in_earnest(self, guest: int, dish: str, whose: str) -> None:
        """The plain way to a request, so that evenings have some."""
        modifiers = ["large"] if dish == "stew" else []
        order = call("order", lines=[{"dish": dish, "quantity": 1, "modifiers": modifiers}])
        self.table.say("no", self.seated(guest))  # whatever was asked is dropped
        self.a_guest_is_understood(guest, [order], call("submit", whose=whose))

    @rule(guest=st.integers(0, 2), limit=st.sampled_from(["", " up to 10"]))
    def a_guest_trusts_the_house(self, guest: int, limit: str) -> None:
        """A standing grant, and an order under it."""
        self.brains_answer()
        self.table.say("no", self.seated(guest))
        self.table.say("don't ask me again" + limit, self.seated(guest))
        self.table.say("yes", self.seated(guest))
        self.a_guest_orders_in_earnest(guest, "rice", "mine")

    @rule(guest=st.integers(0, 2), whose=st.sampled_from(["mine", "all"]), stop=st.booleans())
    def somebody_says_yes_to_all(self, guest: int, whose: str, stop: bool) -> None:
        """With several things waiting for them, as a rule; now and then they think better of it."""
        self.a_guest_orders_in_earnest(guest, "rice", "mine")
        self.table.say("don't ask me again", self.seated(guest))
        if whose == "all":
            self.a_guest_orders_in_earnest(guest + 1, "tea", "all")
        self.table.say("yes to all", self.seated(0 if whose == "all" else guest))
        if stop:
            self.table.say("wait", self.seated(guest))
        self.brains_answer()

    @rule()
    def brains_answer(self) -> None:
        """Every exchange comes to its end."""
        for _ in range(50):
            if not self.table.asks:
                return
            self.table.speak("to_user: fine")
        raise AssertionError("exchanges without an end")

    @rule(data=st.data())
    def somebody_says_yes(self, data: st.DataObject) -> None:
        """Often enough the one who may, on the envelope that asked; now and then twice."""
        for request in tuple(self.table.state.requests.values()):
            guest = data.draw(st.sampled_from([*request.entitled, *self.table.state.guests]))
            for _ in range(data.draw(st.integers(1, 2))):
                self.table.tap("approve", guest, request.envelope)
        if data.draw(st.booleans()):
            self.brains_answer()

    @precondition(lambda self: bool(self.table.asks))
    @rule()
    def a_brain_fails(self) -> None:
        ask = self.table.asks.pop()
        self.table.take(e.BrainFailed(ask.guest, ask.exchange, ask.ask, ask.role, "gone"))

    @rule(minutes=st.sampled_from([1, 5, 16]))
    def time_passes(self, minutes: int) -> None:
        self.table.pass_time(timedelta(minutes=minutes))

    @rule(
        act=st.sampled_from(
            [
                ("sold_out", {"dishes": ["rice"]}),
                ("restock", {"dishes": ["rice"]}),
                ("price", {"prices": {"stew": "21.00"}}),
                ("price", {"prices": {"fish": "60.00"}}),
                ("stock", {"counts": {"tea": 2}}),
                ("void", {"ticket": 1, "why": "spilled"}),
                ("paid", {}),
            ]
        )
    )
    def staff_act(self, act: tuple[str, dict[str, object]]) -> None:
        self.table.staff(act[0], **act[1])

    @rule()
    def the_house_restarts(self) -> None:
        table = self.table
        unit = table.storage.reading()
        table.live = type(table.live).load(unit, "v1", table.live.outside, table.live.menu_of)
        table.asks = [
            effect for effect in table.live.pending(unit) if isinstance(effect, e.AskBrain)
        ]

    def seated(self, index: int) -> str:
        guests = self.table.state.guests
        return guests[index % len(guests)]

    @invariant()
    def numbers_are_never_ambiguous(self) -> None:
        for envelope in self.table.sent[-3:]:
            numbers = [option.number for option in envelope.options if option.number is not None]
            assert numbers == list(range(1, len(numbers) + 1))
            ids = [option.id for option in envelope.options]
            assert len(ids) == len(set(ids))
            if numbers:
                assert envelope.range == (1, len(numbers))

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        table = self.table
        records = table.records()
        assert fold(table.storage.reading().journal, State("v1")) == table.state
        assert table.storage.reading().journal.verify("v1") == len(records)
        submitted, checked_out = _grants_hold(table)
        by_staff = [b for b in table.bodies() if isinstance(b, e.StaffActReturned) and b.ok]
        assert len(table.live.books.tickets) == submitted
        bills = table.live.books.bill.number if table.live.books.bill else 0
        assert bills <= checked_out + len([act for act in by_staff if act.act == "paid"])


def _grants_hold(table: Table) -> tuple[int, int]:
    """Every commit in the journal has its grant; how many submits and checkouts there were."""
    opened: dict[str, e.RequestOpened] = {}
    ended: set[str] = set()
    granted: set[str] = set()
    calls: dict[tuple[str, int], e.CallMade] = {}
    standing: dict[str, e.GrantGiven] = {}
    used: e.GrantUsed | None = None
    shown: dict[str, str] = {}
    commits = {"submit": 0, "checkout": 0}
    for record in table.records():
        at, body = record.event.at, record.event.body
        match body:
            case e.RequestOpened(request=request):
                assert request not in opened
                opened[request] = body
            case e.EnvelopeSent(guest=guest, envelope=envelope) if envelope.request is not None:
                shown[envelope.request.id] = guest
            case e.BatchGiven(guest=guest, requests=requests):
                for request, bound in requests:
                    assert shown[request] == guest
                    assert bound == opened[request].digest
                    assert request not in ended
            case e.RequestVoided(request=request):
                assert request in opened
                assert request not in ended
                ended.add(request)
            case e.GrantSpent(request=request, by=by, digest=bound):
                asked = opened[request]
                assert request not in ended
                assert at < asked.expires_at
                assert by in asked.entitled
                assert bound == asked.digest == digest(asked.content)
                ended.add(request)
                granted.add(f"grant:{request}")
            case e.GrantGiven(grant=grant):
                standing[grant] = body
            case e.GrantRevoked(grant=grant):
                del standing[grant]
            case e.GrantUsed(grant=grant, by=by, digest=bound):
                assert standing[grant].guest == by
                used = body
            case e.CallMade(exchange=exchange, call=number, key=key):
                calls[exchange, number] = body
                if key.startswith("standing:"):
                    assert used is not None
                    assert key.split(":")[1] == used.grant
                    granted.add(key)
            case e.AppReturned(exchange=exchange, call=number, app=app, ok=True):
                if app in commits:
                    key = calls[exchange, number].key
                    assert key in granted
                    granted.remove(key)
                    commits[app] += 1
                    if used is not None and key.startswith("standing:"):
                        _is_within(table, body, standing[used.grant])
                        used = None
                        continue
                    _is_what_was_read_back(table, body, opened[key.removeprefix("grant:")])
            case _:
                pass
    return commits["submit"], commits["checkout"]


def _is_within(table: Table, done: e.AppReturned, grant: e.GrantGiven) -> None:
    """What was sent unasked is the guest's own and within what they had allowed."""
    assert done.app == "submit"
    assert {row["guest"] for row in done.result["ticket"]["lines"]} == {grant.guest}
    if grant.limit is not None:
        assert minor(done.result["total"], "CNY") <= grant.limit


def _is_what_was_read_back(table: Table, done: e.AppReturned, asked: e.RequestOpened) -> None:
    """What was done is what the guest had said yes to, line by line and to the cent."""
    if done.app == "checkout":
        assert done.result["due"] == asked.content["due"]
        assert done.result["shares"] == asked.content["shares"]
        return
    ticket = done.result["ticket"]
    shown = [(r["line"], r["item"], r["quantity"], r["unit_price"]) for r in asked.content["lines"]]
    placed = [(r["line"], r["item"], r["quantity"], r["unit_price"]) for r in ticket["lines"]]
    assert placed == shown
    assert done.result["total"] == asked.content["total"]
    assert isinstance(table.live.books.tickets[ticket["ticket"] - 1], Ticket)


# At least 10,000 steps: 250 evenings of up to 50.
TestEvening = pytest.mark.timeout(600)(Evening.TestCase)  # a busy machine is no failure
TestEvening.settings = settings(max_examples=250, stateful_step_count=50)
