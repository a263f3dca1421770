"""What staff read of a menu they sent, and of a no, is in the kitchen's language: nothing that only
a program would say.
"""

from __future__ import annotations

import ast
import io
import json
import re
import zipfile
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import apps.acts
from bot.telegram.words import word_or
from tests.bot.telegram.house import MENU, house
from tests.bot.telegram.people import Person, is_edit
from tests.bot.telegram.server import Json, Telegram
from waiter.elsewhere import CODES

ACTS = Path(apps.acts.__path__[0])
LANGUAGES = ("zh", "zh-Hant", "en")


def acts_codes() -> set[str]:
    """Every code that an act of staff refuses with, as written in the acts."""
    calls = (
        node
        for file in ACTS.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
    )
    return {
        first.value
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "refused" and call.args
        if isinstance(first := call.args[0], ast.Constant) and isinstance(first.value, str)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_no_to_an_act_has_words(language: str) -> None:
    codes = acts_codes() | CODES | {"not_on_menu", "choice_missing", "too_many_modifiers"}
    assert len(codes) > 15
    assert [code for code in sorted(codes) if not word_or(f"no.{code}", language, "")] == []


def chinese(**changes: Any) -> dict[str, Any]:
    menu = deepcopy(MENU)
    menu["restaurant"]["kitchen_language"] = "zh"
    return {**menu, **changes}


def broken_menus() -> list[tuple[str, bytes]]:
    """Files that are no menu, each in its own way."""
    price = chinese()
    price["items"][0]["price"] = "cheap"
    key = chinese()
    key["items"][0]["prise"] = key["items"][0].pop("price")
    group = chinese()
    group["items"][0]["modifier_groups"] = ["sise"]
    days = chinese()
    days["restaurant"]["hours"] = [{"days": "someday", "open": "9", "close": "22:00"}]
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w") as archive:
        archive.writestr("a.txt", "x")
    sheet = "编号,菜名,价格,过敏原\n,,5,\nx,茶,便宜,月亮\ny,水,,\n"
    return [
        ("price.json", json.dumps(price).encode()),
        ("key.json", json.dumps(key).encode()),
        ("group.json", json.dumps(group).encode()),
        ("days.json", json.dumps(days).encode()),
        ("comma.json", b'{"format": 1,, "items": []}'),
        ("cut.json", b'{"format": 1, "items": ['),
        ("list.json", b"[1, 2]"),
        ("latin.json", '{"name": "Café"}'.encode("latin-1")),
        ("empty.json", b"  "),
        ("zip.json", bomb.getvalue()),
        ("deep.json", b"[" * 5_000),
        ("zip.xlsx", bomb.getvalue()),
        ("text.xlsx", b"no workbook"),
        ("no_header.csv", "一,二\n三,四\n".encode()),
        ("cells.csv", sheet.encode()),
        ("gbk.csv", "菜名,价格\n茶,5\n".encode("gbk")),
    ]


# Words of English that no file name, key or quoted value of these files has.
ENGLISH = re.compile(
    r"\b(allowed|found|unknown|missing|expecting|delimiter|value|empty|row|column|is|not|the|of|"
    r"has|no|at|did|mean|dish|choices|larger|nested|price (of|is)|File|zip file)\b"
)


async def refused(owner: Person, name: str, content: bytes) -> Json:
    owner.upload(name, content)
    return await owner.wait(name, "不能用", that=is_edit)


async def test_what_is_wrong_with_a_file_is_told_in_the_readers_language(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=chinese()) as at:
        owner = Person(telegram, 1, "Boss")
        owner.send(f"/owner {at.service.crew.owner_code(datetime.now(UTC))}")
        await owner.wait("Boss", "老板")
        for name, content in broken_menus():
            told = await refused(owner, name, content)
            lines = told["text"].splitlines()[1:]
            assert lines, name
            for line in lines:
                bare = re.sub(r"'[^']*'|\"[^\"]*\"|[\w.]+\.(json|csv|xlsx)[:\d]*", "", line)
                assert re.search("[\u4e00-\u9fff]", line), line
                if not name.endswith(".xlsx"):  # why a workbook can't be read, its reader says
                    assert not ENGLISH.search(bare), line


async def test_what_would_change_is_told_by_names_in_the_readers_language(tmp_path: Path) -> None:
    after = chinese()
    after["items"][0]["price"] = "19.00"
    after["items"][1]["price"] = None
    after["items"][4]["available"] = False
    after["items"] = [*after["items"][:2], *after["items"][3:]]
    after["items"].append(
        {"id": "new", "name": {"zh": "新菜"}, "category": "mains", "price": "1.00"}
    )
    after["modifier_groups"][0]["modifiers"][1]["price"] = "2.00"
    after["restaurant"]["party_limit"] = 20
    async with Telegram() as telegram, house(tmp_path, telegram, menu=chinese()) as at:
        owner = Person(telegram, 1, "Boss")
        owner.send(f"/owner {at.service.crew.owner_code(datetime.now(UTC))}")
        await owner.wait("Boss", "老板")
        owner.upload("menu.json", json.dumps(after).encode())
        text = (await owner.wait("改动", that=is_edit))["text"]
        for line in (
            "~ 芝士通心粉 · 价格：9.50 → 19.00", "~ 鱼汤 · 价格：7.00 → 时价", "- 菜品：炖鱼 11.00",
            "+ 菜品：新菜 1.00", "+ 啤酒 · 可售：否", "+ 餐厅 · 最多几位：20",
            "~ size · large · 价格：1.00 → 2.00", "'Mac & Cheese <3'：价格变了 +100 %",
        ):  # fmt: skip
            assert line in text, text
