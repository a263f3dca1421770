"""What reading one text costs: with a menu of 60 dishes and one of 1,500, and of hostile texts.

    python -m benchmarks.understanding [ROUNDS]

CPU time of one core: the lexicon's compiling, the median and 99th percentile of a guest's text,
and the longest of hostile texts of 2,000 code points. Exits 1 where a goal is missed.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from menu_data.loader import from_document
from menu_data.menu import Menu
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.understand import understand

MENU = Path(__file__).parents[1] / "menu_data" / "menus" / "chengdu.json"
SAID = (
    "来两碗担担面，一碗不要辣，再来一瓶可乐",
    "我们四个人，先来两份宫保鸡丁，一份微辣一份特辣，都不要葱，再来四碗米饭",
    "a bowl of dan dan noodles without scallions and two cokes please",
    "two beef noodles, one large one small, both with extra cilantro, and make it three cokes",
    "可乐换成酸梅汤，去冰",
    "担担面多少钱",
    "有什么汤",
    "lai liang wan dandan mian",
    "谢谢",
)
WORDS = (
    "清蒸 红烧 麻辣 糖醋 酸菜 干锅 蒜蓉 椒盐 咖喱 铁板 "
    "牛肉 鸡丁 豆腐 茄子 虾仁 羊肉 蘑菇 面条 炒饭 排骨"
)
LATIN = (
    "Golden Smoked Crispy Honey Lemon Pepper Garlic Sesame Chicken Beef Tofu Shrimp Rice Soup Salad"
)
GOALS = {60: (2.0, 15.0, 1.0), 1500: (10.0, 60.0, 1.0)}  # median ms, p99 ms, compiling s
HOSTILE_MS = 200.0


def menu_of(size: int) -> Menu:
    """The house's menu, filled up with dishes of made-up names (seeded)."""
    document: dict[str, Any] = json.loads(MENU.read_text(encoding="utf-8"))
    chance = random.Random(7)
    groups = document["items"][0]["modifier_groups"]
    while len(document["items"]) < size:
        number = len(document["items"])
        zh = "".join(chance.sample(WORDS, 3))
        en = " ".join([*chance.sample(LATIN, 3), str(number)])
        document["items"].append(
            {
                "id": f"made_up_{number}",
                "name": {"zh": f"{zh}{number}", "en": en},
                "category": document["categories"][0]["id"],
                "price": "20.00",
                "modifier_groups": groups,
            }
        )
    return from_document(document, "benchmark")


def hostile(menu: Menu) -> dict[str, str]:
    """Texts of 2,000 code points that no guest writes."""
    chance = random.Random(11)
    names = [dish.name.said("zh") for dish in menu.dishes.values()]
    made = {
        "one character": "麻" * 2000,
        "one word": "a" * 2000,
        "numbers": "一" * 2000,
        "negations": "不要" * 1000,
        "modifiers": "香菜葱花蒜泥" * 400,
        "commas": "，" * 2000,
        "ligatures": "ﷺ" * 2000,
        "accents": "a" + "\u0301" * 1999,
        "names": "".join(chance.choice(names) for _ in range(800)),
        "slips": " ".join(chance.choice(["chikcen", "nodles", "tfou"]) + "x" for _ in range(400)),
        "any Chinese": "".join(chr(chance.randint(0x4E00, 0x9FFF)) for _ in range(2000)),
    }
    return {name: text[:2000] for name, text in made.items()}


def timed_ms(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def measured(size: int, rounds: int) -> bool:
    """Prints one menu's figures; whether all goals are met."""
    menu = menu_of(size)
    compiled: list[Lexicon] = []
    compiling = timed_ms(lambda: compiled.append(Lexicon.compile(menu))) / 1000
    lexicon = compiled[0]
    for text in SAID:
        understand(text, lexicon)
    spent = sorted(
        timed_ms(partial(understand, text, lexicon)) for _ in range(rounds) for text in SAID
    )
    texts = hostile(menu)
    worst = {name: timed_ms(partial(understand, texts[name], lexicon)) for name in texts}
    slowest = max(worst, key=lambda name: worst[name])
    median, high = statistics.median(spent), spent[int(len(spent) * 0.99)]
    print(
        f"{size:>5} dishes: compiled in {compiling:.2f} s, a text {median:.2f} ms (p99 {high:.2f}),"
        f" hostile at most {worst[slowest]:.0f} ms ({slowest})"
    )
    goals = GOALS[size]
    fast = median <= goals[0] and high <= goals[1] and compiling <= goals[2]
    return fast and worst[slowest] <= HOSTILE_MS


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    met = [measured(size, rounds) for size in GOALS]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
