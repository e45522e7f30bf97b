"""Acts of Polish doubles at the end: closing, racks, the result and its signatures (S25, S27, S29, S12)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Act, Obstacle
from rules.game import Entry
from rules.message import Message, Refusal, msg, msgs, pmsg
from rules.needs import Asked, Button, OfSide, Posed, Question, Reason, Reply, Way
from rules.polish_doubles.acts.sheet import Out, still_held
from rules.polish_doubles.acts.table import NO_GAME, SEALED, InPlay
from rules.polish_doubles.rows import Fate
from rules.polish_doubles.setup import INDEX, LETTER, Pair, Text
from rules.polish_doubles.state import NOT_STARTED, AwardNote, Phase, State
from rules.polish_doubles.tally import Tally
from rules.polish_doubles.tiles import COUNT, RACK, tiles_of
from rules.polish_doubles.turns import next_turn
from rules.signing import Reasoned, ResultDispute, ResultReopen, Signature, Signing
from rules.vector import Vector

REASONS: dict[str, Message] = {
    "sum": msg("sum"),
    "crosses": msg("crosses"),
    "time": msg("time"),
    "other": msg("something else"),
    "wrong sum": msg("wrong sum"),
    "wrong racks": msg("wrong racks"),
    "referee": msg("referee's decision"),
    "withdrew": msg("the opponents withdrew"),
    "absent": msg("the opponents did not come"),
    "conduct": msg("conduct"),
}
"""Reasons that the device offers, by the word in the record; any other text stands as it was written."""
CLOSE = pmsg("end a game of Polish doubles", "Close")
DISPUTES = ("sum", "crosses", "time", "other")
"""Those that a pair is offered that does not agree with the result."""


def reason_of(text: str) -> Message | str:
    """A reason as people read it."""
    return REASONS.get(text, text or "–")


def has_tiles_back(state: State) -> bool:
    """S27: whether one of the moves of the last turn was found invalid, unless even the sheet says no tile is left."""
    last = state.last_played
    if last is None or not any(row.fate in (Fate.INVALID, Fate.BUILDS_ON) for row in last.rows):
        return False
    # By the last count alone: so records were always judged, and what was accepted is accepted again.
    by_sheet = replace(state, counts=Vector(state.counts[-1:]), tally=Tally()).flow()
    return bool(by_sheet.bag or by_sheet.held[last.pair])


SIGNING = Signing(
    "S12",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: INDEX[event.pair],
    sealed=SEALED[1],
    unsigned=msg("The result is not signed; correct it or undo."),
    twice=msg("This pair has signed already."),
    noted=True,
)
UNSETTLED = Obstacle("S27", msg("First settle the objection."), lambda state: state.judging is not None)
UNCONFIRMED = Obstacle(
    "S28", msg("First confirm which moves of the overrun turn count."), lambda state: state.unconfirmed is not None
)
UNWRITTEN = Obstacle(
    "S22",
    msg("First write down the moves that are missing on the scoresheet."),
    lambda state: state.unfilled < len(state.turns) - 1,  # every turn but the open one is pressed
)
MID_TURN = msg("First finish the turn and press the clock.")
IN_MID_TURN = Obstacle("S25", MID_TURN, lambda state: state.turns[-1].acted)
NOT_THE_LAST = "S25", msg("Only the pair that has just finished its turn can close.")
NONE_PLAYED = Obstacle(*NOT_THE_LAST, lambda state: state.last_played is None)
TILES_BACK = Obstacle(
    "S25", msg("A move of that turn was found invalid; its tiles are back with the pair."), has_tiles_back
)
NO_RACKS_DUE = Obstacle(
    "S27",
    msg("Racks are entered when a pair has closed or the game was ended."),
    lambda state: state.phase not in (Phase.CLOSING, Phase.ENDING) and not _is_counted(state),
)


def _is_counted(state: State) -> bool:
    return state.phase is Phase.RESULT and all(state.racks[pair] is not None for pair in racks_due(state))


def racks_due(state: State) -> tuple[int, ...]:
    """S27, S29: the pairs whose racks count: of one that closed they are empty."""
    return (0, 1) if state.closer is None else (1 - state.closer,)


def against_sheet(state: State, pair: int) -> Message | None:
    """S25, S26: in what the sheet disagrees with ``pair`` being out of tiles; None where it agrees."""
    flow = state.flow()
    bag, held = flow.bag_bounds, flow.held_bounds[pair]
    if held.most < 0:
        return msgs(
            "By the scoresheet the pair laid {n} tile more than it held.",
            "By the scoresheet the pair laid {n} tiles more than it held.",
            -held.most,
        )
    return still_held(bag, held, 0)


def closing(state: State) -> Close:
    """The closing of the pair that has just played."""
    last = state.last_played
    return Close(pair=LETTER[0 if last is None else last.pair])


def _racks_empty(state: State) -> Question | None:
    """Whether a closing is meant (S25)."""
    if Close.against(state) is not None:
        return None
    close = closing(state)
    pair = INDEX[close.pair]
    line = msg("{name}: are both your racks empty?", name=state.names[pair])
    if (difference := against_sheet(state, pair)) is not None:
        line = msg("{counts}\n{line}", counts=line, line=difference)
    yes = Reply(msg("Yes, close"), msg("both racks are empty"), close, "primary")
    no = Reply(msg("No"), msg("the game goes on"), Way.BACK)
    return Question(CLOSE, line, (yes, no), side=pair)


def _who_is_out(state: State) -> Question:
    """Closing, one partner out, or the end without either (S25, S26, S29)."""
    close, end = closing(state), End()
    pair = INDEX[close.pair]
    out = tuple(
        Reply(msg("Has tiles again") if state.outs[n] else msg("One of them"), name, Asked(Out, {"side": n}))
        for n, name in enumerate(state.names)
    )
    both = Reply(msg("Both of them"), state.names[pair], Asked(Close), "primary", close.refusal(state))
    nobody = Reply(msg("Nobody: stop"), msg("nobody can close"), end, "danger", end.refusal(state))
    return Question(msg("End of the game"), msg("Who is out of tiles?"), (both, out, nobody), side=pair)


class Close(InPlay, frozen=True, kw_only=True):
    """The pair closes: both its players are out of tiles (S25)."""

    cites = "S25"
    unless = (UNSETTLED, UNCONFIRMED, UNWRITTEN, IN_MID_TURN, NONE_PLAYED, TILES_BACK)
    words = Message("pair {pair} closes")
    need = Posed(_racks_empty)
    button = Button(CLOSE, msg("both racks empty?"))
    ways = ({"pair": "A"}, {"pair": "B"})
    costly = True
    pair: Pair

    def check(self, state: State) -> None:
        """S25: the opponents of the pair that has just pressed cannot close.

        People see that the pair's racks are empty; the sheet only estimates it.
        """
        last = state.last_played
        if last is None or last.pair != INDEX[self.pair]:
            raise Refusal(*NOT_THE_LAST)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S25: the pair closes; the clocks stand, an objection upheld now undoes it (S27)."""
        clock = state.clock.stop("closing", entry.at)
        return replace(state.with_remark(entry), phase=Phase.CLOSING, closer=INDEX[self.pair], clock=clock)


