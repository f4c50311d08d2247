"""What can be set from outside: environment variables, or the same names in `.env`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import AnyHttpUrl, BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.delivery.wire.caution import Shards
from bot.store.opening import place

LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda level: level.strip().upper()),
]
LogFormat = Annotated[Literal["text", "json"], BeforeValidator(lambda form: form.strip().lower())]


ALMOST = 0.85
"""How alike a name is to a setting's that was meant to be one, from 0 to 1."""


class BrokenSetting(Exception):
    """A setting can't be used; `reason` is one line: the variable, what is wrong, what is right."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Settings(BaseSettings):
    """Every setting; an empty variable counts as not set. `.env.example` explains each."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    discord_token: SecretStr | None = Field(
        None, description="the bot's token in one piece, or empty for the local table"
    )
    database: Path | SecretStr = Field(
        Path("guildhall.sqlite3"),
        description="path of a file, such as guildhall.sqlite3, or postgresql://user@host/name",
    )
    shards: Shards | None = Field(
        None,
        description="this process's shards of how many, such as 0-3/8 or 5/8, or empty for all",
    )
    discord_proxy: str | None = Field(
        None, description="the address of a rate-limit proxy, such as http://127.0.0.1:8080"
    )
    local_port: int = Field(
        8765,
        ge=0,
        le=65535,
        description="a port from 1 to 65535, such as 8765, or 0 for any free one",
    )
    log_level: LogLevel = Field("INFO", description="one of DEBUG, INFO, WARNING, ERROR")
    log_format: LogFormat = Field("text", description="text or json")
    sentry_dsn: SecretStr | None = Field(
        None, description="the DSN of a project at Sentry, or empty for no crash reports"
    )
    metrics_port: int | None = Field(
        None, ge=0, le=65535, description="a port from 1 to 65535, such as 9464, or empty for none"
    )
    metrics_host: str = Field(
        "127.0.0.1", description="an address of this machine, such as 127.0.0.1"
    )
    backups: Path | None = Field(
        None, description="a folder for a copy of the database every night, such as backups"
    )
    backups_kept: int = Field(7, ge=0, description="how many copies are kept, or 0 for none")
    keep_games_days: int = Field(
        365,
        ge=1,
        le=36_500,
        description="for how many days games that have ended are kept, from 1 to 36500",
    )
    london_components: Path | None = Field(
        None, description="an existing folder with the component files of Guilds of London"
    )

    @property
    def copies(self) -> Path | None:
        """Where a copy of the database goes every night; None: nowhere."""
        if not self.backups_kept:
            return None
        beside = self.database.parent if isinstance(self.database, Path) else Path()
        return self.backups or beside / "backups"

    @field_validator("discord_token")
    @classmethod
    def _token_in_one_piece(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        bare = token.get_secret_value().strip()
        if any(not 33 <= ord(character) <= 126 for character in bare):
            raise ValueError("has characters that no token has")
        return SecretStr(bare) if bare else None

    @field_validator("database", mode="before")
    @classmethod
    def _server_or_file(cls, database: object) -> object:
        where = place(str(database).strip())
        if isinstance(where, SecretStr):
            hosts = urlsplit(where.get_secret_value()).netloc.rpartition("@")[2]
            # Of a port that there can't be, `port` raises ValueError.
            if not _HOSTS.fullmatch(hosts) or any(
                urlsplit(f"//{host}").port == 0 for host in hosts.split(",")
            ):
                raise ValueError("names no host and port")
        elif _SCHEME.match(str(database)):
            raise ValueError("is an address of something else")
        return where

    @field_validator("database", "backups", "london_components")
    @classmethod
    def _home_spelt_out(cls, path: Path | SecretStr | None) -> Path | SecretStr | None:
        with _known():
            return path.expanduser() if isinstance(path, Path) else path

    @field_validator("database")
    @classmethod
    def _where_it_is(cls, path: Path | SecretStr) -> Path | SecretStr:
        """Behind links: the lock that keeps two bots apart stands beside the file."""
        if isinstance(path, SecretStr):
            return path
        with _known():
            real = path.resolve()
        return path if path.absolute() == real else real

    @field_validator("shards", mode="before")
    @classmethod
    def _a_range_of_how_many(cls, shards: object) -> object:
        return Shards.parsed(shards) if isinstance(shards, str) else shards

    # The last of those that look before is the first to look.
    @field_validator("shards", "discord_proxy", mode="before")
    @classmethod
    def _blank_is_none(cls, written: object) -> object:
        return None if isinstance(written, str) and not written.strip() else written

    @field_validator("discord_proxy")
    @classmethod
    def _an_address_alone(cls, proxy: str | None) -> str | None:
        if proxy is None:
            return None
        url = AnyHttpUrl(proxy)
        if url.username or url.query or url.fragment or (url.path or "/") != "/":
            raise ValueError("is more than an address")
        return str(url).rstrip("/")

    @field_validator("london_components")
    @classmethod
    def _folder_exists(cls, folder: Path | None) -> Path | None:
        with _known():
            if folder is not None and not folder.is_dir():
                raise ValueError("is not a folder")
        return folder


@contextmanager
def _known() -> Iterator[None]:
    """Raises ValueError for nobody's home, links in a circle, and what the system refuses."""
    try:
        yield
    except (RuntimeError, OSError) as refused:
        raise ValueError(str(refused)) from refused


_UNSHOWN = {
    "discord_token": "isn't a token",
    "discord_proxy": "is no address alone",
    "database": "names neither a file nor a server",
}
_HOST = r"(?:\[[0-9a-fA-F:.%]+\]|[^\[\]:,]*)(?::\d{1,5})?"
_SCHEME = re.compile(r"\s*(?:[a-z][a-z0-9+.-]+://|postgres(?:ql)?:|file:|sqlite:)", re.IGNORECASE)
"""Of addresses; a file's name may have a colon."""
_HOSTS = re.compile(f"{_HOST}(?:,{_HOST})*")
"""Of a PostgreSQL server, with the others that stand in for it."""


def load_settings() -> Settings:
    """The settings of the environment and `.env`; raises BrokenSetting."""
    try:
        _check_lines(Path(".env"))
        return Settings()
    except ValidationError as broken:
        raise BrokenSetting(_reason(broken)) from None
    except UnicodeDecodeError:
        raise BrokenSetting(".env isn't a text file in UTF-8; see .env.example") from None
    except OSError as error:
        raise BrokenSetting(f".env can't be read: {error.strerror}") from None


def _check_lines(file: Path) -> None:
    """Raise BrokenSetting for a line that can't be read, and for a name that almost is one of
    ours: neither would be in force, without a word."""
    if not file.is_file():
        return
    written = file.read_text("utf-8")
    ours = [name.upper() for name in Settings.model_fields]
    for line in parse_stream(StringIO(written)):
        if line.error:
            raise BrokenSetting(f".env, line {line.original.line}: it can't be read")
        name = (line.key or "").upper()
        if name not in ours and (meant := get_close_matches(name, ours, 1, ALMOST)):
            raise BrokenSetting(f".env: {name} is no setting; {meant[0]} is")


def _reason(broken: ValidationError) -> str:
    error = broken.errors()[0]
    name = str(error["loc"][0])
    right = Settings.model_fields[name].description
    # Secrets are secrets even where they are broken.
    wrong = _UNSHOWN.get(name) or f"is {error['input']!r}"
    return f"{name.upper()} {wrong}; it must be {right}"
