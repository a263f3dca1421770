"""The terminal: a prompt with history and completion, and the waiter's messages above it as they
come.
"""

from __future__ import annotations

from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout

from apps.menu import categories
from apps.rows import money
from bot.console.completion import Completions, Offer
from bot.console.conversation import Conversation
from bot.console.seen import Seen, seen
from bot.console.words import word
from waiter import telling
from waiter.phrases import named

HISTORY = "history"


class Terminal:
    """One prompt for a whole conversation. `folder`: where its history is kept."""

    def __init__(self, folder: Path) -> None:
        self._output = create_output()
        if isinstance(self._output, Vt100_Output):
            # Asking where the cursor is only warns people whose terminal doesn't answer.
            self._output.enable_cpr = False
        self._session = PromptSession[str](
            history=FileHistory(folder / HISTORY), output=self._output
        )
        self._session.complete_while_typing = Condition(self._types_a_command)

    async def agreed(self, question: str) -> bool:
        """A yes or no of the console's own; Enter is yes."""
        try:
            said = await PromptSession[str](output=self._output).prompt_async(question)
        except (EOFError, KeyboardInterrupt):
            return False
        return not said.strip().lower().startswith(("n", "不", "否"))

    async def talk(self, conversation: Conversation) -> None:
        """Prompt until they leave: quit, Ctrl-D, or Ctrl-C twice."""
        names = MenuNames(conversation)
        brains = conversation.speaker.names if conversation.speaker else ()
        self._session.completer = Completions(names.dishes, names.sections, brains)
        warned = False
        while True:
            try:
                line = await self._line(word("prompt", conversation.spoken))
            except EOFError:
                return
            except KeyboardInterrupt:
                if warned:
                    return
                warned = True
                conversation.screen.note(word("leave_hint", conversation.spoken))
                continue
            warned = False
            if not await conversation.take(line):
                return

    def _types_a_command(self) -> bool:
        return self._session.default_buffer.text.startswith("/")

    async def _line(self, label: str) -> str:
        """One line. What the waiter says meanwhile goes above the prompt, not into it."""
        with patch_stdout(raw=True):
            return await self._session.prompt_async(FormattedText([("bold", label)]))


class MenuNames:
    """The names on the menu that is in force at a conversation's visit, in the guest's language."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._known: tuple[str, str] | None = None
        self._dishes: list[Offer] = []
        self._sections: list[Offer] = []

    def dishes(self) -> list[Offer]:
        self._look()
        return self._dishes

    def sections(self) -> list[Offer]:
        self._look()
        return self._sections

    def _look(self) -> None:
        """Read again only what has changed: this runs at every key."""
        at = self._conversation
        now = (at.runner.state(at.key.visit).menu, at.spoken)
        if now != self._known:
            house = seen(at.runner, at.key)
            self._dishes, self._sections, self._known = _dishes(house), _sections(house), now


def _dishes(house: Seen) -> list[Offer]:
    """Every dish by its name in the guest's language, then by its others."""
    found: list[Offer] = []
    for dish in house.menu.dishes.values():
        price = None if dish.price is None else money(house.menu, dish.price)
        about = telling.money(price, house.menu, house.language)
        own = named(dish.name.parts, house.language)
        found.append(Offer(own, about, dish.id))
        others = dict.fromkeys((*dish.name.every(), *dish.aliases))
        found += [Offer(name, f"{own} {about}", dish.id) for name in others if name != own]
    return found


def _sections(house: Seen) -> list[Offer]:
    return [Offer(named(one.name.parts, house.language)) for one in categories(house.menu)]
