"""Alt text: short enough for Discord, cut between sentences where it must be cut."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 1024


def alt_text(sentences: Iterable[str]) -> str:
    """The sentences in one line, the first ones kept whole, within `LONGEST` characters."""
    kept = ""
    for sentence in sentences:
        line = " ".join(sentence.split())
        longer = f"{kept} {line}" if kept else line
        if len(longer) > LONGEST - 2:
            return f"{kept} …" if kept else f"{line[: LONGEST - 2]} …"
        kept = longer
    return kept
