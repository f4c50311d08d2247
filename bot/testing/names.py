"""Names that ask the most of a picture."""

from __future__ import annotations

LONGEST_NAMES = (
    "Maximilienne-Alexandrine Dupont!",
    "Wolfeschlegelsteinhausenbergerdo",
    "ÉÈÀÇÔÜŽŁŐĀẤ Ňandú de la Forêt-É",
    "👑🎲 Queen of the guilds 🐉🏰 2026",
    "דניאל בן אברהם הגדול מירושלים עי",
    "山田太郎と愉快な仲間たち物語第三章完結編の最後の巻物語集一二",
)
"""32 characters, wide, of many scripts; or as many as Discord takes."""
