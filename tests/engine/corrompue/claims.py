"""What is said for a choice of La Cité corrompue, by the rules and what its player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.parts.policy import LITTLE
from engine.text import Seat, Text, text
from tests.engine.claims import Claim

CARDS = {
    *(f"{faction}:{n}" for faction in ("noblesse", "paysan", "milice") for n in range(1, 11)),
    *(f"culte:{n}" for n in range(1, 9)),
}


def faction_of(card: str) -> str:
    return card.split(":", maxsplit=1)[0]


def value_of(card: str) -> int:
    return int(card.split(":")[1])


def strongest(cards: list[str]) -> int:
    """The place of the card that takes the trick (rules: tricks)."""
    asked = next((faction_of(card) for card in cards if faction_of(card) != "culte"), "culte")

    def strength(card: str) -> tuple[int, bool]:
        faction = faction_of(card)
        return (value_of(card) if faction in (asked, "culte") else 0), faction == asked

    return max(range(len(cards)), key=lambda at: (*strength(cards[at]), -at))


def lies(paysan: int = 0, noblesse: int = 0) -> Text:
    """What lies in a trick, as reasons say it."""
    found = counted({"paysan": paysan, "noblesse": noblesse})
    if not found:
        return text("corrompue.reason.empty")
    return text("corrompue.reason.in_it", cards=found)


def counted(numbers: dict[str, int]) -> tuple[Text, ...]:
    return tuple(
        text("corrompue.reason.cards", faction=text(f"corrompue.faction.{faction}"), n=number)
        for faction, number in numbers.items()
        if number
    )


def check(claim: Claim) -> None:
    """Raise an AssertionError where a claim isn't true."""
    view = claim.at.view
    if claim.key.startswith("second."):
        _check_second(view, claim)
    elif view.phase == "discard":
        _check_discard(view, claim)
    elif claim.picks[0] in CARDS:
        _check_card(view, claim.picks[0], claim.key, claim.said.args)
    else:
        _check_token(view, claim)


def _check_second(view: Any, claim: Claim) -> None:
    """All that is said for the suggestion is true of the next best too; this tells them apart."""
    key, args, chosen = claim.key.removeprefix("second."), claim.said.args, claim.at.advice
    if key not in {"discard", "same", "higher", "lower", "culte", "faction"}:
        _check_behind(view, claim, key)
        return
    if key == "discard":
        assert args["theirs"] == _named({*claim.picks} - {*chosen.picks})
        assert args["mine"] == _named({*chosen.picks} - {*claim.picks})
        return
    assert chosen.reason is not None
    if chosen.reason != LITTLE and not chosen.reason.key.endswith("leads_spared"):
        check(replace(claim, said=chosen.reason))
    (mine,), (theirs,) = chosen.picks, claim.picks
    factions, higher = (faction_of(mine), faction_of(theirs)), value_of(theirs) > value_of(mine)
    alike = factions[0] == factions[1]
    assert (key == "same") == (alike and not _told_apart_by(view, mine, theirs))
    assert {
        "same": alike,
        "higher": alike and higher and True in _wanted(view, factions[0]),
        "lower": alike and not higher and False in _wanted(view, factions[0]),
        "culte": not alike and factions[1] == "culte",
        "faction": not alike and args.get("faction") == text(f"corrompue.faction.{factions[1]}"),
    }[key]


def _check_behind(view: Any, claim: Claim, key: str) -> None:
    """The next best is behind in what is named."""
    args, picks = claim.said.args, claim.at.advice.picks
    if view.phase == "discard":
        at = ("noblesse_left", "highest_left", "paysan_left").index(key)
        n, mine = (_stays(view, one)[at] for one in (claim.picks, picks))
        assert (args["n"], args["mine"]) == (n, mine)
        assert n < mine if key == "paysan_left" else n > mine
        return
    trick, own = [each.id for each in view.plays], len(view.plays)
    if key in {"keep", "mine", "give"}:
        named = {"keep": (view.leader + strongest(trick)) % view.seats, "mine": view.viewer}
        assert args.get("player", Seat(view.viewer)) == Seat(
            named.get(key, args["player"].number if "player" in args else -1)
        )
        assert (key == "keep") == claim.picks[0].startswith("keep")
        assert key != "give" or args["n"] == view.players[args["player"].number].noblesse
        return
    mine, theirs = [*trick, *picks], [*trick, *claim.picks]
    takes, would = strongest(mine) == own, strongest(theirs) == own
    last = own + 1 == view.seats
    if key in {"takes", "so_far", "leaves", "below"}:
        assert takes != would == (key in {"takes", "so_far"})
        assert last == (key in {"takes", "leaves"})
        holder = Seat((view.leader + strongest(theirs)) % view.seats)
        assert args.get("player", holder) == holder
    elif key in {"gives", "keeps"}:
        assert not takes
        assert not would
        assert faction_of((theirs if key == "gives" else mine)[-1]) == (
            "paysan" if key == "gives" else "noblesse"
        )
    else:
        assert key == "beaten"
        assert takes
        assert would
        asked = next(faction_of(card) for card in mine if faction_of(card) != "culte")
        cards = {card for card in _unseen(view) if faction_of(card) == asked}
        n, number = (
            sum(strongest([*one, card]) == own + 1 for card in cards) for one in (theirs, mine)
        )
        assert (args["n"], args["mine"]) == (n, number)
        assert n != number


