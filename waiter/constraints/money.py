"""The amounts of money a text says: in figures with a currency or two decimals, or in words.

amounts("两碗共 ¥32.00")      →  (Decimal("32.00"),)
amounts("九块九")              →  (Decimal("9.9"),)
amounts("only three yuan")   →  (Decimal("3"),)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.numbers import number_at
from menu_data.words.units import words_of

_SYMBOL = r"(?:[¥￥$€£฿₩]|rm|cn¥|us\$|hk\$|nt\$|myr|cny|rmb|usd|eur|gbp|sgd|hkd|twd|jpy)"
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?"
_AMOUNT = re.compile(
    rf"{_SYMBOL}\s*({_NUMBER})|({_NUMBER})\s*(?:元|圆|令吉|块钱|块(?![\u4e00-\u9fff])|块(?=每|[一两二三四五六七八九十][份碗杯个盘瓶只串例位])|yuan|kuai|ringgit|dollars?|bucks?|euros?|pounds?)"
    r"|(?<![\d.:])(\d+\.\d{2})(?![\d%])"
)
_HAN = "零〇一二两三四五六七八九十百千万"
_COST = "是卖收才共计价份碗杯盘瓶只算付为："
_TENTHS = rf"(?: ?([{_HAN[2:11]}\d]) ?(?:毛|角))"
# "两块" of something is no money: it goes on with its tenths, or ends behind a word of cost.
_IN_CHINESE = re.compile(
    rf"([{_HAN}]+) ?(?:(毛钱|毛|角|分钱)|(?:元|圆|块钱){_TENTHS}?"
    rf"|块(?:{_TENTHS}|([一二两三四五六七八九]))(?=\W|$))"
    rf"|(?<=[{_COST}])([{_HAN}]+) ?块(?=\W|$)"
)
_FIGURES_AND_TENTHS = re.compile(
    rf"(?<![\d.])(\d+) ?(?:(?:元|圆|块){_TENTHS}|块([一二两三四五六七八九\d])(?=\W|$))"
)
_UNITS = r"yuan|kuai|ringgit|dollars?|bucks?|euros?|pounds?|cents?"
_IN_ENGLISH = re.compile(rf"((?:[a-z]+[ -]){{0,5}}[a-z]+) ({_UNITS})(?![a-z])")
_FIGURES = re.compile(r"(?<![\d.])\d{1,4}(?![\d.]*\d)")
_PAIR = frozenset({"both", "pair", "俩", "双"})
_BARE = re.compile(
    r"(?:\b(?:to|is|of|at|total|makes|pay)|[计共价是付]) ?:? ?(\d+(?:\.\d)?)"
    r"(?=\W*$| (?:altogether|in all|in total|so far|total|together|at the counter|for)\b)"
)
_WORTH = {"毛": Decimal("0.1"), "角": Decimal("0.1"), "分": Decimal("0.01"), "c": Decimal("0.01")}


def amounts(text: str) -> tuple[Decimal, ...]:
    """Every amount of money in a text."""
    flat = normalise(text).text
    whole = tuple(_with_tenths(flat))
    flat = _FIGURES_AND_TENTHS.sub(" ", flat)
    found = [next(group for group in match.groups() if group) for match in _AMOUNT.finditer(flat)]
    in_figures = (Decimal(number.replace(",", "")) for number in found)
    return (*whole, *in_figures, *_in_chinese(flat), *_in_english(flat))


def bare_sums(text: str) -> tuple[Decimal, ...]:
    """Numbers without a currency that a clause which tells a sum ends on ("comes to 37 in all")."""
    return tuple(Decimal(match[1]) for match in _BARE.finditer(normalise(text).text))


@lru_cache(maxsize=64)
def numbers_in(text: str) -> tuple[int, ...]:
    """Every whole number in a text, in figures or in words; 2 for what means a pair."""
    words = words_of(text)
    found = (number_at(words, at) for at in range(len(words)))
    told = [number[0] for number in found if number is not None]
    figures = [int(figure) for figure in _FIGURES.findall(normalise(text).text)]
    return (*told, *figures, *([2] if _PAIR.intersection(words) else []))


def _in_chinese(flat: str) -> Iterator[Decimal]:
    for match in _IN_CHINESE.finditer(flat):
        words = words_of(match[1] or match[6])
        number = number_at(words, 0)
        if number is not None and number[1] == len(words):
            tenths = next((group for group in match.groups()[2:5] if group), "零")
            yield number[0] * _WORTH.get((match[2] or "元")[0], Decimal(1)) + _tenths(tenths)


def _with_tenths(flat: str) -> Iterator[Decimal]:
    for match in _FIGURES_AND_TENTHS.finditer(flat):
        yield int(match[1]) + _tenths(match[2] or match[3])


def _tenths(digit: str) -> Decimal:
    found = number_at((digit,), 0)
    return Decimal(found[0] if found else 0) / 10


def _in_english(flat: str) -> Iterator[Decimal]:
    for match in _IN_ENGLISH.finditer(flat):
        words = words_of(match[1])
        readings = (number_at(words, start) for start in range(len(words)))
        number = next((one for one in readings if one and one[1] == len(words)), None)
        if number is not None:
            yield number[0] * (_WORTH["c"] if match[2].startswith("cent") else Decimal(1))
