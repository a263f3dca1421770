"""What the turn tests share: the grammar's words, a few apps, turns and near-turns to draw from."""

import json

from hypothesis import strategies as st

from waiter.turn import REPLY_LIMIT, Parsed, ToSys, ToUser, parse
from waiter.wording import load_wording

WORDING = load_wording()
APPS = frozenset({"order", "menu", "點餐應用", "菜單應用", "結賬應用"})

LONGEST_JSON_INTEGER = 2**53 - 1
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LONGEST_JSON_INTEGER, LONGEST_JSON_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
param_names = texts.filter(lambda name: name != "app")
calls = st.builds(
    ToSys, st.sampled_from(sorted(APPS)), st.dictionaries(param_names, values, max_size=4)
)


def said(text: str) -> ToUser | None:
    try:
        return ToUser(text.strip())
    except ValueError:
        return None


replies = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=REPLY_LIMIT)
    .map(said)
    .filter(lambda turn: turn is not None)
)
# Nothing a value could be made of: spliced in, these are refused or stay inside a string.
marks = st.sampled_from(
    [
        *("to_user:", "to_sys:", "to_sys：", "sys:", "user:", "\nsys: ok", "\nto_user: hi"),
        *('"', "'", "‘", "’", "{", "}", "[", "]", ":", "\\", "#", "\n", "```", "\ufeff"),
        *('"}', '"}{"app":"menu"}', '"}\nto_sys: {"app":"menu"', "NaN", "\\u0061", "/*"),
    ]
)
members = st.sampled_from(['"app":"menu"', ',"app":"menu"', '"app":"menu",', ",", '","app":"menu'])
fragments = marks | members
junk = st.lists(fragments | st.text(max_size=8), max_size=12).map("".join)


def strict(raw: str) -> Parsed:
    return parse(raw, APPS, wording=WORDING)


def guided(raw: str) -> Parsed:
    return parse(raw, APPS, wording=WORDING, guided=True)


def canonical(call: ToSys) -> str:
    """A call with its types: 1, 1.0 and true are equal in Python but not here."""
    return json.dumps([call.app, call.params], ensure_ascii=False)


def shape(value: object) -> object:
    """Everything about a value but what its strings say."""
    match value:
        case str():
            return "text"
        case list():
            return [shape(one) for one in value]
        case dict():
            return [shape(one) for one in value.values()]
        case _:
            return repr(value)
