"""A machine on which operators' recipes are followed, by the rules of systemd and Compose."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import yaml
from dotenv import dotenv_values

from tests.installing import SOURCES, copied

UNPRIVILEGED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")
"""Before a command of root: what a file's owner may not do, it may not do."""
_OF_A_MACHINE = re.compile(r"(?<![\w.])/(?=(?:opt|var|etc|venv|data)\b)")
_FILES = (
    *(*SOURCES, "Makefile", ".env.example", "requirements-run.lock", "Dockerfile"),
    *("guildhall.service", "guildhall@.service", "compose.yaml", "compose.processes.yaml"),
)


class Machine:
    """Its root is a folder; all that stands there but the bot's own folder can only be read."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="machine-"))
        self.root.chmod(0o755)
        self.tree = self.at("/opt/guildhall")
        self.tree.mkdir(parents=True)
        self.at("/etc").mkdir()
        copied(self.tree, *_FILES)
        _venv(self.tree / ".venv")
        self.at("/venv").symlink_to(self.tree / ".venv")
        subprocess.run(["make", "install"], cwd=self.tree, check=True)  # noqa: S607
        self._files = self._all_files()
        for path in [self.tree, *self.tree.rglob("*")]:
            if not path.is_symlink():
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)

    def at(self, path: str) -> Path:
        """Where a file of the recipe stands."""
        return self.root / path.lstrip("/")

    def here(self, words: str) -> str:
        """What a recipe says, with this machine's paths."""
        return _OF_A_MACHINE.sub(f"{self.root}/", words)

    def read(self, name: str) -> str:
        """A recipe."""
        return self.here((self.tree / name).read_text(encoding="utf-8"))

    def own_folder(self, path: str) -> Path:
        """A new folder, the only one in which the bot may write."""
        folder = self.at(path)
        folder.mkdir(parents=True)
        return folder

    def untouched(self) -> bool:
        """Whether the tree holds what it held after its installation."""
        return self._all_files() == self._files

    def _all_files(self) -> set[Path]:
        return {
            path for path in self.tree.rglob("*") if not path.is_relative_to(self.tree / ".venv")
        }


def _venv(folder: Path) -> None:
    """What `make install` makes with pip: here of the packages that run the tests."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "lib").symlink_to(Path(sys.prefix) / "lib")
    (folder / "pyvenv.cfg").write_bytes((Path(sys.prefix) / "pyvenv.cfg").read_bytes())
    (folder / "run.stamp").touch()


class Unit:
    """A unit of systemd, as systemd.exec(5) has it: `instance` is what stands behind the @."""

    def __init__(self, machine: Machine, name: str, instance: str = "") -> None:
        self._settings: defaultdict[str, list[str]] = defaultdict(list)
        unescaped = re.sub(
            r"\\x([0-9a-f]{2})", lambda code: chr(int(code[1], 16)), instance.replace("-", "/")
        )
        for line in machine.read(name).splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                value = value.replace("%i", instance).replace("%I", unescaped)
                self._settings[name].append(value)
        self.folder = self.one("WorkingDirectory")

    def one(self, name: str) -> str:
        """What is set once."""
        (value,) = self._settings[name]
        return value

    @property
    def command(self) -> list[str]:
        """What is started."""
        return shlex.split(self.one("ExecStart"))

    @property
    def environment(self) -> dict[str, str]:
        """What a file says counts more than the unit, a later file more than an earlier one."""
        said = {"PATH": "/usr/bin:/bin", "USER": self.one("User"), "HOME": "/nonexistent"}
        for line in self._settings["Environment"]:
            said.update(word.split("=", 1) for word in shlex.split(line))
        for name in self._settings["EnvironmentFile"]:
            file = Path(name.removeprefix("-"))
            if name.startswith("-") and not file.exists():
                continue
            for line in file.read_text(encoding="utf-8").splitlines():
                if line and not line.startswith(("#", ";")):
                    key, _, value = line.partition("=")
                    said[key] = value
        return said


class Container:
    """A service of Compose, from our image."""

    def __init__(self, machine: Machine, service: str, *files: str, env_file: Path) -> None:
        image = machine.read("Dockerfile").rpartition("\nFROM ")[2].replace("\\\n", " ")
        self.command = yaml.safe_load(_line(image, "ENTRYPOINT"))
        self.health = yaml.safe_load(image.rpartition(" CMD ")[2].partition("\n")[0])
        self.folder = _line(image, "WORKDIR")
        merged: dict[str, dict[str, object]] = {}
        for file in files:
            for name, said in yaml.safe_load(machine.read(file))["services"].items():
                base = merged[said["extends"]["service"]] if "extends" in said else {}
                merged[name] = _merged(_merged(base, merged.get(name, {})), said)
        self.said = merged[service]
        assert self.said["env_file"] == ".env"
        interpolated = {
            name: _interpolated(str(value), dotenv_values(env_file))
            for name, value in self.said["environment"].items()
        }
        self.environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": self.folder,
            "PYTHONPATH": str(machine.tree),  # where its packages are installed
            **dict(word.split("=", 1) for word in shlex.split(_line(image, "ENV"))),
            **{name: value or "" for name, value in dotenv_values(env_file).items()},
            **interpolated,
        }


def _line(image: str, instruction: str) -> str:
    (found,) = re.findall(rf"^{instruction} (.*)$", image, re.MULTILINE)
    return found.strip()


def _merged(base: Mapping[str, object], more: Mapping[str, object]) -> dict[str, object]:
    both = {**base, **more}
    both["environment"] = {**base.get("environment", {}), **more.get("environment", {})}
    return both


def _interpolated(value: str, given: Mapping[str, str | None]) -> str:
    def of(found: re.Match[str]) -> str:
        name, colon, default = found.groups()
        known = given.get(name)
        return default if known is None or (colon and not known) else known

    return re.sub(r"\$\{(\w+)(:?)-([^}]*)\}", of, value)


def unprivileged(*command: str) -> tuple[str, ...]:
    """The command, with nothing that only root may do."""
    return (*UNPRIVILEGED, *command) if os.geteuid() == 0 else command


@asynccontextmanager
async def started(recipe: Unit | Container) -> AsyncIterator[asyncio.subprocess.Process]:
    """Its program, without any privilege; what it says comes on its standard error."""
    process = await asyncio.create_subprocess_exec(
        *unprivileged(*recipe.command),
        env=recipe.environment,
        cwd=recipe.folder,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def until_said(process: asyncio.subprocess.Process, *wanted: str) -> str:
    """Read until all of it was said; what was said, also where that is all there is."""
    said = ""
    while not all(words in said for words in wanted):
        line = (await process.stderr.readline()).decode()
        assert line, said
        said += line
    return said
