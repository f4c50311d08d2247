"""What one process tells the others that share its database."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias, cast, get_args

import orjson

from bot.store.records.messages import Attendance

Kind: TypeAlias = Literal[
    "session", "post", "attendance", "person", "erased", "notice", "process", "trouble", "press"
]
_KINDS = get_args(Kind)


class Notice(NamedTuple):
    """Another process has changed something.

    A session, its posts, an attendance of it (which is the `detail`), a person (who may be
    `erased`), the operator's `notice`, which processes there are; or it has found out what keeps a
    session from its channel (`detail`, empty once that is over); or it passes on a part of a press
    or command. `about` has the id, `version` a session's.
    """

    kind: Kind
    about: int
    version: int = 0
    detail: str = ""


class Ear(Protocol):
    """Whoever listens."""

    def heard(self, notice: Notice) -> None:
        """Something was changed by somebody else."""
        ...

    def missed(self) -> None:
        """Anything may have been changed: nobody listened for a while."""
        ...


def read(said: str, own: str) -> Notice | None:
    """What another process than `own` has said, if it is known here.

    And which processes there are, whoever noticed it: one that has ended can't say so itself.
    A press that is passed on is one process's alone.
    """
    sender, kind, about, version, *rest = said.split(" ", 4)
    if (sender == own and kind != "process") or kind not in _KINDS:
        return None
    detail = "".join(rest)
    if kind == "press":
        process, _, detail = detail.partition(" ")
        if process != own:
            return None
    return Notice(cast("Kind", kind), int(about), int(version), detail)


def attendance(notice: Notice) -> Attendance:
    """What was noted of somebody at a session."""
    row = orjson.loads(notice.detail)
    del row["session_id"]
    return Attendance(**row)
