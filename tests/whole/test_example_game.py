"""The example game as anybody would add it: installed beside Guildhall's wheel, run over, played.

Both are installed into a folder of their own; the source tree is on no path there.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.local import LocalDiscord
from bot.testing.driver import Person, Witness, alt_texts, labels, seats_of, text_of
from tests.installing import ROOT, copied, run
from tests.whole.house import TABLE, asked, local_discord, pick_anything, picks_on

pytestmark = [pytest.mark.xdist_group("example game"), pytest.mark.timeout(300)]

EXAMPLE = ROOT / "tests" / "example_game"
FROM_INSTALLED = """
import sys
from bot.local import point_discord_at
from bot.__main__ import main
point_discord_at(sys.argv[1])
sys.exit(main([]))
"""


@dataclass(frozen=True)
class Installed:
    """An environment with Guildhall, the example game, and the libraries of both."""

    site: Path
    work: Path

    @property
    def environment(self) -> dict[str, str]:
        libraries = sysconfig.get_path("purelib")
        path = os.pathsep.join([str(self.site), libraries])
        return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}

    def run(self, *arguments: str) -> str:
        """What a program of this environment says; fails with all of it if the program does."""
        return run(list(arguments), self.work, **self.environment)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    guildhall = folder / "guildhall"
    guildhall.mkdir()
    copied(guildhall)
    example = Path(shutil.copytree(EXAMPLE, folder / "example"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    pip += ["--no-build-isolation", "--disable-pip-version-check"]
    for source in (guildhall, example):
        command = [*pip, "--target", str(folder / "site"), str(source)]
        subprocess.run(command, check=True)  # noqa: S603  (our own program)
    work = folder / "work"
    shutil.copytree(example / "tests", work)
    return Installed(folder / "site", work)


def test_only_what_was_installed_is_imported(installed: Installed) -> None:
    said = installed.run("-c", "import bot, liars_dice; print(bot.__file__, liars_dice.__file__)")
    assert all(Path(place).is_relative_to(installed.site) for place in said.split())


@pytest.mark.nightly
def test_the_package_runs_all_that_the_house_asks_over_its_game(installed: Installed) -> None:
    few = "not 3p and not 4p and not 5p"
    said = installed.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", few, ".")
    assert " passed" in said
    assert " failed" not in said


PROMISES = {
    "test_a_sampled_world_looks_the_same": (
        "def view(self, state, viewer):",
        "    seen = LiarsDice.view(state, viewer)",
        "    return seen.model_copy(update={'hand': tuple(state.hands[0])})",
    ),
    "test_rounds_are_counted_from_one_and_none_comes_again": (
        "def round_of(self, state):",
        "    return 1 if state.waiting else 0",
    ),
    "test_everybody_has_a_party_or_nobody_and_partners_share_a_place": (
        "def parties(self, seats):",
        "    return ((0,), (1,)) if seats > 2 else ((0, 1),)",
    ),
    "test_few_ways_to_go_on_are_played_out_beside_each_other": (
        "class Wide(Chance):",
        "    def rows(self, state, seat):",
        "        return [(move,) for move in self.candidates(state, seat)]",
        "policy = Wide(LiarsDice())",
    ),
}
"""By the test that finds it out how a game breaks one."""


def test_a_game_that_breaks_a_promise_is_found_out(installed: Installed) -> None:
    spoilt = [
        "from dataclasses import replace",
        "from bot.testing.suite import *",
        "from engine.bots.players import Chance",
        "from liars_dice.box import BOX",
        "from liars_dice.game import LiarsDice",
        "BOXES = []",
    ]
    for number, broken in enumerate(PROMISES.values()):
        spoilt += ["class Spoilt(LiarsDice):", f"    name = 'spoilt_{number}'"]
        spoilt += [f"    {line}" for line in broken]
        spoilt += ["BOXES.append(replace(BOX, game=Spoilt()))"]
    (installed.work / "test_spoilt.py").write_text("\n".join(spoilt))
    spoilt_ones = [
        f"test_spoilt.py::{promise}[spoilt_{number}-2p]" for number, promise in enumerate(PROMISES)
    ]
    with pytest.raises(AssertionError) as said:
        installed.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", *spoilt_ones)
    for one in spoilt_ones:
        assert f"FAILED {one}" in str(said.value)


@asynccontextmanager
async def running(installed: Installed, folder: Path) -> AsyncIterator[LocalDiscord]:
    """Guildhall as installed, on a Discord, until it is stopped; nothing went wrong in it."""
    async with local_discord() as discord:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            FROM_INSTALLED,
            discord.url,
            cwd=folder,
            env={**installed.environment, "DISCORD_TOKEN": discord.token},
            stderr=asyncio.subprocess.PIPE,
        )
        said = b""
        try:
            while b"event=ready" not in said:
                line = await process.stderr.readline()
                assert line, said.decode()
                said += line
            # They are registered while the bot is ready for presses.
            await Witness(discord.world).until(lambda: discord.world.commands, "its commands", 60)
            yield discord
        finally:
            if process.returncode is None:
                process.terminate()
            said += (await process.communicate())[1]
    assert process.returncode == 0, said.decode()
    assert b'event="game from outside" game=liars_dice' in said
    assert b"level=warning" not in said, said.decode()
    assert b"level=error" not in said, said.decode()
    assert b"Traceback" not in said


async def test_it_is_played_from_play_to_the_result(installed: Installed, tmp_path: Path) -> None:
    async with running(installed, tmp_path) as discord:
        witness = Witness(discord.world)
        await play([Person(discord, name, witness) for name in ("Ada", "Goro", "Chiara")], witness)


async def test_a_hard_computer_thinks_about_it_in_a_process(
    installed: Installed, tmp_path: Path
) -> None:
    async with running(installed, tmp_path) as discord:
        host = Person(discord, "Ada", Witness(discord.world))
        await host.command("play", TABLE, game="liars_dice")
        board = await host.sees("Bid on what lies under all cups", TABLE)
        screen = host.response(await host.press("lobby:1:computers", board))
        await host.press("lobby:1:add:hard", screen)
        await host.sees(lambda shown: "(computer, hard)" in seats_of(shown), TABLE)
        await host.press("lobby:1:start", board)
        told = ""
        for _ in range(3):
            hand = await host.sees(
                lambda hand, told=told: asked(hand) and moment(hand) != told, None
            )
            told = moment(hand)
            await pick_anything(host, hand)


async def play(people: list[Person], witness: Witness) -> None:
    """The three of them play until the board shows the result."""
    host, *others = people
    await host.command("play", TABLE, game="liars_dice")
    board = await host.sees("Bid on what lies under all cups", TABLE)
    for person in others:
        await person.press("lobby:1:join", board)
    await host.press("lobby:1:start", board)
    pressed: set[str] = set()

    def next_choice() -> Person | str | None:
        if "Play again" in labels(host.latest(TABLE)):
            return "over"
        for person in people:
            hands = [message for message in person.messages(None) if drawn(message)]
            if hands and not pressed & set(picks_on(hands[-1]) or [moment(hands[-1])]):
                return person
        return None

    while isinstance(found := await witness.until(next_choice, "a choice", within=60), Person):
        hand = next(message for message in reversed(found.messages(None)) if drawn(message))
        assert_drawn(hand)
        pressed |= set(picks_on(hand) or [moment(hand)])
        await pick_anything(found, hand)
    board = host.latest(TABLE)
    assert_drawn(board)
    (shown,) = alt_texts(board)
    assert "wins" in shown
    assert "dice left" in shown or "die left" in shown


def drawn(message) -> bool:
    """Whether a hand has become its screen, from the line that was noticed."""
    return asked(message) and bool(message.attachments)


def moment(message) -> str:
    """What is asked on a message, in words that no other moment of the game has."""
    return f"{message.id}: {text_of(message)}"


def assert_drawn(message) -> None:
    """A picture stands on the message, and can be opened."""
    (picture,) = message.attachments
    with Image.open(BytesIO(picture.data)) as image:
        image.load()
        assert image.width == 1080
    assert alt_texts(message)[0]