def _stays(view: Any, gone: Sequence[str]) -> tuple[int, int, int]:
    """Noblesse cards that stay in hand, the highest of them, and Paysans."""
    left = [card.id for card in view.hand if card.id not in gone]
    noblesse = [value_of(card) for card in left if faction_of(card) == "noblesse"]
    paysan = sum(faction_of(card) == "paysan" for card in left)
    return len(noblesse), max(noblesse, default=0), paysan


def _wanted(view: Any, faction: str) -> set[bool]:
    """Whether tricks with it may be: Noblesse only where another has won all of it; all but Paysan
    of which one has won all oneself. Whoever has won all gets no token (rules: the count)."""
    won = [player.won.get(faction, 0) for player in view.players]
    own, every = won[view.viewer], sum(won)
    if faction == "noblesse":
        return {False, own == 0 and max(won) == every > 0}
    return {True, faction != "paysan" or own != every or every == 0}


def _named(cards: Iterable[str]) -> tuple[Text, ...]:
    order = ("noblesse", "paysan", "milice", "culte")
    in_order = sorted(cards, key=lambda card: (order.index(faction_of(card)), value_of(card)))
    return tuple(
        text(f"corrompue.card.{faction_of(card)}", value=value_of(card)) for card in in_order
    )


def _told_apart_by(view: Any, one: str, other: str) -> list[str]:
    """The cards on the table, or still to come, against which two cards don't do the same."""
    return [
        card
        for card in _unseen(view) | {each.id for each in view.plays}
        if strongest([one, card]) != strongest([other, card])
        or strongest([card, one]) != strongest([card, other])
    ]


def _unseen(view: Any) -> set[str]:
    """The cards that others may still play."""
    seen = {card for player in view.players for card in player.cards}
    seen |= {*view.discarded, *(each.id for each in (*view.plays, *view.hand))}
    others = [player for player in view.players if player is not view.players[view.viewer]]
    culte_out = any(player.handed for player in others) or (
        view.seats == 4 and view.options.four_player_deal == "cult"
    )
    return {card for card in CARDS - seen if culte_out or faction_of(card) != "culte"}


def _check_discard(view: Any, claim: Claim) -> None:
    left = [card.id for card in view.hand if card.id not in claim.picks]
    gone = Counter(map(faction_of, claim.picks))
    args = claim.said.args
    in_order = {name: gone[name] for name in ("noblesse", "paysan", "milice", "culte")}
    assert args["cards"] == counted(in_order)
    assert args["paysan"] == sum(faction_of(card) == "paysan" for card in left)
    noblesse = [value_of(card) for card in left if faction_of(card) == "noblesse"]
    assert (claim.key == "discard_all") == (not noblesse)
    if noblesse:
        assert (args["n"], args["highest"]) == (len(noblesse), max(noblesse))


def _check_token(view: Any, claim: Claim) -> None:
    """The Milice token, kept or spent."""
    key, args, own = claim.key, claim.said.args, view.viewer
    trick = [each.id for each in view.plays]
    assert len(trick) == view.seats
    assert view.milice == own
    assert not view.milice_spent
    taker = (view.leader + strongest(trick)) % view.seats
    numbers = Counter(map(faction_of, trick))
    if key == "breaks_up":
        assert taker != own
        _check_breaks_up(view, trick, args)
        return
    assert args["lies"] == lies(numbers["paysan"], numbers["noblesse"])
    if key in {"give", "give_instead"}:
        named = args["player"].number
        assert (key == "give") == (own == taker)
        assert (args["instead"], taker != named) == (Seat(taker), True)
        assert args["n"] == view.players[named].noblesse
    else:
        assert args["player"] == Seat(taker)
        assert key == ("keep" if view.hand else "keep_last") or (key == "take" and taker != own)


