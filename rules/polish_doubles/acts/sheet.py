"""Acts of Polish doubles on the scoresheet: moves, exchanges, passes, the bag, a player out (S3, S7, S12, S22-S26)."""

from __future__ import annotations

from typing import Annotated, Any, Self

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from rules.acts import DerivingAct
from rules.game import Entry
from rules.message import Message, Refusal, msg, msgs
from rules.needs import Asked, Button, MenuEntry, OfSide, Posed, Question, Reply, Way, WholeNumber
from rules.polish_doubles.acts.table import InPlay, MoveNumber, OfTurn, Player
from rules.polish_doubles.placing import NOWHERE, Placement, checked_at, place_move
from rules.polish_doubles.rows import Bounds, EarlyState, Kind, Row
from rules.polish_doubles.setup import INDEX, LETTER, Pair
from rules.polish_doubles.state import OutNote, State
from rules.polish_doubles.tally import BagCount
from rules.polish_doubles.tiles import RACK, TILES, word_of
from rules.polish_doubles.turns import announced_in_time, one_left, put, with_lost

Points = Annotated[int, Meta(ge=0, le=2000)]
Laid = Annotated[int, Meta(ge=1, le=7)]
Squares = Annotated[str, Meta(max_length=10)]
Word = Annotated[str, Meta(max_length=40)]

EXCHANGE_NEEDS = 7
"""Tiles that an exchange needs in the bag (facts of S)."""

WHY_ONE = {"opening": "S6", "cross": "S15", "out": "S26"}
"""The rule by which a turn has one move, by why its second row is struck (`Turn.struck`)."""

Slot = tuple[int, int]
"""The place of a move: its turn and its row there, both from 0."""


class RowAct(DerivingAct, InPlay, OfTurn, frozen=True, kw_only=True):
    """A row of the sheet: the ``turn`` that it was written for, and the ``place`` in it (S10, S12)."""

    place: MoveNumber | None = None

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that the next row is written in."""
        free = state.free_place
        return None if free is None else free[0]

    def naming(self, state: State, index: int) -> Self:
        """The same of the turn at ``index``, with the next place in it."""
        return replace(self, turn=index + 1, place=len(state.turns[index].rows) + 1)

    def check_subject(self, state: State) -> None:
        """Its place decides (`slot_in`)."""

    def is_written(self, state: State, index: int) -> bool:
        """Whether another row stands in its place."""
        return self.place is not None and self.place <= len(state.turns[index].rows)

    def slot_in(self, state: State) -> Slot:
        """S10, S19: the place of the row: in the turn that it names, past unfinished ones before it, else the next one.

        Raises `Refusal` where that place is gone. One before it in its turn that has become free is taken: the move is
        that turn's.
        """
        if self.turn is None:
            return free_slot(state)
        index = self.turn - 1
        if index >= len(state.turns):
            raise Refusal("S10", "It was written for turn {n}, which is not there any more.", n=self.turn)
        turn = state.turns[index]
        if turn.early is EarlyState.ASKED and index != len(state.turns) - 1:
            raise Refusal("S19", "First settle the early judgement.")
        place = len(turn.rows)
        if place >= max(turn.moves, turn.possible) or (self.place is not None and self.place <= place):
            raise Refusal("S10", "It was written for turn {n}, which has no place for it any more.", n=self.turn)
        return index, place

    def apply_derived(self, state: State, entry: Entry, written: tuple[Slot, Row]) -> State:
        """Put the row into its place (S12, S22). Rows of the open turn are its pair's act; late ones are not."""
        (index, place), row = written
        turn = state.turns[index]
        open_turn = index == len(state.turns) - 1
        in_time = announced_in_time(turn, place, None, state.clock.limit)
        if (open_turn and state.clock.time_used(entry.at) <= state.clock.limit) or (turn.pressed and not turn.overrun):
            in_time = True
        rows = (*turn.rows, replace(row, in_time=in_time))
        if len(rows) > turn.moves:
            # S26: the second row of a player whose tiles went back; nobody is out any more, unless declared again.
            turn = replace(turn, moves=len(rows), struck="", yields=False)
            out = state.outs[turn.pair]
            outs = put(state.outs, turn.pair, None if out and out.doubted else out)
            state = replace(state.with_remark(entry), outs=outs)
        rows = with_lost(rows, turn.confirmed, entry.n)
        return state.with_turn(index, replace(turn, rows=rows, acted=turn.acted or open_turn))


