"""The structured answer that goes with an envelope: what was meant, how it came about, what could
come next. Types only; `waiter.answering` makes one from the journal.

Other programs act on it: everything in it happened, as the journal has it. A suggestion is one,
never run by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

ANSWER_VERSION = "1"

Status = Literal["success", "partial_success", "need_clarification", "processing", "error"]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Intent:
    """What the guest wanted, the first of it if it was several things.

    `entities`: one an object that was named, each with its `type`. `flow`: the workflow that
    answered, if one did; its version is the file's own and the beginning of the file's hash.
    `confidence` None: nobody said how sure they were.
    """

    name: str
    entities: tuple[Json, ...] = ()
    confidence: float | None = None
    flow: str | None = None
    flow_version: str | None = None


@dataclass(frozen=True, slots=True)
class MainContent:
    """What the guest reads, and the steps to it in the guest's language."""

    final_answer: str
    reasoning_chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnowledgeQuery:
    """One thing that a search brought back. `source`: its citation; `relevance_score`: higher is
    better, within one query; None where it wasn't ranked.
    """

    query: str
    source: str
    retrieved_content: str
    relevance_score: float | None
    timestamp: datetime


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    """A call of an app. `ok` False: the restaurant said no, and `result` says why."""

    tool_name: str
    parameters: Json
    ok: bool
    result: Json
    timestamp: datetime


@dataclass(frozen=True, slots=True)
class Provenance:
    knowledge_queries: tuple[KnowledgeQuery, ...] = ()
    tool_invocations: tuple[ToolInvocation, ...] = ()


@dataclass(frozen=True, slots=True)
class NextAction:
    """A call that would make sense now; only a guest's own word brings it about."""

    action: str
    description: str
    parameters: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Suggestions:
    next_user_questions: tuple[str, ...] = ()
    next_automated_actions: tuple[NextAction, ...] = ()


@dataclass(frozen=True, slots=True)
class Metadata:
    """Who spoke. `processing_time_ms`: from the input to this envelope, wall milliseconds."""

    brain: str | None
    model_used: str | None
    processing_time_ms: int
    confidence_scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """`response_id`: the envelope's message id. `intent` None: nothing was heard (a greeting)."""

    session_id: str
    response_id: str
    status: Status
    main_content: MainContent
    metadata: Metadata
    intent: Intent | None = None
    provenance: Provenance = Provenance()
    suggestions: Suggestions = Suggestions()
    version: str = ANSWER_VERSION
