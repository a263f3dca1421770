"""The terminal: a prompt with history, and the waiter's messages above it as they come."""

from __future__ import annotations

from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout

from bot.console.conversation import Conversation
from bot.console.words import word

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

    async def agreed(self, question: str) -> bool:
        """A yes or no of the console's own; Enter is yes."""
        try:
            said = await PromptSession[str](output=self._output).prompt_async(question)
        except (EOFError, KeyboardInterrupt):
            return False
        return not said.strip().lower().startswith(("n", "不", "否"))

    async def talk(self, conversation: Conversation) -> None:
        """Prompt until they leave: quit, Ctrl-D, or Ctrl-C twice."""
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

    async def _line(self, label: str) -> str:
        """One line. What the waiter says meanwhile goes above the prompt, not into it."""
        with patch_stdout(raw=True):
            return await self._session.prompt_async(FormattedText([("bold", label)]))