def free_slot(state: State) -> Slot:
    """S6, S8, S15, S19, S26: the next row of the earliest unfinished turn, in play. Raises `Refusal`.

    Rows of an overrun turn may be written before people confirm what stands, or after it (S28).
    """
    slot = state.free_place
    if slot is None:
        turn = state.turns[-1]
        if turn.moves == 1:
            raise Refusal(
                WHY_ONE.get(turn.struck, "S8"), "The only move of this turn is written; press the clock to end it."
            )
        raise Refusal("S8", "Both moves of this turn are written; press the clock to end it.")
    if state.turns[slot[0]].early is EarlyState.ASKED and slot[0] != len(state.turns) - 1:
        raise Refusal("S19", "First settle the early judgement.")
    return slot


def check_player(state: State, index: int, player: int | None) -> None:
    """S7: each partner plays one move of a double turn, where people say who played."""
    if player is not None and any(player == row.player for row in state.turns[index].rows):
        raise Refusal("S7", "Nobody plays both moves of a double turn; choose the other player.")


def check_unobjected(state: State, slot: Slot) -> None:
    """S16: what the opponents object to is a move on the board, and is written as one. Raises `Refusal`."""
    if state.judging is not None and (state.judging[0], state.judging[1].move - 1) == slot:
        raise Refusal("S16", "This move was objected to; write its word and points, or take the objection back.")


class Move(RowAct, frozen=True, kw_only=True):
    """A move on the board (S12, S22): its word, or points alone; ``tiles`` laid, null where not known.

    Left out, ``tiles`` is not known exactly: at most the word's length and 7. ``player`` 1 or 2 of the pair.
    ``at`` is the first square of the whole word, in the setup's ``board_notation``: the row first where it runs across,
    the column first where it runs down. Left out, the squares are not known.
    """

    cites = "S22"
    ways = ({"points": 0},)
    points: Points
    word: Word | None = None
    tiles: Laid | UnsetType | None = UNSET
    player: Player | None = None
    at: Squares | None = None

    def describe(self) -> Message:
        """Its word and points."""
        return msg("{word} {points}", word=self.word.upper() if self.word else "–", points=self.points)

    def derive(self, state: State, entry: Entry) -> tuple[Slot, Row]:
        """S3, S7, S12, S22: a move's word and points, or its points alone: its place and its row.

        Raises `Refusal` for a word or squares that cannot be, another number of tiles than theirs, or the same partner.
        """
        slot = self.slot_in(state)
        word = checked_word(self.word)
        tiles, declared = checked_tiles(self.tiles, word)
        at = None
        if self.at is not None:
            at = checked_at(self.at, word, state.board_under(*slot).board, state.setup.board_notation)
        kind, lies = Kind.WORD if word else Kind.POINTS, Placement(at) if at else NOWHERE
        row = Row(kind, entry.n, self.points, word, tiles, declared, self.player, placement=lies)
        check_laid(state, slot, row)
        check_player(state, slot[0], self.player)
        return slot, row


def move_fields(state: State, due: Slot | None = None) -> dict[str, Any]:
    """The move that is ``due``, else the one that is due now, and who plays it, where that is known."""
    return {"player": partner(state, due), "due": due or state.free_place}


def move_due(state: State, due: Slot | None = None) -> Asked:
    """That move is written first."""
    return Asked(Move, move_fields(state, due))


def checked_word(word: str | None) -> str | None:
    """The word in tiles, None for points without a word. Raises `Refusal` (S3)."""
    return None if word is None or not word.strip() else word_of(word)


def checked_tiles(tiles: int | UnsetType | None, word: str | None) -> tuple[int | None, bool]:
    """S3, S22: how many tiles were laid, at most the word's letters, and whether people entered that.

    Where they did not, the word's length stands for it: not known exactly, at most that many.
    """
    if tiles is UNSET:
        return min(len(word), RACK) if word else None, False
    assert not isinstance(tiles, UnsetType)
    if tiles is not None and word is not None and tiles > len(word):
        raise Refusal("S3", "{word} has no room for {tiles} tiles.", tiles=tiles, word=word)
    return tiles, tiles is not None


