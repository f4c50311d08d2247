"""Settings from the environment and `.env`, and one clear line for each that is broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.delivery.wire.caution import Shards
from bot.running.settings import BrokenSetting, Settings, load_settings

EXAMPLE = Path(__file__).parents[3] / ".env.example"

Environment = Callable[..., None]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """Sets variables in an environment without settings, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)

    def put(**variables: str) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    return put


def reason_of_refusal() -> str:
    with pytest.raises(BrokenSetting) as broken:
        load_settings()
    assert "\n" not in broken.value.reason
    return broken.value.reason


def test_everything_has_a_default(environment: Environment) -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database == Path("guildhall.sqlite3")
    assert (settings.shards, settings.discord_proxy) == (None, None)
    assert settings.local_port == 8765
    assert settings.log_level == "INFO"
    assert settings.log_format == "text"
    assert settings.sentry_dsn is None
    assert (settings.metrics_port, settings.metrics_host) == (None, "127.0.0.1")
    assert (settings.backups, settings.backups_kept) == (None, 7)
    assert settings.london_components is None


def test_settings_come_from_the_environment(environment: Environment, tmp_path: Path) -> None:
    environment(
        DISCORD_TOKEN=" abc.def-ghi_j ",
        DATABASE="/var/lib/games.sqlite3",
        SHARDS=" 4-7 / 8",
        DISCORD_PROXY="http://proxy:8080/",
        LOCAL_PORT="0",
        LOG_LEVEL="debug",
        LOG_FORMAT="JSON",
        SENTRY_DSN="https://key@sentry.example/1",
        METRICS_PORT="9464",
        METRICS_HOST="0.0.0.0",  # noqa: S104  (what an operator may write)
        BACKUPS=str(tmp_path / "backups"),
        BACKUPS_KEPT="30",
        LONDON_COMPONENTS=str(tmp_path),
    )
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def-ghi_j"
    assert settings.database == Path("/var/lib/games.sqlite3")
    assert settings.shards == Shards(4, 7, 8)
    assert settings.discord_proxy == "http://proxy:8080"
    assert settings.local_port == 0
    assert settings.log_level == "DEBUG"
    assert settings.log_format == "json"
    assert settings.sentry_dsn is not None
    assert settings.sentry_dsn.get_secret_value() == "https://key@sentry.example/1"
    assert (settings.metrics_port, settings.metrics_host) == (9464, "0.0.0.0")  # noqa: S104
    assert (settings.backups, settings.backups_kept) == (tmp_path / "backups", 30)
    assert settings.london_components == tmp_path


def test_the_environment_counts_more_than_the_file(environment: Environment) -> None:
    Path(".env").write_text("LOCAL_PORT=9000\nDATABASE=filed.sqlite3\nOTHER=ignored\n")
    environment(LOCAL_PORT="9001")
    settings = load_settings()
    assert (settings.local_port, settings.database) == (9001, Path("filed.sqlite3"))


def test_an_empty_variable_counts_as_not_set(environment: Environment) -> None:
    environment(DISCORD_TOKEN="", LOCAL_PORT="", DATABASE="")
    assert load_settings() == Settings.model_construct()
    environment(DISCORD_TOKEN="  ")
    assert load_settings().discord_token is None


def test_copies_go_beside_the_database_unless_none_are_wanted(environment: Environment) -> None:
    assert load_settings().copies == Path("backups")
    environment(DATABASE="/var/lib/games/guildhall.sqlite3", BACKUPS="")
    assert load_settings().copies == Path("/var/lib/games/backups")
    environment(DATABASE="postgresql://ada:secret@host/games")
    assert load_settings().copies == Path("backups")
    environment(BACKUPS="/mnt/copies")
    assert load_settings().copies == Path("/mnt/copies")
    environment(BACKUPS_KEPT="0")
    assert load_settings().copies is None


def test_the_users_home_is_spelt_out(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    environment(DATABASE="~/games.sqlite3")
    assert load_settings().database == Path("/home/ada/games.sqlite3")


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("LOCAL_PORT", "eighty", "a port from 1 to 65535"),
        ("LOCAL_PORT", "70000", "a port from 1 to 65535"),
        ("LOCAL_PORT", "-1", "a port from 1 to 65535"),
        *(
            ("SHARDS", wrong, "such as 0-3/8 or 5/8")
            for wrong in ("0-3", "3-0/8", "0-8/8", "8/8", "a-b/8", "-1/8", "0/0", "8")
        ),
        ("LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING, ERROR"),
        ("LONDON_COMPONENTS", "/no/such/folder", "an existing folder"),
        ("LONDON_COMPONENTS", "a" * 300, "an existing folder"),
        ("LONDON_COMPONENTS", "~no-such-user/folder", "an existing folder"),
        ("BACKUPS", "~no-such-user/folder", "a folder for a copy"),
    ],
)
def test_a_broken_setting_is_named_with_what_would_be_right(
    environment: Environment, name: str, value: str, right: str
) -> None:
    environment(**{name: value})
    reason = reason_of_refusal()
    assert reason.startswith(f"{name} is ")
    assert value in reason
    assert right in reason


