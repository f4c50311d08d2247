"""What a film shows: a frame a turn, an activation, a growth, and the end; what was remarkable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.london.telling.names import cell_of
from engine.parts.awards import Award
from engine.parts.values import Event, Scene
from engine.text import Seat, Text, text

_UNDONE: Final = ("london.told.turn", "london.told.takes_back")
AWARDS: Final = (
    Award("guilds", told=("london.told.wins", "london.told.wins_tie"), least=3),
    Award("plantation", told=("london.told.ships",), undone=_UNDONE),
    Award("moves", told=("london.told.moves", "london.told.plays_move"), least=4, undone=_UNDONE),
    Award(
        "recruits",
        told=("london.told.recruits", "london.told.plays_recruit", "london.told.posts"),
        amount="n",
        least=5,
        undone=_UNDONE,
    ),
)

_CHAPTERS = {"turn", "activation", "growth", "final"}
_ROOM = 7
"""Winners and tiles that ten words can tell."""
_PLACES, _WHOLE = 3, 4
"""Places and deeds of a whole turn that two lines of a phone can tell."""
_SUMS = ("ships", "gains", "recruits", "neutral", "keeps", "draws")
"""What a turn is told by besides moves, the weightiest first."""


def scene(told: Sequence[Event]) -> Scene | None:
    """The first chapter, once the next has begun; the last one is the end."""
    keys = [event.text.key.removeprefix("london.told.") for event in told]
    begins = [at for at, key in enumerate(keys) if key in _CHAPTERS]
    if not begins:
        return None
    first = begins[0]
    end = begins[1] if len(begins) > 1 else len(told)
    deeds = [(key, event.text) for key, event in zip(keys, told, strict=True)][first:end]
    if keys[first] == "final":
        return Scene(deeds[-1][1], end) if deeds[-1][0] == "elected" else None
    if len(begins) == 1:
        return None
    match keys[first]:
        case "turn":
            return Scene(_turn(deeds), end)
        case "activation":
            return Scene(_activation(deeds), end)
    return Scene(_growth(deeds), end)


Deeds = Sequence[tuple[str, Text]]


def _turn(deeds: Deeds) -> Text:
    """The weightiest of what a player did and didn't take back; moves to two places at most."""
    player = deeds[0][1].args["player"]
    backs = [at for at, (key, _) in enumerate(deeds) if key == "takes_back"]
    done = tuple(_done(deeds[max(backs, default=-1) + 1 :]))
    if not done:
        return text("london.film.waits", player=player)
    most = 2 if len(done) > 1 and done[1].key == "london.film.also" else 1
    return text("london.film.turn", player=player, deeds=done[:most])


def whole_turn(deeds: Deeds) -> Text:
    """The weightiest that came of a turn; the first deed is that it began."""
    player = deeds[0][1].args["player"]
    if done := tuple(_done(deeds, _PLACES)):
        key = "turn_on" if len(done) > _WHOLE else "turn"
        return text(f"london.film.{key}", player=player, deeds=done[:_WHOLE])
    if played := sum(key == "plays_effect" for key, _ in deeds):
        return text("london.film.plays", player=player, n=played)
    return text("london.film.waits", player=player)


def _done(deeds: Deeds, places: int = 2) -> Iterator[Text]:
    """What was done in a turn, the weightiest first; moves to so many places at most."""
    moved: Counter[str | Text] = Counter()
    sums: Counter[str] = Counter()
    for key, said in deeds:
        if key in ("moves", "plays_move", "posts"):
            moved[cell_of(said.args["target" if "target" in said.args else "place"])] += 1
        elif key == "plays_recruit":
            sums["recruits"] += 1
        elif key in _SUMS:
            number = said.args.get("n", 1)
            sums[key] += number if isinstance(number, int) else 1
    for at, (target, n) in enumerate(moved.most_common(places)):
        yield text("london.film.also" if at else "london.film.moves", n=n, target=target)
    for key in _SUMS:
        if sums[key]:
            yield text(f"london.film.{key}", n=sums[key])
    beadle = [said.args["place"] for key, said in deeds if key == "moves_beadle"]
    if beadle:
        yield text("london.film.beadle", target=cell_of(beadle[-1]))


def _activation(deeds: Deeds) -> Text:
    """Who won which tiles, or how many where they are many."""
    won: dict[int, list[str]] = {}
    for key, said in deeds:
        winner = said.args.get("player")
        if key in ("wins", "wins_tie") and isinstance(winner, Seat):
            won.setdefault(winner.number, []).append(str(cell_of(said.args["place"])))
    if not won:
        return text("london.film.calm")
    many = len(won) + sum(map(len, won.values())) > _ROOM
    return text("london.film.won", each=by_seat(won, counted=many))


def by_seat(tiles: Mapping[int, Sequence[str]], *, counted: bool = False) -> tuple[Text, ...]:
    """Whose tiles they are, or how many."""
    return tuple(
        text(
            "london.film.tiles",
            player=Seat(seat),
            tiles=str(len(cells)) if counted else " ".join(sorted(cells)),
        )
        for seat, cells in sorted(tiles.items())
    )


def _growth(deeds: Deeds) -> Text:
    """How the town has grown, else who has the plantation."""
    tiles = sum(key == "new_tile" for key, _ in deeds)
    if tiles:
        return text("london.film.grows", n=tiles)
    found = (said for key, said in deeds if key in ("left", "right"))
    return next(found, text("london.told.nobody"))
