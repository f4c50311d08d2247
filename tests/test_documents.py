"""Whoever follows a link of the documents arrives: at a file of the tree, and at its heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.installing import ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "bot/local/README.md"])


def text(document: Path) -> str:
    """A document without its examples of code."""
    return CODE.sub("", document.read_text("utf-8"))


def anchors(document: Path) -> set[str]:
    """What its headings are called in an address: as a page of the repository makes them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(text(document))
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_its_heading(document: Path) -> None:
    lost = []
    for link in LINK.findall(text(document)):
        path, _, anchor = link.partition("#")
        if ":" in path:
            continue
        there = (document.parent / path).resolve() if path else document
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(link)
    assert not lost


def test_every_document_can_be_found() -> None:
    linked = {
        (document.parent / link.partition("#")[0]).resolve()
        for document in DOCUMENTS
        for link in LINK.findall(text(document))
    }
    assert set(ROOT.glob("docs/*.md")) <= linked
