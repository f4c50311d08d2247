"""Records in words: for those who see no pictures, and below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.text import Text, text
from images.records import Course, Leaderboard, OfGame, Ranked, Statistics, in_points
from images.words import Words

_WORDS = ((85, "excellent"), (70, "strong"), (50, "solid"), (30, "mixed"), (0, "costly"))
"""From so much accuracy on, the word for it."""


def game_name(words: Words, game: str) -> str:
    """A game's name."""
    return words(text(f"game.{game}.name"))


def average(tenths: int) -> Text:
    """An average place ("1.8")."""
    return text("records.average", whole=tenths // 10, tenth=tenths % 10)


def rating(points: int, *, uncertain: bool) -> Text:
    """A rating; uncertain ones are marked."""
    return text("records.rating.uncertain" if uncertain else "records.rating", points=points)


def streak(number: int) -> Text:
    """How many wins there were in a row, or games since the last one; 0: none so far."""
    if not number:
        return text("records.streak.never")
    if number > 0:
        return text("records.streak.wins", n=number)
    return text("records.streak.none", n=-number)


def statistics_in_words(shown: Statistics, words: Words) -> list[str]:
    """A line for all, and one a game."""
    if not shown.games:
        return [words(text("records.nothing", name=shown.name))]
    said = [
        words(
            text(
                "records.in_all",
                n=shown.games,
                wins=text("records.wins", n=shown.wins),
                place=average(shown.place),
            )
        ),
        words(text("records.streak", streak=streak(shown.streak))),
        *remarks(shown, words),
    ]
    return said if shown.only else said + [_of_game(row, words) for row in shown.of_games]


def leaderboard_in_words(shown: Leaderboard, words: Words) -> list[str]:
    """A line a person."""
    return [_ranked(row, words) for row in shown.ranked] or [words(text("records.nobody"))]


def statistics_alt(shown: Statistics, words: Words) -> list[str]:
    """The picture in sentences."""
    title = words(text("records.of", name=shown.name))
    return _sentences([title, *statistics_in_words(shown, words)])


def leaderboard_alt(shown: Leaderboard, words: Words) -> list[str]:
    """The picture in sentences."""
    title = words(text("records.leaderboard", game=game_name(words, shown.game)))
    return _sentences([title, *leaderboard_in_words(shown, words)])


def round_name(game: str, number: int) -> Text:
    """A round by the game's own word for it ("Ballot 2")."""
    return text(f"game.{game}.round", round=number)


def percent(thousandths: int) -> Text:
    """A chance ("31 %")."""
    return text("review.percent", number=in_points(thousandths))


def points(thousandths: int) -> Text:
    """What a chance went up or down ("+12", "−3")."""
    number = in_points(thousandths)
    key = "review.up" if number > 0 else "review.down" if number else "review.same"
    return text(key, number=abs(number))


def accuracy(of_100: int) -> Text:
    """The same in a word."""
    return text(f"review.accuracy.{next(word for least, word in _WORDS if of_100 >= least)}")


def grades() -> tuple[Text, ...]:
    """Every such word, with how much it begins at."""
    return tuple(
        text("review.accuracy.from", word=accuracy(least), least=least)
        for least, _ in reversed(_WORDS)
    )


def course_in_words(shown: Course, words: Words) -> list[str]:
    """The sum first, then the chances round by round."""
    rounds: dict[int, int] = {}
    for point in shown.points:
        rounds.setdefault(point.round, point.before)
    said = [
        text(
            "review.sum",
            beginning=percent(shown.points[0].before),
            choices=points(-shown.lost),
            luck=points(shown.luck),
            end=percent(shown.result),
        ),
        text("review.accuracy.said", number=shown.accuracy, word=accuracy(shown.accuracy)),
    ]
    by_round = tuple(
        text("review.round", round=round_name(shown.game, number), chance=percent(chance))
        for number, chance in rounds.items()
    )
    return [*map(words, said), words(text("review.rounds", rounds=by_round))]


def course_alt(shown: Course, words: Words) -> list[str]:
    """The picture in sentences."""
    named = text("review.of", name=shown.name, game=game_name(words, shown.game))
    turns = [
        text(
            "review.turn.short",
            number=point.turning,
            round=round_name(shown.game, point.round),
            before=percent(point.before),
            after=percent(point.after),
        )
        for point in sorted(shown.points, key=lambda point: point.turning)
        if point.turning
    ]
    return _sentences([words(named), *course_in_words(shown, words), *map(words, turns)])


def _sentences(lines: Iterable[str]) -> list[str]:
    return [f"{line.removesuffix('.')}." for line in lines]


def remarks(shown: Statistics, words: Words) -> Iterator[str]:
    """What is best of all games; of one kind alone, how well it went."""
    if (only := shown.only) is not None:
        yield game_name(words, only.game)
        yield words(text("records.best", best=text(f"game.{only.game}.score", n=only.best)))
        if only.points is not None:
            said = rating(only.points, uncertain=only.uncertain)
            yield words(text("records.rated", rating=said))
        return
    if shown.favourite is not None:
        yield words(text("records.favourite", game=game_name(words, shown.favourite)))
    if shown.strongest is not None:
        yield words(text("records.strongest", game=game_name(words, shown.strongest)))


def _of_game(row: OfGame, words: Words) -> str:
    said = text(
        "records.line",
        game=game_name(words, row.game),
        n=row.games,
        wins=text("records.wins", n=row.wins),
        place=average(row.place),
        best=text(f"game.{row.game}.score", n=row.best),
    )
    if row.points is None:
        return words(said)
    rated = rating(row.points, uncertain=row.uncertain)
    return words(text("records.line.rated", line=said, rating=rated))


def _ranked(row: Ranked, words: Words) -> str:
    return words(
        text(
            "records.ranked",
            rank=row.rank,
            name=row.name,
            rating=rating(row.points, uncertain=row.uncertain),
            n=row.games,
            wins=text("records.wins", n=row.wins),
            place=average(row.place),
        )
    )
