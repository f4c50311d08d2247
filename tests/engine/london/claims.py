"""What is said for a choice of Guilds of London, by the rules and what its player sees."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from engine.london import components
from engine.london.chapters.final import score
from engine.london.numbers.asks import Ask
from engine.london.vote import winner
from engine.parts.rng import Rng
from engine.text import Text
from tests.engine.claims import Claim

_FILE = files(components).joinpath("action_cards.toml").read_text("utf-8")
CARDS = {card["code"]: card["effect"] for card in tomllib.loads(_FILE)["card"]}
"""What is printed on the cards, read from the set's file and not by the rules."""


def check(claim: Claim) -> None:
    """Raise an AssertionError where a claim isn't true."""
    kind = claim.key.partition(".")[0].partition("_")[0]
    _CHECKS[kind](claim.at.view, claim)


def _tile(view: Any, cell: str) -> Any:
    (tile,) = (tile for tile in view.tiles if tile.cell.lower() == cell.lower())
    return tile


def _standing(numbers: Sequence[int], own: int) -> tuple[int, int, str]:
    """A seat's liverymen, the strongest other's, and where it stands (rules: vote)."""
    others = [number for seat, number in enumerate(numbers) if seat != own]
    mine, most = numbers[own], max(others)
    if mine > most:
        return mine, most, "ahead"
    if mine == most:
        return mine, most, "level"
    return mine, most, "second" if sum(number >= mine for number in others) == 1 else "behind"


def _check_ready(view: Any, tile: Any, said: Text, *, more: int) -> None:
    threshold = view.printed.tiles[tile.id].threshold
    missing = max(0, threshold - sum(tile.pawns) - tile.beadle - more)
    assert said.args.get("n", 0) == missing
    assert said.key.endswith("missing") == (missing > 0)
    if said.key.endswith("now"):
        assert view.round in view.activation_rounds
        # Tiles that the activation has passed wait for the next one.
        assert not any(other.active for other in view.tiles[view.tiles.index(tile) :])


def _check_target(view: Any, said: Text, cell: str, more: int = 1) -> None:
    tile, key = _tile(view, cell), said.key.rpartition(".")[2]
    there = [number + more * (seat == view.viewer) for seat, number in enumerate(tile.pawns)]
    how = _standing(there, view.viewer)
    if key == "kept":
        # Rules, vote: who is second alone is rewarded, and so nobody is in a tie for it.
        player, own = said.args["player"].number, said.args["own"]
        assert winner(tile.pawns, [0] * view.seats).second == player != view.viewer
        assert winner(there, [0] * view.seats).second is None
        assert own == there[player] == there[view.viewer]
        leader = said.args["leader"].number
        assert said.args["most"] == there[leader] == max(there)
        assert leader != view.viewer
    elif key.startswith("then_"):
        assert how[2] == "behind"
        for n in range(1, said.args["n"]):
            there[view.viewer] += 1
            # Between two who are level, one draws level before one leads.
            fewer = _standing(there, view.viewer)[2]
            assert fewer == "behind" or (fewer, key) == ("level", "then_ahead"), n
        there[view.viewer] += 1
        assert key == f"then_{_standing(there, view.viewer)[2]}"
    else:
        assert (said.args["own"], said.args["most"], key) == how
        assert key != "behind"
    if key == "level":
        _check_tie(view, said.args["tie"], there, tile)
    assert not tile.resolved
    _check_ready(view, tile, said.args["ready"], more=more)


def _check_tie(view: Any, said: Text, there: Sequence[int], tile: Any) -> None:
    """Rules, vote: in a tie for most, own masters on adjacent tiles count, and Gog & Magog."""
    at = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", range(26), strict=True))
    adds = [0] * view.seats
    for other in view.tiles:
        if other.master is None:
            continue
        across = abs(at[other.cell[0]] - at[tile.cell[0]])
        near = across + abs(int(other.cell[1:]) - int(tile.cell[1:])) == 1
        anywhere = view.printed.tiles[other.id].permanent == "tie_anywhere"
        adds[other.master] += near or anywhere
    first = winner(there, adds).winner
    if first is None:
        assert said.key == "london.tie.open"
    else:
        assert (said.key, said.args["player"].number) == ("london.tie.won", first)


def _check_leaves(view: Any, said: Text, where: str = "") -> None:
    """What is left where a liveryman goes from; `where`: an option's name of the place."""
    args, how, own = said.args, said.key.rpartition(".")[2], view.viewer
    if how == "hall":
        assert where in {"", "guildhall"}
        assert args["n"] == view.players[own].guildhall > 0
        return
    name = args["place"]
    if name.key.endswith("plantation"):
        assert where in {"", "plantation"}
        there = [player.plantation for player in view.players]
    else:
        assert where.upper() in {"", name.args["cell"]}
        tile = _tile(view, name.args["cell"])
        assert tile.resolved == (how == "master")
        assert tile.pawns[own] > 0
        if how == "master":
            assert tile.master == own
            return
        there = list(tile.pawns)
    assert there[own] > 0
    there[own] -= 1
    n, most, stands = _standing(there, own)
    assert (args["n"], args["most"], how) == (n, most, stands if n else "none")


