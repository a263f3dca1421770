"""Every reason an app or an act of staff may give for a no, as one closed list.

The words a guest hears for them are data elsewhere; beside each code stands what its problem says
would be allowed instead.
"""

from __future__ import annotations

from typing import Literal

DishCode = Literal[
    "dish_missing",  # ask: which dish
    "unknown_dish",  # nothing on the menu is called so; with an ask where something comes near
    "dish_unclear",  # ask: the words fit several dishes
    "not_on_menu",  # a line of the tab whose dish, modifier or choice left the menu
    "unknown_category",  # allowed: {"categories": [{"id", "name"}]}
    "bad_page",  # allowed: {"min": 1, "max": n}
]
ChoiceCode = Literal[
    "unknown_modifier",  # allowed: {"modifiers": [{"group", "modifier", "name"}]}
    "modifier_unclear",  # ask: the words fit several modifiers
    "choice_missing",  # ask: a required group or a slot of a combo
    "unknown_choice",  # ask: what was chosen isn't offered in that slot
    "not_removable",
    "no_amounts",
    "too_many_modifiers",  # allowed: {"max": n}
]
QuantityCode = Literal[
    "quantity_missing",  # ask: how many
    "bad_quantity",  # allowed: {"min": n, "max": n}
    "too_many",  # allowed: {"max": n, "limit": its name}; {"max_amount": "x"} for tab_amount
    "out_of_stock",  # allowed: {"left": n}, what this line may have
]
HouseCode = Literal[
    "sold_out",
    "closed",  # allowed: {"opens": local ISO time | None}
    "outside_hours",  # allowed: {"opens": local ISO time | None}
    "kitchen_full",  # allowed: {"opens": local ISO time}
    "no_quote",  # a market price without a quote: staff quote it before a yes
    "note_too_long",  # allowed: {"max": n}
    "party_too_large",  # allowed: {"max": n}
    "bad_head_count",  # allowed: {"min": 1, "max": n}
    "head_count_missing",  # ask: how many guests
    "fulfilment_missing",  # ask: here or to take away
    "bad_fulfilment",  # allowed: {"fulfilment": [...]}
    "visit_closed",
]
TabCode = Literal[
    "no_such_line",  # allowed: {"lines": [numbers of the speaker's own lines]}
    "not_yours",  # the same
    "line_unclear",  # the same
    "nothing_to_change",
    "nothing_to_undo",
    "empty_tab",
]
BillCode = Literal[
    "bad_tip",  # allowed: {"min": "0.00", "max": "x", "percent": n}
    "bad_split",  # allowed: {"min": 1, "max": n}
    "nothing_to_pay",
    "bill_paid",
    "no_bill",
    "payment_mismatch",  # allowed: {"bill": n, "amount": "x", "currency": "CNY"}
]
StaffCode = Literal[
    "no_such_ticket",  # allowed: {"tickets": [numbers]}
    "already_void",
    "already_done",
    "bad_amount",  # allowed: {"max": "x"} where there is a bound
    "bad_menu",  # allowed: {"errors": [texts]}
    "menu_has_changed",  # another is in force than the one it was compared with
    "unpaid",  # allowed: {"due": "x"}
    "no_such_guest",  # allowed: {"guests": [names]}
    "already_taken",  # another of the staff speaks with them
    "not_taken",  # nobody of the staff has taken them over
    "table_taken",  # another party sits there
    "same_table",  # they sit there already
    "no_such_visit",
    "try_again",  # another visit has something to do first
    "unknown_act",  # allowed: {"acts": [names]}
    "bad_params",  # allowed: {"why": text}
]
Code = DishCode | ChoiceCode | QuantityCode | HouseCode | TabCode | BillCode | StaffCode
