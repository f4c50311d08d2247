"""Learning a game: lessons in a channel or alone, suggestions, a line of help at first."""

import threading
from dataclasses import replace
from functools import partial

import pytest

from bot.delivery.kept.hands import Hands
from bot.people import bold
from bot.sessions import holding
from bot.sessions.refusals import LessonIsAlone
from bot.store.store import StoreFailed
from bot.testing.driver import buttons, labels, selects, text_of
from bot.testing.suite.learning import choose, learning
from bot.thinking import computers
from engine import games
from engine.parts.rng import Rng
from engine.text import text
from tests import boxes
from tests.whole.house import (
    LANGUAGES,
    OTHER_TABLE,
    TABLE,
    Party,
    asked,
    house,
    pick_anything,
    reopened,
)
from tests.whole.test_holders import leave, take_seat
from tests.whole.test_presses import press_as_it_was

BY_NAME = {box.game.name: box for box in boxes.BOXES}
ALONE = "Your lesson waits in your direct messages"


async def learn(hall, name="Ada", channel=TABLE, game="guildes", **where):
    """Somebody types /learn; the answer."""
    person = hall.person(name)
    answer = person.response(await person.command("learn", channel, game=game, **where))
    await hall.quiet()
    return person, answer


async def lesson_of(hall, person):
    """The lesson that somebody has under way."""
    (record,) = [
        record
        for record in await hall.services.store.sessions_of(person.id)
        if record.lesson is not None
    ]
    return Party(hall, [person], TABLE, record.id)


async def end(party):
    """Play a lesson to its end by presses."""
    rng = Rng(2)
    while (await party.table()).record.status == "playing":
        await pick_anything(party.host, party.hand(party.host), rng.choice)
        await party.house.quiet()


# -- where ------------------------------------------------------------------------------------


async def test_a_lesson_in_a_channel_is_watched_there_and_played_in_the_hand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, board = await learn(hall)
        party = await lesson_of(hall, ada)
        assert board.seen_by is None
        assert "This is a lesson" in text_of(board)
        assert asked(party.hand(ada))
        goro = hall.person("Goro")
        assert "Take a seat" not in labels(await goro.more(board))
        record = (await party.table()).record
        assert [seat.strength for seat in record.seats] == [None, "easy", "easy"]
        assert record.speed is None