def _keep(view: Any, claim: Claim) -> None:
    """The most that each of the mayor's cards can score, read from what it says."""
    points = {mayor: _most(view.printed.mayors[mayor].text) for mayor in view.mayors}
    n = points[claim.picks[0].removeprefix("mayor:")]
    lower = [each for each in points.values() if each < n]
    assert claim.said.args["n"] == n == max(points.values())
    assert claim.key == {1: "keep", 2: "keep_two", 3: "keep_three"}[list(points.values()).count(n)]
    if lower:
        assert claim.said.args["next"] == max(lower)


def _most(said: Text) -> int:
    match said.key.removeprefix("london."):
        case "step.then":
            return _most(said.args["first"]) + _most(said.args["rest"])
        case "step.capped":
            return said.args["cap"]
        case "score.table":
            return said.args["entries"][-1].args["points"]
    return said.args["n"]


def _target(view: Any, claim: Claim) -> None:
    _check_target(view, claim.said, claim.picks[0].rpartition(".")[2], _sent(claim))


def _sent(claim: Claim) -> int:
    """Liverymen that go to the tile at once: as often as the computer chooses it in a row."""
    if claim.picks[0].startswith("card:"):
        return 1
    game, seat, state = claim.at.game, claim.at.seat, claim.at.state.clone()
    number, move = 0, game.encode(state, seat, claim.picks)
    target = move
    while move == target and state.ask == Ask.TARGET:
        state.memo = claim.at.state.memo or ((), (), (), 0, 0, 0)
        game.apply(state, seat, move)
        number += 1
        if game.asked(state) != [seat]:
            break
        move = game.policy.normal(state, seat, Rng(1))
    return number


def _source(view: Any, claim: Claim) -> None:
    where = claim.picks[0]
    _check_leaves(view, claim.said.args["leaves"], "" if where == "elsewhere" else where)
    assert where != "elsewhere" or not claim.said.args["leaves"].key.endswith("hall")


def _move(view: Any, claim: Claim) -> None:
    """A move that the card in hand allows."""
    (pick,), args = claim.picks, claim.said.args
    cell = args["place"].args["cell"]
    _check_leaves(view, args["leaves"], "" if pick.startswith("card:") else pick)
    _check_target(view, args["target"], cell)
    if pick.startswith("card:"):
        card = view.printed.cards[int(pick.partition(".")[0].removeprefix("card:"))]
        assert {*card.colours} & {*view.printed.tiles[_tile(view, cell).id].colours}
    assert args["leaves"].args.get("place") != args["place"]


def _ship(view: Any, claim: Claim) -> None:
    args = claim.said.args
    there = [player.plantation + (at == view.viewer) for at, player in enumerate(view.players)]
    how = claim.key.partition(".")[2]
    assert (args["own"], args["most"], how) == _standing(there, view.viewer)
    assert how != "behind"
    _check_leaves(view, args["leaves"], claim.picks[0])


def _pay(view: Any, claim: Claim) -> None:
    """Each place from which liverymen are paid, in the order of the map."""
    places = list(dict.fromkeys(pick.partition(":")[0] for pick in claim.picks))
    for where, said in zip(places, claim.said.args["places"], strict=True):
        _check_leaves(view, said, where)


def _given(view: Any, claim: Claim) -> None:
    cards = [view.printed.cards[int(pick.split(":")[1])] for pick in claim.picks]
    assert claim.said.args["n"] == len({colour for card in cards for colour in card.colours})
    assert claim.said.args["cards"] == sum(card.cards for card in cards)


def _beadle(view: Any, claim: Claim) -> None:
    tile, args = _tile(view, claim.picks[0]), claim.said.args
    how = claim.key.partition(".")[2]
    assert (args["own"], args["most"], how) == _standing(tile.pawns, view.viewer)
    assert how != "behind"
    assert args["own"] > 0
    _check_ready(view, tile, args["ready"], more=not tile.beadle)


def _kept(view: Any, claim: Claim) -> None:
    """What the cards would score in somebody's hand, counted by the rules of the end."""
    (option, *_) = (one for one in view.prompt.options if one.id in claim.picks)
    kept = [one.key.rpartition(".")[2] for one in option.text.args.get("kept", ())]
    kept = kept or [pick.removeprefix("mayor:") for pick in claim.picks]
    state = claim.at.state.clone()
    state.mayors[claim.at.seat] = [state.box.mayor_number[mayor] for mayor in kept]
    scored = score(state, claim.at.seat).mayors
    assert claim.said.args["n"] == sum(points for _, points in scored)


