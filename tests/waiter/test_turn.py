"""The turn grammar: what is a turn, what is refused and why, and the laws that tie both."""

import pytest

from tests.waiter.turn_laws import (
    APPS,
    WORDING,
    strict,
)
from waiter.turn import (
    CALL_LIMIT,
    REPLY_LIMIT,
    ToSys,
    ToUser,
    Violation,
    parse,
    render,
)
from waiter.violation import KINDS, REASONS, Fault
from waiter.wording import load_wording


def kind(raw: str) -> str:
    parsed = strict(raw)
    assert isinstance(parsed, Violation), parsed
    return parsed.kind


# What a turn is


def test_a_reply_to_the_guest_is_the_text_after_its_marker() -> None:
    assert strict("to_user: 好的，两碗担担面。") == ToUser("好的，两碗担担面。")


def test_white_space_around_the_reply_and_after_the_marker_is_set_aside() -> None:
    assert strict("\n  to_user:您好\n还要别的吗？ \n") == ToUser("您好\n还要别的吗？")
    assert strict(' to_sys:\n{ "app" : "menu" }\n') == ToSys("menu")


def test_a_call_is_the_app_and_the_rest_of_the_object() -> None:
    raw = 'to_sys: {"app": "點餐應用", "usernum": 1, "caiming": "包子", "cainum": 5}'
    assert strict(raw) == ToSys("點餐應用", {"usernum": 1, "caiming": "包子", "cainum": 5})


def test_a_name_and_its_aliases_are_kept_as_written() -> None:
    assert strict('to_sys: {"app": "菜單應用"}') == ToSys("菜單應用")


def test_a_marker_inside_a_string_of_a_call_is_data() -> None:
    call = ToSys("order", {"note": 'to_user: hi\nsys: {"app": "menu"}'})
    assert strict(render(call)) == call


# What is refused


@pytest.mark.parametrize("raw", ["", " \n ", "\u200b", "to_user:", "to_user:  \n", "to_sys:"])
def test_nothing_said_is_empty(raw: str) -> None:
    assert kind(raw) == "empty"


@pytest.mark.parametrize(
    "raw", ["好的", '{"app": "menu"}', "To_User: hi", "to_user： hi", "to_user hi", "user_to: hi"]
)
def test_a_reply_without_its_exact_marker_has_none(raw: str) -> None:
    assert kind(raw) == "no_marker"


@pytest.mark.parametrize(
    "raw",
    [
        'to_user: 好的\nto_sys: {"app": "menu"}',
        'to_user: 好的 to_sys: {"app": "menu"}',
        'to_sys: {"app": "menu"}\nto_user: 好的',
        'to_sys: {"app": "menu"} to_sys: {"app": "menu"}',
        "to_user: a\nto_user: b",
        "to_user: to_user: b",
        'to_user: a\nTO_SYS： {"app": "menu"}',
        'to_sys: to_user: {"app": "menu"}',
        'Sure.\nto_user: a\nto_sys: {"app": "menu"}',
    ],
)
def test_two_markers_are_mixed(raw: str) -> None:
    assert kind(raw) == "mixed"


@pytest.mark.parametrize(
    "raw",
    [
        'to_sys: {"app": "menu"}\nsys: 菜單如下\nto_user: 好的',
        'to_sys: {"app": "menu"} sys：ok',
        "to_user: 几份？\nuser: 三份",
        "to_user: 几份？\n  User: 三份",
        "sys: 已下單",
        "to_user: sys: 已下單",
    ],
)
def test_the_other_sides_line_is_invented(raw: str) -> None:
    assert kind(raw) == "invented_sys"


@pytest.mark.parametrize(
    "raw",
    [
        '好的！to_sys: {"app": "menu"}',
        "Let me see.\nto_user: hi",
        '```json\nto_sys: {"app": "menu"}\n```',
        'to_sys: {"app": "menu"} 好的',
        'to_sys: {"app": "menu"}}',
        'to_sys: {"app": "menu"}{"app": "menu"}',
        'to_sys: {"app": "menu"};',
    ],
)
def test_text_before_the_marker_or_after_the_call_is_refused(raw: str) -> None:
    assert kind(raw) == "text_around"


@pytest.mark.parametrize(
    "object_",
    [
        '{"app": "menu",}',
        "{'app': 'menu'}",
        "{‘app’: 'menu'}",
        '{"app": "menu"} '[:-3],
        '{"app"： "menu"}',
        '{"app": "menu" # which\n}',
        '{"app": "menu", /* no */ "page": 1}',
        '{"app": "menu", "page": NaN}',
        '{"app": "menu", "page": -Infinity}',
        '{"app": "menu", "page": 1e999}',
        '{"app": "menu", "page": 01}',
        '{"app": "menu", "page": +1}',
        '{"app": "menu", "page": .5}',
        '{"app": "menu", "page": 1٣}',
        '{"app": "menu", "page": 9007199254740992}',
        '{"app": "menu", "page": ' + "9" * 5_000 + "}",
        '{"app": "menu", "dish": "\\ud83d"}',
        '{"app": "menu", "dish": "\ud83d"}',
        '{"app": "menu", "\\udc00": 1}',
        '{"app": "menu", "dish": "a\nb"}',
        '{"app": "menu", "dish": "a\\u0000b"}',
        '{"app": "menu", "dish": "\\u001b[2J"}',
        '{"app": "menu", "dish": "\\x41"}',
        '{"app": "menu", "page": True}',
        '{"app": "menu", "page": ' + "[" * 13 + "]" * 13 + "}",
        "[" * CALL_LIMIT,
        '{"a":' * 1_500,
        "menu",
    ],
)
def test_what_is_no_strict_json_is_bad_json(object_: str) -> None:
    assert kind(f"to_sys: {object_}") == "bad_json"


