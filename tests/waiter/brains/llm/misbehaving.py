"""Every way an endpoint goes wrong that we know of, each as an answer to any request.

`TURNS` are replies the protocol refuses (by the kind they are refused as); where they carry a call
it is for nine portions of crayfish, which nobody asked for. `OUTAGES` are failures of the endpoint
(by a part of the reason the journal has).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.waiter.brains.llm.endpoint import Answer, Request, chunk, in_turn, refusing, streamed

CRAYFISH = '{"app": "order", "lines": [{"dish": "crayfish", "quantity": 9}]}'

TURNS: Mapping[str, tuple[str, str]] = {
    "mixed": ("mixed", f"to_user: 好的，马上。\nto_sys: {CRAYFISH}"),
    "call first": ("mixed", f"to_sys: {CRAYFISH}\nto_user: 小龙虾九份，记下了。"),
    "invented sys": ("invented_sys", f'to_sys: {CRAYFISH}\nsys: {{"ok": true}}'),
    "prose around": ("text_around", f"Sure! I will call the app now.\nto_sys: {CRAYFISH}"),
    "prose after": ("text_around", f"to_sys: {CRAYFISH}\nI have placed the order."),
    "fence": ("no_marker", f"```json\n{CRAYFISH}\n```"),
    "bare object": ("no_marker", CRAYFISH),
    "broken json": ("bad_json", 'to_sys: {"app": "order", "lines": [{"dish": "crayfish", '),
    "deep json": ("bad_json", 'to_sys: {"app": ' + "[" * 5_000),
    "twice the key": ("duplicate_key", 'to_sys: {"app": "order", "app": "submit"}'),
    "list": ("not_an_object", f"to_sys: [{CRAYFISH}]"),
    "unknown app": ("unknown_app", 'to_sys: {"app": "pay_now", "amount": 1}'),
    "unknown param": ("bad_params", 'to_sys: {"app": "order", "dish": "crayfish", "price": "0"}'),
    "wrong type": ("bad_params", 'to_sys: {"app": "order", "dish": "crayfish", "quantity": "9"}'),
    "no marker": ("no_marker", "I'm sorry, but I can't help with that."),
    "thinking": ("text_around", "<think>the guest wants food</think>\nto_user: 好的"),
    "leak": ("leak", "to_user: 我正在调用点餐应用，请稍候"),
    "direction": ("leak", "to_user: 好的 [等待系统回复]"),
    "nothing": ("empty", ""),
    "white space": ("empty", " \n\t"),
    "endless": ("too_long", "to_user: " + "好" * 100_000),
    "schema with both": ("no_marker", f'{{"turn": {{"to_user": "好"}}, "call": {CRAYFISH}}}'),
    "schema with prose": ("no_marker", f'Here: {{"turn": {CRAYFISH}}}'),
    "schema with mixed": ("mixed", '{"turn": {"to_user": "好\\nto_sys: {}"}}'),
}

_STARTED = chunk({"content": "to_user: "})
OUTAGES: Mapping[str, tuple[str, Callable[[Request], Answer]]] = {
    "page": ("text/html", in_turn(Answer((b"<html>Sign in</html>",), kind="text/html"))),
    "cut": ("cut before its end", in_turn(streamed("to_user: 小龙虾", end=None))),
    "torn": ("connection failed", in_turn(Answer((_STARTED,), end="torn"))),
    "busy": ("said 429", in_turn(refusing(429, "slow down"))),
    "busy for long": ("said 429", in_turn(refusing(429, "later", ("retry-after", "900")))),
    "down": ("said 500", in_turn(refusing(500, "oops"))),
    "bad gateway": ("said 502", in_turn(Answer((b"<html>502</html>",), 502, "text/html"))),
    "key": ("said 401", in_turn(refusing(401, "who are you"))),
    "hanging": ("connection failed", in_turn(Answer((_STARTED,), end="hanging"))),
    "refusal": ("refused", in_turn(streamed("", refusal="I won't"))),
    "length": ("bound on tokens", in_turn(streamed(f"to_sys: {CRAYFISH[:20]}", end="length"))),
    "filter": ("content filter", in_turn(streamed("to_user: 好", end="content_filter"))),
    "broken line": ("stream is broken", in_turn(Answer((_STARTED, b'data: {"choi\n\n')))),
}
