"""Several sources behind one query: ranked together, each content once, fresh, and cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vector.connector import Chunk, Connector
from vector.embedders.contract import SearchUnavailable


def chunk(key: str, content: str, source: str = "s") -> Chunk:
    return Chunk(key, content, "text", source, key, "1", "", (("language", "en"),))


@dataclass
class Shelf:
    """A source whose content and state are set."""

    id: str
    held: list[Chunk]
    ttl: float = 10.0
    number: int = 1
    broken: bool = False
    read: int = field(default=0)

    def version(self) -> str:
        if self.broken:
            raise SearchUnavailable("fallen over")
        return str(self.number)

    def chunks(self) -> Sequence[Chunk]:
        self.read += 1
        return self.held


def ids(connector: Connector, text: str, **filters: str) -> list[str]:
    return [cited.chunk.id for cited in connector.query(text, filters, 9)]


def test_sources_are_ranked_together_and_numbered() -> None:
    connector = Connector(
        [Shelf("one", [chunk("a", "red boats")]), Shelf("two", [chunk("b", "boats, boats")])]
    )
    found = connector.query("boats", top_k=9)
    assert {cited.chunk.id for cited in found} == {"a", "b"}
    assert [cited.number for cited in found] == [1, 2]
    assert found[0].score >= found[1].score


def test_what_two_sources_say_word_for_word_is_told_once() -> None:
    same = Chunk("x", "red  boats", "text", "s", "a", "1")
    connector = Connector([Shelf("one", [chunk("a", "red boats")]), Shelf("two", [same])])
    assert len(ids(connector, "boats")) == 1


def test_filters_leave_out_before_anything_is_ranked() -> None:
    shelves = [Shelf("one", [chunk("a", "boats", "pier")]), Shelf("two", [chunk("b", "boats")])]
    connector = Connector(shelves)
    assert ids(connector, "boats", source_id="pier") == ["a"]
    assert ids(connector, "boats", language="zh") == []


def test_a_source_is_read_again_only_when_its_version_changed() -> None:
    now, shelf = [0.0], Shelf("one", [chunk("a", "boats")])
    connector = Connector([shelf], clock=lambda: now[0])
    assert ids(connector, "boats") == ["a"]
    now[0] = 11.0
    assert ids(connector, "boats") == ["a"]
    assert shelf.read == 1
    shelf.held, shelf.number = [chunk("b", "boats")], 2
    assert ids(connector, "boats") == ["a"]  # not due yet
    connector.refresh("one")
    assert ids(connector, "boats") == ["b"]
    assert connector.get_citation("a") is None
    assert shelf.read == 2


def test_a_source_that_cannot_be_read_keeps_what_was_read_and_says_why() -> None:
    now, shelf = [0.0], Shelf("one", [chunk("a", "boats")])
    connector = Connector([shelf], clock=lambda: now[0])
    assert ids(connector, "boats") == ["a"]
    now[0], shelf.broken = 11.0, True
    assert ids(connector, "boats") == ["a"]
    assert connector.states() == {"one": "fallen over"}


def test_meaning_adds_what_words_miss_and_may_fail() -> None:
    shelf = Shelf("one", [chunk("a", "boats"), chunk("b", "ships")])
    assert ids(Connector([shelf], nearest=lambda text, n: ["b", "gone"]), "boats") == ["a", "b"]

    def fails(text: str, limit: int) -> list[str]:
        raise SearchUnavailable("no model here")

    assert ids(Connector([shelf], nearest=fails), "boats") == ["a"]


def test_who_re_ranks_has_the_last_word() -> None:
    shelf = Shelf("one", [chunk("a", "boats boats"), chunk("b", "boats and long words of others")])

    def rerank(text: str, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
        return [one for one in chunks if one.id == "b"]

    assert ids(Connector([shelf], rerank=rerank), "boats") == ["b"]