def _to_play(view: Any, played: int) -> list[Any]:
    """The players who play after so many cards."""
    places = range(played, view.seats)
    return [view.players[(view.leader + place) % view.seats] for place in places]


def _takes(view: Any) -> Iterator[bool]:
    """Of each card that may be played, whether it would be the strongest so far."""
    trick = [each.id for each in view.plays]
    for option in view.prompt.options:
        if option.id in CARDS:
            yield strongest([*trick, option.id]) == len(trick)


def _is_best(view: Any, pick: str) -> bool:
    """Whether no other card of the hand that may be played beats it."""
    trick = [each.id for each in view.plays]
    ways = [option.id for option in view.prompt.options if option.id in CARDS]
    return all(strongest([*trick, pick, way]) != len(trick) + 1 for way in ways)


def _is_lowest(view: Any, pick: str) -> bool:
    """Whether it is the lowest of several cards of its faction in hand."""
    held = [card.id for card in view.hand if faction_of(card.id) == faction_of(pick)]
    return len(held) > 1 and min(held, key=value_of) == pick


def _check_breaks_up(view: Any, trick: list[str], args: Any) -> None:
    """Whoever has won all the Noblesse there was gets none, and everybody else a token."""
    noblesse = [player.won["noblesse"] for player in view.players]
    assert any(faction_of(card) == "noblesse" for card in trick)
    assert not noblesse[view.viewer]
    assert args["n"] == max(noblesse) == sum(noblesse) == noblesse[args["player"].number]


def _check_card(view: Any, pick: str, key: str, args: Any) -> None:
    own, trick = view.viewer, [*(each.id for each in view.plays), pick]
    best = strongest(trick)
    asked = next((faction_of(card) for card in trick if faction_of(card) != "culte"), "culte")
    unseen = [card for card in _unseen(view) if faction_of(card) == asked]
    follow = any(asked not in player.void for player in _to_play(view, len(trick)))
    n = sum(strongest([*trick, card]) == len(trick) for card in unseen)
    cultes = [card for card in _unseen(view) if faction_of(card) == "culte"]
    by_culte = any(strongest([*trick, card]) == len(trick) for card in cultes)
    mine, last = best == len(trick) - 1, len(trick) == view.seats
    holder = None if view.milice_spent or view.milice == own else view.milice
    safe = mine and not last and not (n and follow) and not by_culte
    assert {
        "takes": mine and last and holder is None,
        "takes_unless": mine and last and args.get("player") == Seat(holder or 0),
        "leaves": last and not mine,
        "stays_below": not last and not mine,
        "culte": mine and not last and asked == "culte",
        "unbeatable": safe and holder is None,
        "unbeatable_unless": safe and args.get("player") == Seat(holder or 0),
        "highest": mine and not last and not n and by_culte,
        "nobody_follows": mine and not last and not follow and by_culte,
        "so_far": mine and len(trick) > 1 and follow and args.get("n") == n > 0,
        "leads_low": len(trick) == 1 and follow and len(unseen) == args.get("unseen") < 2 * n,
        "leads_spared": len(trick) == 1 and _is_lowest(view, pick),
        "leads_high": len(trick) == 1 and follow and 2 * n <= len(unseen) == args.get("unseen"),
        "breaks_up": mine and (last or _is_best(view, pick)),
        "forced": {*_takes(view)} == {True} and len(trick) > 1,
        "lost": {*_takes(view)} == {False} and len(trick) > 1,
        "rids": {*_takes(view)} == {False} and faction_of(pick) == "noblesse",
    }[key]
    if key == "breaks_up":
        _check_breaks_up(view, trick, args)
    if key in {"leaves", "stays_below"}:
        assert args["player"] == Seat((view.leader + best) % view.seats)
    if "faction" in args:
        assert args["faction"] == text(f"corrompue.faction.{asked}")
    if key in {"leads_low", "leads_high"}:
        assert args["n"] == n
    if "lies" in args:
        numbers = Counter(map(faction_of, trick))
        assert args["lies"] == lies(numbers["paysan"], numbers["noblesse"])
