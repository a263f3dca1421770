"""Flags win over the environment, the environment over waiter.toml, waiter.toml over defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import settings
from bot.complaint import Complaint


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for key in settings.Settings.model_fields:
        monkeypatch.delenv(f"WAITER_{key.upper()}", raising=False)


def test_the_order_of_precedence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.read({"data": tmp_path}).llm_model is None
    (tmp_path / "waiter.toml").write_text("llm_model = 'file'\nbrain = 'file'", "utf-8")
    assert settings.read({"data": tmp_path}).llm_model == "file"
    monkeypatch.setenv("WAITER_LLM_MODEL", "environment")
    monkeypatch.setenv("WAITER_BRAIN", "environment")
    assert settings.read({"data": tmp_path}).llm_model == "environment"
    assert settings.read({"data": tmp_path, "brain": None}).brain == "environment"
    assert settings.read({"data": tmp_path, "brain": "flag"}).brain == "flag"


def test_the_file_is_in_the_folder_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "waiter.toml").write_text("guided = true", "utf-8")
    assert settings.read({}).guided is False
    monkeypatch.setenv("WAITER_DATA", str(tmp_path))
    found = settings.read({})
    assert (found.guided, found.data) == (True, tmp_path)


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAITER_MENU", "")
    assert settings.read({}).menu is None


def test_a_menu_in_the_file_is_looked_for_beside_it(tmp_path: Path) -> None:
    (tmp_path / "waiter.toml").write_text("menu = 'mine.json'", "utf-8")
    assert settings.read({"data": tmp_path}).menu == tmp_path / "mine.json"


def test_secrets_are_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAITER_LLM_API_KEY", "sesame")
    (tmp_path / "waiter.toml").write_text("telegram_token = 'sesame'", "utf-8")
    found = settings.read({"data": tmp_path})
    assert found.llm_api_key is not None
    assert found.llm_api_key.get_secret_value() == "sesame"
    assert "sesame" not in f"{found!r} {found} {found.model_dump_json()}"


def test_a_secret_of_the_wrong_kind_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "waiter.toml").write_text("llm_api_key = ['sesame']", "utf-8")
    with pytest.raises(Complaint, match="llm_api_key") as told:
        settings.read({"data": tmp_path})
    assert "sesame" not in str(told.value)
