"""The brain `llm`: a view becomes a prompt, the endpoint's reply becomes the raw text of a turn.

Nothing a model says is trusted here: the raw text goes the way of every brain's, through the
grammar and the constraints.
"""

from __future__ import annotations

from waiter.brains.llm.endpoint import Endpoint, Reply, SchemaRefused
from waiter.brains.llm.prompt import messages
from waiter.brains.llm.structured import to_turn, turn_schema
from waiter.brains.llm.texts import Texts, Wire, prompt_texts
from waiter.view import Refused, Spoken, View


class LlmBrain:
    """Speaks by a model. Sure of itself (confidence None): the chain judges what it says.

    `wire` None: turns as JSON by schema, and as text from the first time on that the endpoint
    won't take a schema but does answer without one.
    """

    name = "llm"

    def __init__(
        self, endpoint: Endpoint, *, wire: Wire | None = None, texts: Texts | None = None
    ) -> None:
        self._endpoint = endpoint
        self._texts = texts or prompt_texts()
        self._fixed = wire is not None
        self.wire: Wire = wire or "json"

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        """The next turn. `ModelUnavailable` with the reason where the endpoint has none."""
        try:
            reply = await self._say(view, refused, self.wire)
        except SchemaRefused:
            if self._fixed:
                raise
            reply = await self._say(view, refused, "text")
            self.wire = "text"
        raw = to_turn(reply.text) if self.wire == "json" else reply.text
        return Spoken(raw, model=reply.model, tokens=reply.tokens)

    async def _say(self, view: View, refused: tuple[Refused, ...], wire: Wire) -> Reply:
        asked = messages(view, refused, self._texts, wire)
        return await self._endpoint.say(asked, turn_schema() if wire == "json" else None)
