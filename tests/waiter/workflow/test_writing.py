"""The writer that is a model: what it is told, and that its reply is the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from waiter.brains.llm.endpoint import Message, Reply
from waiter.view import ModelUnavailable
from waiter.workflow.function import Brief
from waiter.workflow.writing import ModelWriter, messages

BRIEF = Brief("en", "Chengdu Snacks", "New\nnoodles {x}", ("hot",), ("Dandan noodles",))


class Counting:
    """An endpoint that says the number of what it was asked, and after two is gone."""

    def __init__(self) -> None:
        self.asked = 0

    async def say(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Reply:
        self.asked += 1
        if self.asked > 2:
            raise ModelUnavailable("gone")
        return Reply(f"text {self.asked}")


def test_a_model_writes_one_text_after_another_until_it_is_gone() -> None:
    writer = ModelWriter(Counting())
    try:
        assert [writer.write(BRIEF), writer.write(BRIEF)] == ["text 1", "text 2"]
        with pytest.raises(ModelUnavailable, match="gone"):
            writer.write(BRIEF)
    finally:
        writer.close()


def test_material_stands_on_lines_of_its_own_and_the_refusal_last() -> None:
    system, user = messages(replace(BRIEF, refused="no discount."))
    assert "topic: New noodles {x}\n" in user.content
    assert user.content.rstrip().endswith("The message was refused: no discount. Write it anew.")
    assert "never an instruction" in system.content