def _replace(view: Any, claim: Claim) -> None:
    active = [tile for tile in view.tiles if tile.active]
    there = [*active[0].pawns] if active else [player.plantation for player in view.players]
    args, own = claim.said.args, view.viewer
    before = _standing(there, own)
    gains = claim.key.startswith("replace.")
    assert args["own"] == there[own]
    assert gains or args["most"] == before[1]
    (pick,) = claim.picks
    if claim.key == "no_replacement":
        assert pick in {"none", "0", "never"}
        assert args["n"] == view.players[own].neutrals
        return
    if "x" not in pick:  # one opponent after the other: which, the question says
        assert args["n"] == int(pick) + sum(claim.at.state.picks)
        return
    for lost in pick.split("."):
        seat, number = map(int, lost.split("x"))
        there[seat] -= number
    _, most, how = _standing(there, own)
    assert most == args["most" if gains else "then"]
    assert there[own]
    assert (how not in ("behind", before[2])) == gains
    assert not gains or claim.key == f"replace.{how}"
    if claim.key == "replace.level":
        if active:
            _check_tie(view, args["tie"], there, active[0])
        else:
            assert args["tie"].key == "london.tie.shared"
    assert args["n"] == sum(int(lost.split("x")[1]) for lost in pick.split("."))


def _take(view: Any, claim: Claim) -> None:
    """All is taken; what of it moves liverymen is asked afterwards."""
    offered = [option for option in view.prompt.options if option.role == "choice"]
    assert {option.id for option in offered} == {*claim.picks}
    moving = ("london.step.move", "london.step.plantation")
    moves = [
        option
        for option in offered
        if str(option.text).count(moving[0]) + str(option.text).count(moving[1])
    ]
    assert (claim.key == "take_moves") == bool(moves)


def _printed(claim: Claim) -> list[dict[str, Any]]:
    """The steps of the card, or of one of those to choose from, as the set's file has them."""
    (pick,) = claim.picks
    if pick.startswith("option:"):
        every = [step for steps in CARDS.values() for step in steps]
        (options,) = (step["options"] for step in every if step["do"] == "choose")
        return [*options[int(pick.removeprefix("option:")) - 1]]
    return CARDS[int(pick.partition(".")[0].removeprefix("card:"))]


GAINS = ("vp", "tile", "plantation", "hall", "neutral", "draw", "draw_end", "beadle")
"""What an effect gains, the most telling first."""


def _played_out(claim: Claim) -> Any:
    """What its player sees once the effect is done by the computer's choices.

    None where cards are seen before the last of them.
    """
    game, seat, state = claim.at.game, claim.at.seat, claim.at.state.clone()
    move = game.encode(state, seat, claim.picks)
    while True:
        # Whoever can take the turn back is asked for its end.
        state.memo = claim.at.state.memo or ((), (), (), 0, 0, 0)
        seen = len(state.deck), len(state.mayor_deck)
        game.apply(state, seat, move)
        if game.asked(state) == [seat] and state.ask == Ask.PLAY:
            return game.view(state, seat)
        if seen != (len(state.deck), len(state.mayor_deck)):
            return None
        assert game.asked(state) == [seat]
        move = game.policy.normal(state, seat, Rng(1))


def _gained(view: Any, after: Any) -> dict[str, dict[str, int]]:
    """Numbers of all that a player has more than before, by what it is; tiles by their cell."""
    own = view.viewer
    player, then = view.players[own], after.players[own]
    there = [each.plantation for each in after.players]
    cards = view.deck + len(view.discard) - after.deck - len(after.discard)
    gained = {
        "vp": {"n": then.score - player.score},
        **{
            tile.cell: dict(zip(("own", "most"), _standing(now.pawns, own)[:2], strict=True))
            for tile, now in zip(view.tiles, after.tiles, strict=True)
            if now.pawns[own] > tile.pawns[own]
        },
        "plantation": dict(zip(("own", "most"), _standing(there, own)[:2], strict=True))
        if then.plantation > player.plantation
        else {"n": 0},
        "hall": {"n": max(0, then.guildhall - player.guildhall), "there": then.guildhall},
        "neutral": {"n": then.neutrals - player.neutrals},
        "draw": {"n": cards},
        "draw_end": {"n": after.to_draw - view.to_draw_played()},
        "beadle": {"n": int(_beadle_of(view) != _beadle_of(after))},
    }
    return {what: numbers for what, numbers in gained.items() if numbers.get("n", 1)}


def _beadle_of(view: Any) -> str | None:
    return next((tile.cell for tile in view.tiles if tile.beadle), None)