def check_laid(state: State, slot: Slot, row: Row) -> None:
    """S22: the number of tiles that people enter has to be the one that the squares give. Raises `Refusal`."""
    if row.placement.at is None or not row.said or row.tiles is None:
        return
    laid, *also = (
        place_move(before, row.placement.at, row.word, on_board=True, counts=True).tile_count
        for before in state.boards_for(*slot)
    )
    if laid is not None and row.tiles not in (laid, *also):
        text = msgs(
            "On these squares the move lays {n} tile, not {tiles}.",
            "On these squares the move lays {n} tiles, not {tiles}.",
            laid,
            tiles=row.tiles,
        )
        raise Refusal("S22", text)


class Exchange(RowAct, frozen=True, kw_only=True):
    """A move that exchanges ``tiles`` tiles (S24)."""

    cites = "S24"
    button = Button(msg("Exchange"), msg("at least 7 in the bag"))
    ways = ({"tiles": 1},)
    tiles: Laid
    player: Player | None = None

    def describe(self) -> Message:
        """How many tiles."""
        return msgs("exchange of {n} tile", "exchange of {n} tiles", self.tiles)

    def derive(self, state: State, entry: Entry) -> tuple[Slot, Row]:
        """S7, S24: the exchanged tiles go into the bag, as many come out: the move's place and its row."""
        slot = self.slot_in(state)
        check_unobjected(state, slot)
        check_bag(state.flow().bag_bounds)
        check_player(state, slot[0], self.player)
        return slot, Row(Kind.EXCHANGE, entry.n, tiles=self.tiles, player=self.player)

    def apply_derived(self, state: State, entry: Entry, written: tuple[Slot, Row]) -> State:
        """S24: the exchange, with bag and racks as far as they had to be counted for it."""
        slot, _ = written
        return super().apply_derived(replace(state, tally=state.tally_until(slot[0])), entry, written)


def check_bag(bag: Bounds) -> None:
    """S24: judged on the bag as the moves before leave it; refused only where it is certain to be too small."""
    if bag.most >= EXCHANGE_NEEDS:
        return
    if bag.exact:
        raise Refusal("S24", "An exchange needs at least {need} tiles in the bag (now {bag}).", need=7, bag=bag.most)
    most = bag.most
    raise Refusal("S24", "An exchange needs at least {need} tiles in the bag (now at most {most}).", need=7, most=most)


def partner(state: State, due: Slot | None = None) -> int | None:
    """S7: who plays the second move, where it is known who played the first; ``due``: of another turn than is due."""
    slot = due or state.slot
    if slot is None or slot[1] == 0:
        return None
    first = state.turns[slot[0]].rows[0].player
    return None if first is None else 3 - first


def _is_meant(state: State) -> Question | None:
    """Whether a pass is meant, since it costs a move."""
    if not state.turns:
        return None
    index, place = state.slot or (len(state.turns) - 1, 0)
    pair = state.turns[index].pair
    yes = Reply(msg("Yes, pass"), msg("move {n}, no points", n=place + 1), Pass(player=partner(state)), "primary")
    line = msg("Does {name} pass?", name=state.names[pair])
    return Question(msg("Pass"), line, (yes, Reply(msg("Back"), None, Way.BACK)), side=pair)


class Pass(RowAct, frozen=True, kw_only=True):
    """A move without tiles and points."""

    cites = "S7"
    words = msg("pass")
    need = Posed(_is_meant)
    button = Button(msg("Pass"))
    costly = True
    player: Player | None = None

    def derive(self, state: State, entry: Entry) -> tuple[Slot, Row]:
        """S7: a move without tiles: its place and its row."""
        slot = self.slot_in(state)
        check_unobjected(state, slot)
        check_player(state, slot[0], self.player)
        return slot, Row(Kind.PASS, entry.n, player=self.player)


class Bag(InPlay, frozen=True, kw_only=True):
    """The bag was counted at a pair's request (S24): that many tiles lie in it now."""

    cites = "S24"
    noted = True
    words = Message("bag counted: {count}")
    menu = MenuEntry("bag", msg("Count the bag"), msg("at a pair's request"))
    need = WholeNumber(
        msg("Tiles in the bag"),
        lambda state: msg("By the scoresheet: {n}", n=state.flow().bag_bounds.text),
        "count",
        ("S24", msg("Count the tiles and type how many there are.")),
        above=lambda state, seat: msg("Count what lies in the bag now, before drawing."),
    )
    count: Annotated[int, Meta(ge=0, le=98)]

    def check(self, state: State) -> None:
        """S24: what is left of the set once all have drawn."""
        if self.count > TILES - 4 * RACK:
            most = TILES - 4 * RACK
            raise Refusal("S24", "The bag never holds more than {n} tiles once all have drawn.", n=most)

    def apply(self, state: State) -> State:
        """S24: the bag was counted. What the open turn has laid is not drawn for yet (S23)."""
        index = len(state.turns) - 1
        row = len(state.turns[index].rows) if state.setup.draw_when == "after_move" else 0
        return replace(state, counts=state.counts.append(BagCount(self.count, index, row)))


