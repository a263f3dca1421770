from __future__ import annotations

import pytest

from menu_data.loader import from_document
from menu_data.menu import Text
from tests.menu_data.documents import small


@pytest.mark.parametrize(
    ("parts", "language", "said"),
    [
        ((("zh", "面"), ("en", "noodles")), "en", "noodles"),
        ((("zh", "面"), ("en", "noodles")), "en-GB", "noodles"),
        ((("en", "noodles"), ("zh", "面")), "zh-Hant", "面"),
        ((("en", "noodles"), ("zh-Hant", "麵")), "zh", "麵"),
        ((("zh", "面"), ("zh-Hant", "麵")), "zh-Hant", "麵"),
        ((("zh", "面"), ("en", "noodles")), "fr", "面"),
        ((("", "Soba"),), "zh", "Soba"),
        ((), "en", ""),
    ],
)
def test_a_text_is_said_in_the_nearest_language_there_is(
    parts: tuple[tuple[str, str], ...], language: str, said: str
) -> None:
    assert Text(parts).said(language) == said


def test_every_wording_of_a_text_is_given_once() -> None:
    assert Text((("en", "Ramen"), ("fr", "Ramen"), ("zh", "拉面"))).every() == ("Ramen", "拉面")


def test_parts_are_found_by_id() -> None:
    menu = from_document(small())
    heat = menu.dishes["broth"].group("heat")
    assert heat is not None
    assert [m.id for m in heat.modifiers if m is heat.modifier("high")] == ["high"]
    assert heat.modifier("none") is None
    assert menu.dishes["broth"].group("size") is None
    assert menu.category("cups") == menu.categories[1]
    assert menu.category("") is None


def test_menus_of_one_version_are_equal_and_hash_alike() -> None:
    one, other = from_document(small()), from_document(small())
    assert one == other
    assert hash(one) == hash(other)
    assert one != "broth"