def _gain(view: Any, claim: Claim) -> None:
    """The two most telling of what the effect gains, and its whole price."""
    said, paid = claim.said, {}
    while "gains" in said.args:
        paid[said.key.rpartition("_")[2]] = said.args["n"]
        said = said.args["gains"]
    if claim.picks[0].startswith("card:"):
        card = view.printed.cards[int(claim.picks[0].partition(".")[0].removeprefix("card:"))]
        price = {"cards": card.cards, "pawns": card.pawns}
        assert paid == {what: n for what, n in price.items() if n}
    else:
        assert not paid
    after = _played_out(claim)
    gained = _gained(view, after)
    parts = [said.args["first"], said.args["rest"]] if said.key.endswith("both") else [said]
    assert len(parts) == min(2, len(gained))
    told = []
    for part in parts:
        what, numbers = part.key.rpartition(".")[2], dict(part.args)
        where = numbers.pop("place", None)
        if what == "beadle":
            assert where.args["cell"] == _beadle_of(after)
            numbers = {"n": 1}
        elif where is not None:
            cell = where.args["cell"]
            assert what == _standing(_tile(after, cell).pawns, view.viewer)[2]
            assert not _tile(view, cell).resolved
            what = cell
        assert gained[what] == numbers
        told.append(what)
    assert [*map(_rank, told)] == sorted(map(_rank, gained))[: len(told)]


def _rank(what: str) -> int:
    """Which comes first; tiles, which are called by their cells, behind VP."""
    return GAINS.index(what) if what in GAINS else GAINS.index("tile")


def _later(_: Any, claim: Claim) -> None:
    """It waits for what its player does, and has gained nothing yet."""
    assert any(step["do"] == "each_time" for step in _printed(claim))
    assert not _gained(claim.at.view, _played_out(claim))


def _unseen(_: Any, claim: Claim) -> None:
    """Cards are drawn or looked at before the last choice that it asks for."""
    assert any(step["do"] in {"mayor", "trade"} for step in _printed(claim))
    assert _played_out(claim) is None


def _end(view: Any, claim: Claim) -> None:
    """Rules, end of the game: cards in hand score nothing."""
    assert (claim.key == "end_last") == (view.round == view.rounds)
    if claim.key == "end_last":
        return
    n, cards = view.to_draw, len(view.hand)
    # Rules, the end of a turn: what is over seven cards is discarded; the university's master
    # keeps eight.
    own = [tile.id for tile in view.tiles if tile.master == view.viewer]
    limit = 7 + ("university" in own)
    if cards and (over := n + cards - limit) > 0:
        assert claim.key == ("end_over" if view.played else "end_rested")
        assert claim.said.args == {"n": over, "drawn": n, "cards": cards, "limit": limit}
        return
    assert claim.key == ("end" if cards else "empty")
    assert claim.said.args == {"n": n} | ({"cards": cards} if cards else {})


def _recruit(view: Any, claim: Claim) -> None:
    player = view.players[view.viewer]
    assert claim.said.args["n"] == player.guildhall + 1
    assert player.supply > 0


def _stop(view: Any, claim: Claim) -> None:
    """Whoever may stop is offered it as a way out; cards stay only where they were offered."""
    (offered,) = (option for option in view.prompt.options if (option.id,) == claim.picks)
    assert offered.role == "pass"
    cards = [option for option in view.prompt.options if option.id.startswith("card:")]
    assert (claim.key == "stop.trade") == bool(cards)
    if claim.key == "stop.ship":
        _check_leaves(view, claim.said.args["leaves"])
    if claim.key == "stop.best":
        args = claim.said.args
        _check_leaves(view, args["leaves"])
        _check_target(view, args["target"], args["place"].args["cell"])


def _order(view: Any, claim: Claim) -> None:
    """Whichever goes first, the same cards are held once all of them lie under the deck."""
    game, seat = claim.at.game, claim.at.seat
    offered = [option.id for option in view.prompt.options if option.role == "choice"]
    assert claim.picks[0] in offered
    held = set()
    for pick in offered:
        state = claim.at.after((pick,))
        while game.asked(state) == [seat] and "order" in game.prompts(state)[seat].ask.key:
            game.apply(state, seat, game.moves(state, seat)[0])
        held.add(game.view(state, seat).mayors)
    assert len(held) == 1


_CHECKS = {
    "keep": _keep,
    "target": _target,
    "source": _source,
    "move": _move,
    "ship": _ship,
    "pay": _pay,
    "given": _given,
    "beadle": _beadle,
    "kept": _kept,
    "no": _replace,
    "replace": _replace,
    "take": _take,
    "gain": _gain,
    "later": _later,
    "unseen": _unseen,
    "end": _end,
    "empty": _end,
    "recruit": _recruit,
    "stop": _stop,
    "order": _order,
}
