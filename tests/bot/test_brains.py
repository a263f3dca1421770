"""Which brain speaks, by settings; a model's client is loaded only when a model was chosen."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pydantic import SecretStr

from bot.complaint import Complaint
from bot.composition import brains
from bot.settings import read

MODEL = {"llm_base_url": "http://127.0.0.1:9/v1", "llm_model": "small"}


@pytest.mark.parametrize("name", ["house", "llm", "ladder"])
def test_the_chosen_brain_speaks_and_the_built_in_one_stands_by(name: str) -> None:
    made = brains(read({"brain": name, "llm_api_key": SecretStr("k"), **MODEL}))
    assert (made["chosen"].name, made["house"].name) == (name, "house")


@pytest.mark.parametrize("name", ["llm", "ladder"])
@pytest.mark.parametrize("missing", MODEL)
def test_a_model_needs_an_address_and_a_name(name: str, missing: str) -> None:
    with pytest.raises(Complaint, match=r"WAITER_LLM_BASE_URL and WAITER_LLM_MODEL"):
        brains(read({"brain": name, **MODEL, missing: None}))


def test_an_unknown_brain_is_told_with_those_there_are() -> None:
    with pytest.raises(Complaint, match="allowed: house, llm, ladder"):
        brains(read({"brain": "oracle"}))


def run(code: str) -> str:
    """What a fresh process prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


CHOOSE = "from bot.composition import brains; from bot.settings import Settings; import sys; "


def test_the_client_is_not_loaded_for_the_built_in_brain() -> None:
    assert run(CHOOSE + "brains(Settings()); print('openai' in sys.modules)") == "False"


def test_without_the_client_one_line_says_how_to_install_it() -> None:
    settings = f"Settings(brain='llm', **{MODEL})"
    code = "import sys; sys.modules['openai'] = None\n" + CHOOSE + "from bot.complaint import *\n"
    code += f"try: brains({settings})\nexcept Complaint as said: print(said)"
    assert run(code) == "brain 'llm' needs openai: pip install 'tableside-waiter[llm]'"