class End(InPlay, frozen=True, kw_only=True):
    """Nobody can close; the game is ended by hand (S29). The referee may end it in the middle of a turn."""

    cites = "S29"
    unless = (UNSETTLED, UNCONFIRMED, UNWRITTEN)
    need = Posed(_who_is_out)
    costly = True
    by: Literal["pairs", "referee"] = "pairs"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.by == "referee"

    def describe(self) -> Message:
        """Who ends it."""
        return msg("the referee ends the game") if self.by_referee else msg("end of the game, nobody closes")

    def check(self, state: State) -> None:
        """S29: the pairs end the game between two turns, the referee at any time."""
        if not self.by_referee and state.turns[-1].acted:
            raise Refusal("S29", MID_TURN)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S29: nobody can close; each pair will subtract its own tiles. The referee stops an open turn where it is."""
        state = with_turn_cut(state, entry.at)
        return replace(state.with_remark(entry), phase=Phase.ENDING, clock=state.clock.stop("closing", entry.at))


END_NOW = Question(
    msg("End of the game"),
    msg("End the game as it stands? What is written counts; each pair subtracts its own tiles."),
    (
        Reply(msg("End now"), msg("then the racks"), End(by="referee"), "danger"),
        Reply(msg("Back"), None, Way.BACK),
    ),
    side=0,
)
"""The referee ends the game where it stands."""


def with_turn_cut(state: State, at: int) -> State:
    """The game with the open turn ended as far as it is written, where anything is."""
    turn = state.turns[-1]
    if not turn.acted:
        return state
    struck = "referee" if len(turn.rows) < turn.moves else turn.struck
    cut = replace(turn, moves=len(turn.rows), pressed=True, struck=struck)
    return next_turn(replace(state.with_turn(len(state.turns) - 1, cut), clock=state.clock.forfeit(at)))


AWARD_REASONS = ("withdrew", "absent", "conduct", "referee")
"""Those of `REASONS` that are offered for an award."""


def _award_reasons(pair: Pair | None, name: Message | str) -> Question:
    replies = [Reply(REASONS[word], None, Award(pair=pair, reason=word), "danger") for word in AWARD_REASONS]
    return Question(msg("Award"), msg("Awarded to {name}. Why?", name=name), replies, side=0)


def _to_whom(state: State) -> Question:
    replies = [
        Reply(pair.name, msg("wins"), _award_reasons(letter, pair.name))
        for letter, pair in zip(LETTER, state.setup.pairs, strict=True)
    ]
    replies.append(Reply(msg("Nobody"), msg("the game does not count"), _award_reasons(None, msg("nobody"))))
    return Question(msg("Award"), msg("To whom is the game awarded?"), replies, side=0)


class Award(Reasoned, frozen=True, kw_only=True):
    """The referee awards the game to ``pair``, whatever the sums (null: to nobody, the game does not count)."""

    cites = "S12"
    closed = {**dict.fromkeys(NOT_STARTED, NO_GAME), Phase.SIGNED: SEALED}
    reasons = REASONS
    need = Posed(_to_whom)
    decision = True
    costly = True
    pair: Pair | None
    reason: Annotated[str, Meta(min_length=1, max_length=200)]

    def describe(self) -> Message:
        """To whom, and why."""
        reason = reason_of(self.reason)
        if self.pair is None:
            return msg("the game does not count: {reason}", reason=reason)
        return msg("awarded to pair {pair}: {reason}", pair=self.pair, reason=reason)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S4, S12: the referee's decision stands above the sums; both pairs still sign that they have seen it."""
        award = AwardNote(self.pair, self.reason)
        clock = state.clock.stop("closing", entry.at)
        return replace(state.with_remark(entry), phase=Phase.RESULT, award=award, signed=frozenset(), clock=clock)