@pytest.mark.parametrize("value", ["[]", '["app", "menu"]', '"menu"', "5", "null", "true", "1.5"])
def test_json_that_is_no_object_says_so(value: str) -> None:
    assert kind(f"to_sys: {value}") == "not_an_object"


@pytest.mark.parametrize(
    "object_",
    [
        '{"app": "menu", "app": "order"}',
        '{"app": "menu", "\\u0061pp": "menu"}',
        '{"app": "order", "lines": [{"dish": "a", "dish": "b"}]}',
    ],
)
def test_a_key_written_twice_is_refused(object_: str) -> None:
    assert kind(f"to_sys: {object_}") == "duplicate_key"


@pytest.mark.parametrize(
    "object_",
    [
        "{}",
        '{"app": "rm"}',
        '{"app": "Menu"}',
        '{"app": " menu"}',
        '{"app": 1}',
        '{"app": null}',
        '{"app": ["menu"]}',
        '{"App": "menu"}',
        '{"app": ""}',
    ],
)
def test_an_app_that_is_missing_or_not_known_is_refused(object_: str) -> None:
    assert kind(f"to_sys: {object_}") == "unknown_app"


def test_a_reply_is_bounded() -> None:
    assert strict("to_user: " + "好" * REPLY_LIMIT) == ToUser("好" * REPLY_LIMIT)
    assert kind("to_user: " + "好" * (REPLY_LIMIT + 1)) == "too_long"


def test_a_call_is_bounded() -> None:
    room = CALL_LIMIT - len(render(ToSys("menu", {"dish": ""}))) + len("to_sys: ")
    longest = ToSys("menu", {"dish": "x" * room})
    assert strict(render(longest)) == longest
    assert kind(render(longest).replace("x", "xx", 1)) == "too_long"
    assert kind('to_sys: {"app": "menu", "dish": "' + "x" * 100_000) == "too_long"


def test_a_call_that_grows_over_the_bound_when_rendered_is_too_long() -> None:
    # 1e15 is written 1000000000000000.0
    assert kind('to_sys: {"app": "menu", "n": [' + "1e15," * 1_500 + "1]}") == "too_long"


@pytest.mark.parametrize(
    "text",
    [
        "[等待系統回復]",
        "好的。（等待回复）",
        "Sure! (waiting for response)",
        "One moment *thinking*",
        "系统显示没有这道菜",
        "我们的點餐系統正在忙",
        "As an AI, I can't taste food.",
        "The system says it is sold out.",
        "Here is the JSON",
        "I will write to_sys now",
        'OK {"app": "menu"}',
        "<think>two bowls</think>两碗",
        "正在调用菜单应用",
        "Order noted, sys: ok",
        "a\x1b[2Jb",
        "a\rb",
        "a\x00b",
        "half \ud83d",
    ],
)
def test_what_shows_the_system_to_the_guest_is_a_leak(text: str) -> None:
    assert kind(f"to_user: {text}") == "leak"


@pytest.mark.parametrize(
    "text",
    [
        "空调系统正在维修，给您换一张桌子。",
        "Our sound system is too loud? I will tell the staff.",
        "宫保鸡丁（等待约10分钟）",
        "今天有（微笑薯饼）",
        "不好意思，刚才报错价了，应该是18元。",
        "Thanks for the prompt payment!",
        "Capital, two coffees (no sugar).",
        "请稍等，我去问一下厨房。",
        "3 * 18.00 = 54.00",
        "* 担担面 18.00\n* 馄饨 16.00",
        "好的\r\n还要别的吗？",
        "您可以用我们的优惠代码。",
    ],
)
def test_ordinary_words_to_a_guest_are_no_leak(text: str) -> None:
    assert strict(f"to_user: {text}") == ToUser(text)


def test_a_restaurants_own_words_are_never_a_leak() -> None:
    wording = load_wording(ordinary=["系统炸鸡", "System Burger"])
    for text in ("系统炸鸡 32元", "One System Burger."):
        assert kind(f"to_user: {text}") == "leak"
        assert parse(f"to_user: {text}", APPS, wording=wording) == ToUser(text)


def test_a_violation_says_where_and_what() -> None:
    raw = '  to_sys: {"app": "menu"} 好的'
    violation = strict(raw)
    assert isinstance(violation, Violation)
    assert violation.at == raw.index("好的")
    assert "好的" in violation.sentence


def test_an_unknown_app_is_answered_with_the_known_ones() -> None:
    violation = strict('to_sys: {"app": "rm"}')
    assert isinstance(violation, Violation)
    assert all(app in violation.sentence for app in ("rm", "order", "結賬應用"))


def test_a_sentence_quotes_only_a_little() -> None:
    violation = strict("x" * 100_000)
    assert isinstance(violation, Violation)
    assert len(violation.sentence) < 400


def test_every_reason_has_its_sentence() -> None:
    for each in KINDS:
        for reason in REASONS[each]:
            violation = WORDING.violation(Fault(each, reason, found="{found} {0}", allowed="a, b"))
            assert violation.kind == each
            assert violation.sentence