def still_held(bag: Bounds, held: Bounds, most: int) -> Message | None:
    """S25, S26: what bag and pair hold by the sheet; None: the bag may be empty, and the pair hold ``most`` tiles."""
    if not bag.least and held.least <= most:
        return None
    left = max(0, held.least)
    return msg("By the scoresheet the pair still holds {held} and the bag {bag}.", held=left, bag=bag.least)


def _who_is_out(state: State, pair: int) -> Question:
    """Whether a player of ``pair`` has no tiles left, and which one, where names are known; or has some again (S26)."""
    setup, flow, note = state.setup.pairs[pair], state.flow(), state.outs[pair]
    out, one_move = Out(pair=LETTER[pair]), msg("the pair has one move")
    if note is not None:
        line = msg("{name}: one of you was out of tiles.", name=setup.name)
        replies = [Reply(msg("Still out"), one_move, out, "primary")] if note.doubted else []
        has_tiles = replace(out, withdrawn=True)
        replies.append(Reply(msg("Has tiles again"), msg("the pair has two moves"), has_tiles))
    elif all(state.players(pair)):
        line = msg("{name}: who has no tile left?", name=setup.name)
        replies = [
            Reply(name, msg("has no tile left"), replace(out, player=n), "primary")
            for n, name in enumerate(state.players(pair), start=1)
        ]
        replies.append(Reply(msg("One of us"), msg("whoever it is"), out))
    else:
        line = msg("{name}: has one of you no tile left?", name=setup.name)
        replies = [Reply(msg("Yes, one of us"), one_move, out, "primary")]
    if note is None and (difference := still_held(flow.bag_bounds, flow.held_bounds[pair], RACK)) is not None:
        line = msg("{counts}\n{line}", counts=line, line=difference)
    return Question(msg("Partner out"), line, (*replies, Reply(msg("Back"), None, Way.BACK)), side=pair)


class Out(InPlay, frozen=True, kw_only=True):
    """One player of the pair has no tiles left, the partner has (S26); ``player`` 1 or 2, where people say which.

    ``withdrawn``: that does not hold any more.
    """

    cites = "S26"
    need = OfSide(_who_is_out)
    pair: Pair
    player: Player | None = None
    withdrawn: bool = False

    @property
    def costs(self) -> bool:
        """A move is lost, unless it is withdrawn."""
        return not self.withdrawn

    def describe(self) -> Message:
        """Whose player is out, or is not any more."""
        if self.withdrawn:
            return msg("no player of pair {pair} is out any more", pair=self.pair)
        return msg("pair {pair} has one player out", pair=self.pair)

    def check(self, state: State) -> None:
        """S26: people see who is out of tiles; the sheet only estimates it. What was declared can be withdrawn."""
        note = state.outs[INDEX[self.pair]]
        if self.withdrawn and note is None:
            raise Refusal("S26", "Nobody of this pair is recorded as out of tiles.")
        if not self.withdrawn and note is not None and not note.doubted:
            raise Refusal("S26", "It is recorded already that one player of this pair is out.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """S26: the pair has one move a turn from its next untouched turn on; or it has not any more."""
        pair, index, turn = INDEX[self.pair], len(state.turns) - 1, state.turns[-1]
        untouched = turn.pair == pair and not turn.acted
        note = None if self.withdrawn else OutNote(index, entry.n, self.player, place=len(turn.rows))
        after = replace(state.with_remark(entry), outs=put(state.outs, pair, note))
        if note is None:
            if untouched and turn.struck == "out":  # that player holds tiles: it has two moves again
                return after.with_turn(index, replace(turn, moves=2, struck="", yields=False))
        elif untouched and (turn.moves == 2 or turn.yields):
            return after.with_turn(index, one_left(turn, note))
        return after
