"""A real browser on the local table's page. SCREENSHOTS=1 leaves pictures in build/screenshots/.

One browser, and so one event loop, serves all tests of a process; each opens tabs of its own.
"""

import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

from bot.local import LocalDiscord

HERE = Path(__file__).parent
SCREENSHOTS = HERE.parents[1] / "build" / "screenshots"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
REFUSED = "net::ERR_CONNECTION_REFUSED"
FLAGS = ["--no-sandbox", "--in-process-gpu"]
"""Where pages are drawn without a graphics card, a process for it costs a tenth more CPU."""
WAITED = 20_000
"""Milliseconds within which a page shows what it was sent, on a busy machine, too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium on the path: apt-get install chromium")
    expect.set_options(timeout=WAITED)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def sit(browser):
    """Open a tab as somebody; no tab may have an error in its console at the end."""
    faults: list[str] = []
    async with contextlib.AsyncExitStack() as stack:

        async def sit(discord: LocalDiscord, username: str, size=DESKTOP) -> Page:
            def note(message: ConsoleMessage) -> None:
                # Nothing but a server that was stopped, as at each test's end, refuses the page.
                if message.type == "error" and REFUSED not in message.text:
                    faults.append(message.text)

            context = await browser.new_context(viewport=size, reduced_motion="reduce")
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.set_default_timeout(WAITED)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", note)
            await page.goto(f"{discord.page_url}#{username}")
            await page.locator(".pane-title h2").first.wait_for()
            return page

        yield sit
    assert faults == []


async def picture(shown: Page | Locator, name: str) -> None:
    """Keep what it looks like now, where somebody wants to look: nothing is asserted of it."""
    if os.environ.get("SCREENSHOTS"):
        await shown.screenshot(path=SCREENSHOTS / f"{name}.png")