@pytest.mark.parametrize(
    "proxy", ["proxy:8080", "ftp://proxy", "http://me:s3cret@proxy", "http://proxy/api?k=s3cret"]
)
def test_a_proxy_is_an_address_and_no_more(environment: Environment, proxy: str) -> None:
    environment(DISCORD_PROXY=proxy)
    reason = reason_of_refusal()
    assert reason.startswith("DISCORD_PROXY is no address alone; it must be the address of")
    assert "s3cret" not in reason


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:s3cret@host:xx/games",
        "postgresql://ada:s3cret@host:5432x/games",
        "postgresql://ada:s3cret@host:5432,other:99999/games",
        "postgresql://ada:s3cret@[::1/games",
        "postgresql://ada:s3cret@host:5432:5433/games",
        "mysql://ada:s3cret@host/games",
        "POSTGRES+asyncpg://ada:s3cret@host/games",
        "sqlite:///s3cret.sqlite3",
    ],
)
def test_an_address_of_no_server_is_refused_and_not_shown(
    environment: Environment, address: str
) -> None:
    environment(DATABASE=address)
    reason = reason_of_refusal()
    assert reason.startswith(
        "DATABASE names neither a file nor a server; it must be path of a file"
    )
    assert "s3cret" not in reason


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///games?host=/run/postgresql",
        "postgres://ada@host/games",
        "postgresql://ada:a%40b@[::1]:5432/games",
        "postgresql://ada@one:5432,two:5433/games",
    ],
)
def test_addresses_of_servers(environment: Environment, address: str) -> None:
    environment(DATABASE=address)
    database = load_settings().database
    assert isinstance(database, SecretStr)
    assert database.get_secret_value() == address


def test_a_broken_token_is_not_shown(environment: Environment) -> None:
    environment(DISCORD_TOKEN="secret part two")
    reason = reason_of_refusal()
    assert reason.startswith("DISCORD_TOKEN isn't a token")
    assert "secret" not in reason


def test_a_file_that_is_not_text_is_reported(environment: Environment) -> None:
    Path(".env").write_bytes(b"DATABASE=\xff\xfe\n")
    assert reason_of_refusal().startswith(".env isn't a text file")


def test_the_example_lists_every_setting_with_its_default(
    environment: Environment, tmp_path: Path
) -> None:
    blocks = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    listed = {}
    for block in blocks:
        *comment, setting = block.splitlines()
        assert comment
        assert all(line.startswith("# ") for line in comment)
        # Whoever copies it sets the token alone: a line that says nothing new overrides nothing.
        assert setting.startswith("#") == (setting != "DISCORD_TOKEN=")
        name, _, value = setting.removeprefix("#").partition("=")
        listed[name] = value
    defaults = {
        name.upper(): "" if field.default is None else str(field.default)
        for name, field in Settings.model_fields.items()
    }
    assert listed == defaults


def test_the_example_copied_as_it_is_gives_the_defaults(environment: Environment) -> None:
    Path(".env").write_bytes(EXAMPLE.read_bytes())
    assert load_settings() == Settings.model_construct()


def test_a_database_behind_a_link_is_the_file_itself(
    environment: Environment, tmp_path: Path
) -> None:
    """Its lock stands beside it: two bots would play on one file."""
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    (tmp_path / "guild.sqlite3").symlink_to(tmp_path / "data" / "g.sqlite3")
    for written in ("link/g.sqlite3", "guild.sqlite3"):
        environment(DATABASE=written)
        assert load_settings().database == tmp_path / "data" / "g.sqlite3"
    environment(DATABASE="data/g.sqlite3")
    assert load_settings().database == Path("data/g.sqlite3")


@pytest.mark.parametrize("written", ["~no-such-user/games.sqlite3", "link"])
def test_a_database_that_is_nowhere_is_refused(
    environment: Environment, tmp_path: Path, written: str
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "link")
    environment(DATABASE=written)
    assert reason_of_refusal().startswith("DATABASE names neither a file nor a server; it must be")


@pytest.mark.parametrize("address", ["postgresql:/u:secret@h/db", "file:x.db", "mysql://h/db"])
def test_an_address_of_something_else_is_no_file(environment: Environment, address: str) -> None:
    environment(DATABASE=address)
    reason = reason_of_refusal()
    assert reason.startswith("DATABASE names neither a file nor a server")
    assert "secret" not in reason


@pytest.mark.parametrize("name", ["SHARDS", "DISCORD_PROXY", "DISCORD_TOKEN"])
def test_blanks_count_as_not_set(environment: Environment, name: str) -> None:
    environment(**{name: "  "})
    assert getattr(load_settings(), name.lower()) is None


def test_a_line_that_cannot_be_read_is_named(environment: Environment, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('LOG_LEVEL=INFO\nDISCORD_TOKEN="abc.def\n')
    assert reason_of_refusal() == ".env, line 2: it can't be read"


@pytest.mark.parametrize(
    ("name", "meant"), [("METRIC_PORT", "METRICS_PORT"), ("LOCALPORT", "LOCAL_PORT")]
)
def test_a_misspelt_setting_is_named_with_what_was_meant(
    environment: Environment, tmp_path: Path, name: str, meant: str
) -> None:
    (tmp_path / ".env").write_text(f"{name}=9464\nPOSTGRES_PASSWORD=x\n")
    assert reason_of_refusal() == f".env: {name} is no setting; {meant} is"


def test_names_of_others_may_stand_in_the_file(environment: Environment, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=x\nCOMPOSE_PROJECT_NAME=guildhall\nTZ=UTC\n")
    assert load_settings() == Settings()


def test_a_folder_of_that_name_is_no_file_of_settings(
    environment: Environment, tmp_path: Path
) -> None:
    """Docker makes one where a mounted file is missing."""
    (tmp_path / ".env").mkdir()
    assert load_settings() == Settings()


def test_a_files_name_may_have_a_colon(environment: Environment) -> None:
    environment(DATABASE="guild:hall.sqlite3")
    assert load_settings().database == Path("guild:hall.sqlite3")