async def test_nobody_else_takes_a_seat_of_a_lesson(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        _, board = await learn(hall)
        goro = hall.person("Goro")
        answer = goro.response(await press_as_it_was(goro, board, "holding:1:take:1"))
        assert "invited" in text_of(answer)
        assert (await hall.services.sessions.table(1)).people() == (hall.person("Ada").id,)


async def test_no_seat_of_a_lesson_is_offered(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        answer = ada.response(await ada.command("replace", TABLE))
        assert "A lesson is for one person" in text_of(answer)
        assert selects(answer) == []
        table = await party.table()
        with pytest.raises(LessonIsAlone):
            holding.offered(table.record, 1, hall.person("Goro").id)


async def test_a_lesson_alone_leaves_no_trace_in_the_channel(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, answer = await learn(hall, where="alone")
        assert answer.seen_by == ada.id
        assert ALONE in text_of(answer)
        assert [m for m in ada.messages(TABLE) if m.seen_by is None] == []
        board, hand = ada.messages(None)
        assert "This is a lesson" in text_of(board)
        assert "Watch" not in labels(await ada.more(board))
        assert asked(hand)
        party = await lesson_of(hall, ada)
        await end(party)
        assert [m for m in ada.messages(TABLE) if m.seen_by is None] == []
        assert "in the first ballot" in text_of(party.hand(ada))


@pytest.mark.parametrize("game", ["corrompue", "london"])
async def test_the_board_beside_the_hand_of_a_lesson_alone_shows_what_the_hand_shows(
    tmp_path, game
):
    """It is there for the one who has the hand, and nobody waits for its edits."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, game=game, where="alone")
        party = await lesson_of(hall, ada)
        board = next(one for one in ada.messages(None) if "This is a lesson" in text_of(one))
        for _ in range(4):
            await pick_anything(ada, party.hand(ada))
            await hall.quiet()
            assert asked(party.hand(ada))
            assert f"Waiting for <@{ada.id}>" in text_of(board)


async def test_a_lesson_begins_in_direct_messages_where_it_is_typed_there(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, board = await learn(hall, channel=None, game="london")
        assert "This is a lesson" in text_of(board)
        assert asked(ada.latest(None))
        listed = ada.response(await ada.command("games", None))
        assert "[Guilds of London · Lesson](" in text_of(listed)
        assert ") in direct messages · your turn" in text_of(listed)


async def test_a_busy_channel_leads_to_a_lesson_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.game("Farah", "Goro", "Chiara")
        ada, answer = await learn(hall)
        assert answer.seen_by == ada.id
        assert "To the board" in labels(answer)
        said = ada.response(await ada.press("Learn in my direct messages", answer))
        await hall.quiet()
        assert ALONE in text_of(said)
        assert asked(ada.latest(None))


async def test_one_lesson_alone_at_a_time(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, where="alone")
        _, answer = await learn(hall, game="london", where="alone")
        assert "under way in your direct messages" in text_of(answer)
        assert len(await hall.services.store.sessions_of(ada.id)) == 1


async def test_with_closed_direct_messages_a_lesson_alone_is_refused_kindly(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        hall.person("Ada").user.closed_dms = True
        for _ in range(2):
            ada, answer = await learn(hall, where="alone")
            assert "can’t send you direct messages" in text_of(answer)
            assert await hall.services.store.sessions_of(ada.id) == []


async def test_with_closed_direct_messages_a_lesson_is_played_under_the_board(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        ada.user.closed_dms = True
        await learn(hall)
        party = await lesson_of(hall, ada)
        hand = ada.response(await ada.press("My hand", party.board))
        assert "Why it matters" in text_of(hand)
        await pick_anything(ada, hand)
        await hall.quiet()
        assert "What happened" in text_of(hand)


async def test_a_lesson_says_two_sentences_before_a_choice_and_the_rest_behind_why(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        hand = party.hand(ada)
        shown = [line for line in text_of(hand).splitlines() if line.startswith("**")]
        assert [line.partition(".** ")[0] for line in shown] == ["**The lesson", "**Why it matters"]
        assert [line.partition(".** ")[2].count(".") for line in shown] == [1, 1]
        told = text_of(ada.response(await ada.press("Why?", hand)))
        assert "“Suggest” tells you at any time what a computer would do." in told
        assert "keep cards of guilds that you can lead." in told
        assert all(line in told for line in shown)  # the whole thought, not its end alone
        assert "would choose" not in told
        await ada.press("Suggest", hand)
        await hall.quiet()
        told = text_of(ada.response(await ada.press("Why?", party.hand(ada)))).splitlines()
        assert told[1].startswith("A computer would choose **")
        assert told[2].startswith("-# ")


async def test_after_a_lesson_nobody_is_told_why_the_next_choice_would_matter(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        await end(party)
        hand = party.hand(ada)
        answer = await press_as_it_was(ada, hand, f"show:{party.session_id}:why")
        assert "Why it matters" not in text_of(ada.response(answer))


async def test_a_lesson_speaks_its_learners_language(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        benoit, board = await learn(hall, "Benoît")
        assert "C’est une leçon" in text_of(board)
        party = await lesson_of(hall, benoit)
        assert "L’enjeu." in text_of(party.hand(benoit))


# -- leaving and ending -----------------------------------------------------------------------


@pytest.mark.parametrize("where", [{}, {"where": "alone"}])
async def test_a_lesson_can_be_left_at_any_time(tmp_path, where):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, **where)
        party = await lesson_of(hall, ada)
        await pick_anything(ada, party.hand(ada))
        await hall.quiet()
        asks = ada.response(await ada.press("Leave the game", party.hand(ada)))
        await ada.press("Leave the game", asks)
        await hall.quiet()
        assert (await party.table()).record.status == "abandoned"
        left = [m for m in ada.messages(None) if "was left before its end" in text_of(m)]
        assert left
        assert not any(asked(message) for message in ada.messages(None))
        await learn(hall, game="majority", **where)
        assert len(await hall.services.store.sessions_of(ada.id)) == 1


async def test_a_lesson_in_a_channel_names_its_learner_at_its_end_and_leads_to_a_table(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, board = await learn(hall)
        await end(await lesson_of(hall, ada))
        assert "**Ada**’s hand says what happened" in text_of(board)
        await ada.press("Open a table", board)
        await hall.quiet()
        record = await hall.services.store.live_session_in(board.channel)
        assert (record.game, record.status, record.host_id) == ("guildes", "lobby", ada.id)


@pytest.mark.parametrize("game", ["guildes", "majority", "corrompue"])
async def test_over_a_lessons_end_nothing_is_said_of_what_would_begin_next(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, board = await learn(hall, game=game)
        party = await lesson_of(hall, ada)
        await end(party)
        table = await party.table()
        words = LANGUAGES.words("en", [bold(seat.name) for seat in table.record.seats])
        _, begun = table.told_parted(0)
        assert begun
        in_words = ada.response(await ada.press("Text", board))
        for shown in (board, party.hand(ada), in_words):
            assert "The lesson is over" in text_of(shown)
            for said in (*begun, table.view(0).headline):
                assert words(said) not in text_of(shown)


async def test_the_same_lesson_again_is_a_press_away(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        await end(party)
        assert {"Next lesson: The Majority", "To the board"} <= set(labels(party.hand(ada)))
        await ada.press("This lesson again", party.hand(ada))
        await hall.quiet()
        again = await lesson_of(hall, ada)
        assert again.session_id != party.session_id
        assert asked(again.hand(ada))


async def test_from_a_channels_lesson_a_game_against_computers_is_a_press_away(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        await end(party)
        await ada.press("Play against computers", party.hand(ada))
        await hall.quiet()
        record = await hall.services.store.live_session_in(ada.channel(None).id)
        assert (record.game, record.status, record.lesson) == ("guildes", "playing", None)


async def test_a_lesson_counts_in_no_records_and_is_told_nowhere(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        told = partial(replace, results_channel_id=ada.channel(OTHER_TABLE).id)
        await hall.services.store.change_server(hall.discord.world.guild.id, told)
        await learn(hall)
        await end(await lesson_of(hall, ada))
        assert await hall.services.store.results_due() == []
        assert ada.messages(OTHER_TABLE) == []
        counts = await hall.services.store.counts()
        assert counts == {("guildes", "abandoned"): 1}


# -- what is said is true ---------------------------------------------------------------------


async def ended(hall, game):
    """A lesson that was played to its end at random, its recap with what stands behind the button,
    and all that was told in it."""
    party = await learning(hall, BY_NAME[game])
    await end(party)
    table, rules = await party.table(), games[game]
    state = rules.setup(len(table.record.seats), table.options, table.record.seed)
    told = [event.text for event in rules.opening(state)]
    for move in await hall.services.store.moves(party.session_id):
        state, events = rules.play(state, move.seat, move.picks)
        told += [event.text for event in events]
    hand = party.hand(party.host)
    why = party.host.response(await party.host.press("Why?", hand))
    return table, f"{text_of(hand)}\n{text_of(why)}", told


async def test_the_recap_of_guildes_gives_the_votes_of_the_cards_that_lie(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        table, recap, _ = await ended(hall, "guildes")
        view = table.view(None)
        first = {row.guild: row.votes[0] for row in view.guilds}
        tableaux = [dict(player.tableau) for player in view.players]
        words = hall.services.languages.words("en")
        for seat, tableau in enumerate(tableaux):
            votes = {"milice": 3 * tableau["milice"]}
            for guild in tableau.keys() - votes.keys():
                most = max(other[guild] for other in tableaux)
                leaders = sum(other[guild] == most for other in tableaux)
                leads = most > 0 and tableau[guild] == most
                # In the first ballot only the first place counts; who ties shares it.
                votes[guild] = first[guild] // leaders if leads else 0
            total = sum(votes.values())
            name = f"**{table.record.seats[seat].name}**" if seat else "You"
            led = sum(
                number > max(other[guild] for other in tableaux if other is not tableau)
                for guild, number in tableau.items()
                if guild != "milice"
            )
            assert f"{name}: {total} votes in the first ballot." in recap
            assert f"{name} led {led} guild{'s' * (led != 1)} alone." in recap
            if seat == 0:
                said = {guild: number for guild, number in votes.items() if number}
                for guild, number in said.items():
                    named = words(text(f"guildes.guild.{guild}"))
                    assert f"{named} gave you {number} vote" in recap
                assert recap.count("gave you") == len(said)


async def test_the_recap_of_the_majority_pays_each_colour_by_the_cards_won(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        table, recap, _ = await ended(hall, "majority")
        players, gold = table.view(None).players, [0, 0, 0]
        for colour in ("red", "blue", "yellow"):
            totals = [sum(player.won[colour]) for player in players]
            first = max(totals)
            second = max((total for total in totals if total < first), default=0)
            paid = [0, 0, 0]
            for seat, total in enumerate(totals):
                if total == first > 0:
                    paid[seat] = 2
                elif total == second > 0:
                    paid[seat] = first // 5 * totals.count(first)
            gold = [sum(both) for both in zip(gold, paid, strict=True)]
            (told,) = (line for line in recap.splitlines() if f"Gold in {colour}: " in line)
            for seat, total in enumerate(totals):
                name = f"**{table.record.seats[seat].name}**" if seat else "you"
                earned = f"{paid[seat]} gold with {total}" if paid[seat] else "nothing"
                assert not total or f"{name} {earned}" in told, told
        for seat, each in enumerate(gold):
            name = f"**{table.record.seats[seat].name}**" if seat else "You"
            assert f"{name}: {each} gold after the first debate" in recap


async def test_the_recap_of_la_cite_counts_the_tricks_and_their_tokens(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        table, recap, told = await ended(hall, "corrompue")
        won = {faction: [0, 0, 0] for faction in ("noblesse", "paysan", "milice")}
        for said in told:
            if said.key == "corrompue.event.takes":
                for played in said.args["cards"]:
                    faction = played.args["card"].key.rpartition(".")[2]
                    won[faction][said.args["seat"].number] += 1
        assert sum(map(sum, won.values())) == 30
        tokens = {}
        for faction in ("noblesse", "paysan"):
            cards = won[faction]
            everything = max(cards) == sum(cards)  # then all the others get a token
            tokens[faction] = [int(n == (0 if everything else max(cards))) for n in cards]
        for faction, name in (("noblesse", "Noblesse"), ("paysan", "Paysan"), ("milice", "Milice")):
            (line,) = (one for one in recap.splitlines() if f"{name} cards won:" in one)
            for seat, number in enumerate(won[faction]):
                who = "you" if seat == 0 else f"**{table.record.seats[seat].name}**"
                assert (f"{who} {number}" in line) == (number > 0)
        held = f"{tokens['paysan'][0]} Paysan, {tokens['noblesse'][0]} Noblesse"
        assert f"Your tokens: {held}." in recap
        for faction, name in (("noblesse", "Noblesse"), ("paysan", "Paysan")):
            (line,) = (
                line
                for line in recap.splitlines()
                if name in line
                and "token" in line
                and not {"whole", "Your", "won:"} & {*line.split()}
            )
            told = line.partition(":")[2] or line
            for seat, number in enumerate(tokens[faction]):
                assert (table.record.seats[seat].name in told) == bool(number)
        assert recap.count("Milice token") == 1


async def test_the_recap_of_london_adds_up_what_was_gained(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        table, recap, told = await ended(hall, "london")
        gained = [0, 0]
        for said in told:
            if said.key == "london.told.gains":
                gained[said.args["player"].number] += said.args["n"]
        for seat, points in enumerate(gained):
            name = table.record.seats[seat].name
            masters = sum(tile.master == seat for tile in table.view(None).tiles)
            whose = "You" if table.record.seats[seat].user_id else f"**{name}**"
            assert f"{whose}: {points} VP, tiles held: {masters}." in recap


# -- suggestions ------------------------------------------------------------------------------


async def allow(party, value="on"):
    """The host allows suggestions, or not."""
    lobby = f"lobby:{party.session_id}"
    screen = party.host.response(await party.host.press(f"{lobby}:options", party.board))
    await party.host.choose([value], screen, f"{lobby}:suggestions")
    await party.house.quiet()


async def test_a_table_plays_without_suggestions_unless_its_host_allows_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        chosen = party.host.response(await party.host.press("Text", party.board))
        assert "Suggestions: **only alone against computers**" in text_of(chosen)
        await party.host.press("Start", party.board)
        await hall.quiet()
        ada = party.host
        hand = party.hand(ada)
        assert "Suggest" not in labels(hand)
        refused = ada.response(await press_as_it_was(ada, hand, "suggest:1:1"))
        await hall.quiet()
        said = [text_of(message) for message in (refused, ada.latest(None))]
        assert any("without suggestions" in one for one in said)
        assert "would choose" not in text_of(party.hand(ada))


async def test_who_plays_alone_isnt_told_that_suggestions_are_allowed(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        await party.host.press("Play against computers", party.board)
        await hall.quiet()
        assert "Suggest" in labels(party.hand(party.host))
        assert "uggestions" not in text_of(party.board)


async def test_only_who_asks_sees_a_suggestion(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        await allow(party)
        assert "Suggestions: **allowed**" in text_of(party.board)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert "Suggestions are allowed at this table" in text_of(party.board)
        ada, *others = party.people
        messages = [party.board, *map(party.hand, others)]
        before = [(message.id, message.revision) for message in messages]
        record = (await party.table()).record
        await ada.press("Suggest", party.hand(ada))
        await hall.quiet()
        assert "would choose" in text_of(party.hand(ada))
        after = [party.board, *map(party.hand, others)]
        assert [(message.id, message.revision) for message in after] == before
        assert (await party.table()).record == record
        await pick_anything(ada, party.hand(ada))
        assert "would choose" not in text_of(party.hand(ada))


async def test_what_is_suggested_can_be_chosen_and_stays_the_same_when_asked_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, game="corrompue")
        party = await lesson_of(hall, ada)
        offered = {one["label"]: one["custom_id"] for one in buttons(party.hand(ada))}
        said = []
        for _ in range(2):
            await press_as_it_was(ada, party.hand(ada), offered["Suggest"])
            await hall.quiet()
            (line,) = [s for s in text_of(party.hand(ada)).splitlines() if "would choose" in s]
            said.append(line)
        assert "Suggest" not in labels(party.hand(ada))  # its choice is a press away instead
        assert said[0] == said[1]
        name = said[0].split("**")[1]
        await ada.press(name, party.hand(ada))
        assert len(await party.moves()) > 0


async def test_a_turn_that_is_suggested_as_a_whole_is_played_by_one_press(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, game="london")
        party = await lesson_of(hall, ada)
        rng = Rng(1)
        told = 0
        while told < 3:
            await pick_anything(ada, party.hand(ada), rng.choice)
            await hall.quiet()
            await ada.press("Suggest", party.hand(ada))
            lines = text_of(party.hand(ada)).splitlines()
            plan = "".join(s for s in lines if s.startswith("-# then "))
            told = any("would choose" in s for s in lines) + plan.count("**") // 2
        before = len(await party.moves())
        await ada.press("Do all that", party.hand(ada))
        moves = (await party.moves())[before:]
        assert {seat for seat, *_ in moves[:told]} == {moves[0][0]}
        assert "would choose" not in text_of(party.hand(ada))


@pytest.mark.parametrize(("others", "offered"), [((), True), (("Farah",), False)])
async def test_who_plays_alone_with_computers_may_ask_for_suggestions(tmp_path, others, offered):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", *others, computers=2)
        assert ("Suggest" in labels(party.hand(party.host))) is offered


async def test_who_plays_alone_no_more_asks_for_no_suggestions_and_alone_again_does(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=2)
        ada, farah = party.host, hall.person("Farah")
        await take_seat(hall, party, farah)
        assert "Suggest" not in labels(party.hand(farah))
        assert "Suggest" not in labels(party.hand(ada))
        await leave(hall, party, farah)
        assert "Suggest" in labels(party.hand(ada))


async def test_a_suggestion_on_a_page_of_a_kind_says_why_on_the_first(tmp_path):
    """There is room for its reason; and from a page that is opened then it leads back to it."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, game="london")
        party = await lesson_of(hall, ada)
        rng = Rng(1)
        while "To recruit" not in labels(party.hand(ada)):
            await pick_anything(ada, party.hand(ada), rng.choice)
            await hall.quiet()
        for _ in range(2):
            await ada.press("To recruit", party.hand(ada))
            assert "‹ Back" in labels(party.hand(ada))
            assert "would choose" not in text_of(party.hand(ada))
            await ada.press("Suggest", party.hand(ada))
            await hall.quiet()
            first, reason, *_ = text_of(party.hand(ada)).partition("A computer")[2].split("\n")
            assert first.startswith(" would choose **")
            assert reason.startswith("-# ")
            assert {"To recruit", "Shortcuts"} <= set(labels(party.hand(ada)))


async def test_somebody_who_thinks_for_long_holds_up_nobody(tmp_path, monkeypatch):
    release = threading.Event()

    def slowly(*asked, **how):
        release.wait(10)
        return advise(*asked, **how)

    advise = computers.advise
    monkeypatch.setattr(computers, "advise", slowly)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        await allow(party)
        await party.host.press("Start", party.board)
        await hall.quiet()
        ada, farah, _ = party.people
        asking = ada.start_press("Suggest", party.hand(ada))
        await pick_anything(farah, party.hand(farah))
        assert len(await party.moves()) == 1
        release.set()
        await ada._witness.answered(asking)
        await hall.quiet()
        assert "would choose" in text_of(party.hand(ada))


async def test_a_suggestion_for_a_choice_that_is_past_is_refused(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall)
        party = await lesson_of(hall, ada)
        hand = party.hand(ada)
        old = f"suggest:{party.session_id}:{(await party.table()).view(0).step}"
        await pick_anything(ada, hand)
        await hall.quiet()
        await press_as_it_was(ada, party.hand(ada), old)
        await hall.quiet()
        assert "would choose" not in text_of(party.hand(ada))


# -- help -------------------------------------------------------------------------------------

HELP = "**Help.** The player who lays most cards of a guild"


async def set_help(person, value):
    """Somebody wants lines of help, or not."""
    shown = person.response(await person.command("settings", TABLE))
    return person.response(await person.press(f"setting:help:{value}", shown))


async def test_a_first_game_has_a_line_of_help_with_the_first_choice_of_a_kind(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        assert all(HELP in text_of(party.hand(person)) for person in party.people)
        await party.play_on()
        assert all("**Help.**" not in text_of(party.hand(person)) for person in party.people)


async def test_at_the_very_first_choice_help_goes_before_what_begins(tmp_path):
    """The event and the trick that begin are in the picture."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        elodie = hall.person("Élodie")
        elodie.user.locale = "fr"
        party = await hall.lobby("Élodie", computers=2)
        for option in ("events", "tricks"):
            await hall.services.lobbies.set_option(party.session_id, elodie.id, option, "true")
        await elodie.press("Commencer", party.board)
        await hall.quiet()
        assert "**Aide.** Le joueur qui pose le plus" in text_of(party.hand(elodie))


async def test_who_turned_help_off_has_none(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        shown = await set_help(ada, "off")
        assert "Help for beginners" in text_of(shown)
        party = await hall.game("Ada", "Farah", "Goro")
        assert HELP not in text_of(party.hand(ada))
        assert HELP in text_of(party.hand(party.people[1]))


async def test_help_ends_with_the_third_game_of_a_kind_and_lessons_count_for_none(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        for number in range(4):
            ada, _ = await learn(hall, where="alone")
            await end(await lesson_of(hall, ada))
            party = await hall.game("Ada", computers=2)
            assert (HELP in text_of(party.hand(ada))) == (number < 3)
            await party.finish()
            await hall.quiet()
        other = await hall.game("Ada", computers=2, game="majority")
        assert "**Help.**" in text_of(other.hand(ada))


async def test_who_takes_a_seat_later_is_helped_as_well(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=2)
        goro = hall.person("Goro")
        seats = goro.response(await goro.press("Take a seat", party.board))
        await goro.press("holding:1:take:1", seats)
        await hall.quiet()
        assert HELP in text_of(party.hand(goro))


async def test_help_and_suggestions_survive_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        await allow(party)
        await party.host.press("Start", party.board)
        await hall.quiet()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            ada = party.host
            assert HELP in text_of(party.hand(ada))
            await ada.press("Suggest", party.hand(ada))
            assert "would choose" in text_of(party.hand(ada))
            assert HELP not in text_of(party.hand(ada))  # it makes room


async def test_what_was_suggested_before_a_restart_can_be_chosen_after_it(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        ada, _ = await learn(hall, game="corrompue")
        party = await lesson_of(hall, ada)
        await ada.press("Suggest", party.hand(ada))
        suggested = text_of(party.hand(ada)).split("would choose **")[1].split("**")[0]
        offered = {one["label"]: one["custom_id"] for one in buttons(party.hand(ada))}
        before = len(await party.moves())
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await press_as_it_was(ada, party.hand(ada), offered["Do that"])
            await again.quiet()
            seat, picks = (await party.moves())[before][:2]
            assert (seat, *picks) == (0, suggested.lower().replace(" ", ":"))  # "Noblesse 7"


# -- suggestions in a lesson ------------------------------------------------------------------


@pytest.mark.parametrize("game", list(games))
async def test_a_lesson_played_as_suggested_ends_as_well(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await learning(hall, BY_NAME[game])
        lesson = hall.services.lessons[game]
        rules = games[game]
        while (table := await party.table()).record.status == "playing":
            view = table.view(0)
            assert lesson.before(view), view.prompt.ask.key
            await party.host.press("Suggest", party.hand(party.host))
            user = party.host.id
            advice = hall.services.renderer._advices.of(party.session_id, user, view.prompt.step)
            assert rules.play(table.state, 0, advice.picks)
            await hall.services.playing.act(party.session_id, user, view.prompt.step, advice.picks)
            hall.services.delivery.changed(party.session_id)
            hall.services.computers.wake(await party.table())
            await hall.quiet()
        assert lesson.is_over(table.view(None))


async def test_a_choice_that_only_goes_back_came_to_nothing(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await learning(hall, BY_NAME["london"])
        lesson = hall.services.lessons["london"]
        ada, rng = party.host, Rng(3)
        while "Back" not in labels(party.hand(ada)):
            await choose(party, lesson, rng)
        await ada.press("Back", party.hand(ada))
        await hall.quiet()
        assert "What happened" not in text_of(party.hand(ada))
        assert "Why it matters" not in text_of(party.hand(ada))  # it was said before


@pytest.mark.parametrize("game", games)
async def test_a_lesson_alone_goes_on_although_its_answer_failed(tmp_path, monkeypatch, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")

        async def failing(*_):
            raise StoreFailed("the disk is full")

        with monkeypatch.context() as once:
            once.setattr(Hands, "welcome", failing)
            await ada.command("learn", TABLE, game=game, where="alone")
            await hall.quiet()
        (record,) = await hall.services.store.sessions_of(ada.id)
        assert (await hall.services.sessions.table(record.id)).people_asked()
        assert asked(Party(hall, [ada], None, record.id).hand(ada))


async def test_no_computer_of_a_lesson_has_the_learners_name(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        berthe = hall.person("Berthe")
        await berthe.command("learn", TABLE, game="guildes")
        await hall.quiet()
        (record,) = await hall.services.store.sessions_of(berthe.id)
        names = [seat.name for seat in record.seats]
        assert len({*names}) == len(names)
