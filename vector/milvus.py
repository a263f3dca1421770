"""Vectors in Milvus: Milvus Lite in a folder, or a server, by the same code.

The one file that imports pymilvus. A collection is never changed once it can be searched: a new one
is created, filled, flushed and loaded, then the alias moves to it and the old one is dropped. So a
search sees one whole index or the other. Whatever goes wrong here is `SearchUnavailable`.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from grpc import RpcError
from pymilvus import DataType, MilvusClient, MilvusException

from vector.embedders.contract import SearchUnavailable
from vector.keywords import Hit
from vector.lite import lite_is_free, release_lite
from vector.store import Passage

IndexKind = Literal["auto", "flat", "ivf_flat"]
IVF_FROM = 5_000  # rows; below that every vector is compared, which is quicker than it is to train
ROWS_A_CELL = 39  # what faiss wants to train on
CELLS = 128  # what Milvus Lite always makes of it
PROBED = 64  # cells looked into: half of them keeps what is nearest
INSERTED = 1_000  # rows a call
FETCHED = 1_000  # rows a call
ID_BYTES, NAME_BYTES, TEXT_BYTES, HASH_BYTES = 256, 1_024, 8_192, 64
TIMEOUT = 5.0  # seconds for a call; a search on a warm index takes milliseconds


@dataclass(frozen=True, slots=True)
class Address:
    """Where: a server's uri, or a folder of Milvus Lite (its name ends in ".db")."""

    uri: str
    token: str | None = None

    @property
    def folder(self) -> Path | None:
        """The folder of Milvus Lite; None where it is a server."""
        return None if "://" in self.uri else Path(self.uri)


class MilvusStore:
    """One alias of a Milvus, and the collection it stands for."""

    def __init__(self, client: MilvusClient, address: Address, alias: str, kind: IndexKind) -> None:
        self._client = client
        self._address = address
        self._alias = alias
        self._kind = kind
        self._swap = threading.Lock()  # no search between the old one's end and the new one's start

    def hashes(self) -> Mapping[str, str]:
        return {row["id"]: row["hash"] for row in self._rows(["id", "hash"])}

    def vectors(self) -> Mapping[str, Sequence[float]]:
        return {row["hash"]: row["vector"] for row in self._rows(["hash", "vector"])}

    def replace(
        self,
        passages: Sequence[Passage],
        hashes: Sequence[str],
        vectors: Sequence[Sequence[float]],
    ) -> None:
        fresh = f"{self._alias}_{secrets.token_hex(4)}"
        with _told():
            self._create(fresh, len(vectors[0]))
            rows = [_row(*one) for one in zip(passages, hashes, vectors, strict=True)]
            for start in range(0, len(rows), INSERTED):
                self._client.insert(fresh, rows[start : start + INSERTED])
            self._client.flush(fresh)
            # Not waited for: that is done in steps of half a second, and loading waits for it.
            self._client.create_index(fresh, self._index(len(rows)), sync=False)
            self._client.load_collection(fresh)
            self._move_alias(fresh)

    def search(
        self, vector: Sequence[float], limit: int, of: Collection[str] | None
    ) -> tuple[Hit, ...]:
        with _told(), self._swap:
            if not self._client.has_collection(self._alias, timeout=TIMEOUT):
                return ()
            found = self._client.search(
                self._alias,
                data=[vector],
                limit=limit,
                filter="" if of is None else f"of in {_listed(of)}",
                output_fields=["of"],
                search_params={"metric_type": "IP", "params": {"nprobe": PROBED}},
                timeout=TIMEOUT,
            )[0]
        return tuple(Hit(row["entity"]["of"], float(row["distance"])) for row in found)

    def close(self) -> None:
        with _told():
            self._client.close()
        if self._address.folder is not None:
            release_lite(self._address.folder)

    def collections(self) -> list[str]:
        """The collections made for this alias: the one that is searched, and what is half made."""
        with _told():
            names: list[str] = self._client.list_collections()
        return [name for name in names if name.startswith(f"{self._alias}_")]

    def sweep(self) -> None:
        """Drop what a killed process left half made. Only where no other process can write."""
        with _told():
            current = self._current()
            for name in self.collections():
                if name != current:
                    self._client.drop_collection(name)
            if current is not None:
                self._client.load_collection(current)

    def _rows(self, fields: list[str]) -> Iterator[Mapping[str, Any]]:
        with _told():
            if not self._client.has_collection(self._alias):
                return
            pages = self._client.query_iterator(
                self._alias, batch_size=FETCHED, output_fields=fields
            )
            while page := pages.next():
                yield from page
            pages.close()

    def _create(self, name: str, dimension: int) -> None:
        schema = self._client.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=ID_BYTES)
        schema.add_field("of", DataType.VARCHAR, max_length=ID_BYTES)
        schema.add_field("name", DataType.VARCHAR, max_length=NAME_BYTES)
        schema.add_field("description", DataType.VARCHAR, max_length=TEXT_BYTES)
        schema.add_field("hash", DataType.VARCHAR, max_length=HASH_BYTES)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=dimension)
        self._client.create_collection(name, schema=schema)

    def _index(self, rows: int) -> Any:  # Any: pymilvus's own class, used here alone
        ivf = self._kind == "ivf_flat" or (self._kind == "auto" and rows >= IVF_FROM)
        cells = max(1, min(CELLS, rows // ROWS_A_CELL))
        index = self._client.prepare_index_params()
        index.add_index(
            "vector",
            index_type="IVF_FLAT" if ivf else "FLAT",
            metric_type="IP",
            params={"nlist": cells} if ivf else {},
        )
        return index

    def _current(self) -> str | None:
        if not self._client.has_collection(self._alias):
            return None
        return str(self._client.describe_alias(self._alias)["collection_name"])

    def _move_alias(self, fresh: str) -> None:
        with self._swap:
            old = self._current()
            if old is None:
                self._client.create_alias(fresh, self._alias)
                return
            self._client.alter_alias(fresh, self._alias)
            self._client.drop_collection(old)


def open_store(address: Address, alias: str, kind: IndexKind = "auto") -> MilvusStore:
    """Open a folder of Milvus Lite, or connect to a server. `SearchUnavailable` when that fails."""
    for name in ("pymilvus", "milvus_lite", "grpc"):  # they log tracebacks of what is handled here
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    if address.folder is not None:
        address.folder.parent.mkdir(parents=True, exist_ok=True)
        lite_is_free(address.folder)
    with _told():
        client = MilvusClient(uri=address.uri, token=address.token or "", timeout=TIMEOUT)
    store = MilvusStore(client, address, alias, kind)
    if address.folder is not None:
        store.sweep()
    return store


def _row(passage: Passage, content_hash: str, vector: Sequence[float]) -> dict[str, Any]:
    return {
        "id": passage.id,
        "of": passage.of,
        "name": _cut(passage.name, NAME_BYTES),
        "description": _cut(passage.description, TEXT_BYTES),
        "hash": content_hash,
        "vector": vector,
    }


def _cut(text: str, size: int) -> str:
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")


def _listed(ids: Collection[str]) -> str:
    quoted = (key.replace("\\", "\\\\").replace('"', '\\"') for key in ids)
    return "[" + ", ".join(f'"{key}"' for key in quoted) + "]"


@contextmanager
def _told() -> Iterator[None]:
    """What Milvus and its wire raise, as what this package raises."""
    try:
        yield
    except (MilvusException, RpcError, OSError, ValueError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise SearchUnavailable(f"Milvus: {reason}") from error
