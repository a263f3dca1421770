"""The README's picture is of the house as it is."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET

from docs.picture import PICTURE, drawn

FRESH = "`python -m docs.picture` makes it again"


def said(picture: str) -> list[str]:
    """What is written in a picture, piece by piece."""
    return [html.unescape(text) for text in re.findall(r">([^<>\n]+)</text>", picture)]


def test_the_picture_shows_what_the_waiter_says_today() -> None:
    assert said(PICTURE.read_text("utf-8")) == said(drawn()), FRESH


def test_the_same_house_makes_the_same_picture() -> None:
    assert drawn() == drawn()


def test_the_picture_asks_no_network_and_is_well_formed() -> None:
    picture = PICTURE.read_text("utf-8")
    ET.fromstring(picture)
    assert re.findall(r"https?://[^\"'\s]+", picture) == ["http://www.w3.org/2000/svg"]
