"""Links, addresses, phone and account numbers in a text, and which of them are the restaurant's.

Pure. For the constraint on replies, and for whoever reads out what others wrote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from menu_data.menu import Menu

_ENDINGS = (
    "com|net|org|cn|io|me|app|shop|top|ai|co|xyz|info|biz|link|site|online|store|club|vip|cc|tv|ly"
    "|gg|pay|example|invalid"
)
_CONTACT = re.compile(
    r"\b[a-z]{2,12}://\S+|www\.\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+|(?<![\w@.])@[a-z_]\w{3,}"
    rf"|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:{_ENDINGS})\b\S*"
    rf"|\b[a-z0-9-]{{3,}} ?\(?(?:dot|点)\)? ?(?:{_ENDINGS})\b"
    r"|(?<![\d.,:])(?!\d{4}-\d\d-\d\d\b)\+?\d[\d -]{7,}\d(?!\d|[.,:]\d)"
    r"|[〇零一二三四五六七八九幺]{7,}",
    re.IGNORECASE,
)


def foreign(text: str, menu: Menu) -> str | None:
    """The first contact in a text that isn't the restaurant's; None where there is none."""
    known, digits = _own(menu)
    for found in _contacts(text):
        number = re.sub(r"\D", "", found)
        if found not in known and (not number or number not in digits):
            return found
    return None


def _contacts(text: str) -> Iterator[str]:
    for found in _CONTACT.finditer(unicodedata.normalize("NFKC", text)):
        yield found[0]


@lru_cache(maxsize=8)
def _own(menu: Menu) -> tuple[str, str]:
    """The restaurant's phone and address, and the digits of them."""
    house = menu.restaurant
    address = house.address.every() if house.address is not None else ()
    known = unicodedata.normalize("NFKC", " ".join((house.phone or "", *address)))
    return known, re.sub(r"\D", "", known)
