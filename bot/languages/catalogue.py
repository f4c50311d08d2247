"""Gettext's PO files, as far as ours go: keys with a sentence, or one for each plural form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_CONTINUED = re.compile(r'"[ \t\r]*\n[ \t]*"')
_LINE = re.compile(r'(msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")')
_FUZZY = re.compile(r"#,.*\bfuzzy\b.*")
_STRING = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class Entry:
    """What a file says of a key: `said` has more than one sentence where there is a `plural`."""

    key: str
    fuzzy: bool
    plural: bool
    said: list[str]


def entries(path: Path) -> Iterator[Entry]:
    """Everything that a file says, its header with an empty key.

    Raises OSError, and ValueError for what isn't understood.
    """
    entry, fuzzy = Entry("", False, False, []), False
    for line in _CONTINUED.sub("", path.read_text(encoding="utf-8")).split("\n"):
        written = line.strip()
        if not written or written.startswith("#"):
            fuzzy = fuzzy or _FUZZY.fullmatch(written) is not None
            continue
        found = _LINE.fullmatch(written)
        if found is None:
            raise ValueError(f"{written[:40]!r} isn't understood")
        word, string = found[1], _STRING.decode(found[2])
        if word == "msgid":
            if entry.said:
                yield entry
            entry, fuzzy = Entry(string, fuzzy, False, []), False
        elif word == "msgid_plural":
            entry.plural = True
        else:
            entry.said.append(string)
    if entry.said:
        yield entry