def _wrong_racks(state: State) -> Question | None:
    """Whose racks were counted wrongly, before the result is signed (S12)."""
    if state.phase is not Phase.RESULT or Racks.against(state) is not None:
        return None
    due = racks_due(state)
    racks = tuple(
        Reply(state.names[pair], " ".join(state.racks[pair] or "–"), Asked(Racks, {"pair": pair})) for pair in due
    )
    return Question(msg("Racks"), msg("Whose racks were counted wrongly?"), (racks,), side=due[0])


class Racks(Act, frozen=True, kw_only=True):
    """The tiles left on both racks of ``pair`` (S27, S29), for instance ``"AÁB"``; empty where none is left."""

    cites = "S27"
    closed = {Phase.SIGNED: SEALED}
    unless = (NO_RACKS_DUE, UNSETTLED)
    noted = True
    need = Posed(_wrong_racks)
    pair: Pair
    tiles: Annotated[str, Meta(max_length=60)]

    def describe(self) -> Message:
        """Whose racks, and what was on them."""
        return msg("racks of pair {pair}: {tiles}", pair=self.pair, tiles=self.tiles.upper() or "–")

    def check(self, state: State) -> None:
        """S3, S5, S27: tiles that two racks can hold beside those of the opponents; who closed has none."""
        pair = INDEX[self.pair]
        if pair == state.closer:
            raise Refusal("S27", "The pair that closed has no tiles; enter the opponents' racks.")
        tiles = tiles_of(self.tiles)
        if len(tiles) > 2 * RACK:
            raise Refusal("S5", "Two racks hold at most {n} tiles.", n=2 * RACK)
        other = state.racks[1 - pair] or ""
        for letter, n in Counter(tiles + other).items():
            if n > COUNT[letter]:
                text = msgs(
                    "The set has only {n} tile {letter}.",
                    "The set has only {n} tiles {letter}.",
                    COUNT[letter],
                    letter=letter,
                )
                raise Refusal("S3", text)

    def apply(self, state: State) -> State:
        """S27, S29: the tiles a pair holds; with the last of them the result stands. Put right, it is signed anew."""
        tiles = tiles_of(self.tiles)
        entered = (tiles, state.racks[1]) if INDEX[self.pair] == 0 else (state.racks[0], tiles)
        after = replace(state, racks=entered, signed=frozenset())
        if all(entered[pair] is not None for pair in racks_due(state)):
            return replace(after, phase=Phase.RESULT)
        return after


class OfResult(Act, frozen=True, kw_only=True):
    """What a pair says to the result, before it is sealed (S12, S27)."""

    cites = "S27"
    closed = {Phase.SIGNED: SEALED}
    signing = SIGNING


class Sign(Signature, OfResult, frozen=True, kw_only=True):
    """The pair signs the result with its own button."""

    words = Message("pair {pair} signs")
    ways = ({"pair": "A"}, {"pair": "B"})
    from_buttons = True
    pair: Pair


def _disputed(state: State, pair: int) -> Question:
    replies = [Reply(REASONS[word], None, Dispute(pair=LETTER[pair], reason=word)) for word in DISPUTES]
    line = msg("{names}: what do you disagree with?", names=state.names[pair])
    return Question(msg("Dispute"), line, replies, side=pair)


class Dispute(ResultDispute, OfResult, frozen=True, kw_only=True):
    """The pair does not agree with the result."""

    reasons = REASONS
    need = OfSide(_disputed)
    words = Message("pair {pair} disputes the result: {reason}")
    pair: Pair
    reason: Text = ""

    @classmethod
    def reason_words(cls, reason: str) -> Message | str:
        """The same, a dash where no reason was given."""
        return reason_of(reason)


class Reopen(ResultReopen, frozen=True, kw_only=True):
    """A signed result is opened again, for a reason (S12). Version 0.1.0 took it back itself; such an undo names it."""

    cites = "S12"
    signing = SIGNING
    reasons = REASONS
    words = Message("result reopened: {reason}")
    need = Reason(
        msg("Reopen the result"),
        msg("Why? Both pairs will have to sign again."),
        ("wrong sum", "wrong racks", "referee"),
    )
    decision = True
