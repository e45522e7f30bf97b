"""A game of Polish doubles out of a GCG file: the two players of the file are the pairs, squares and all.

GCG knows no clocks: the moves follow each other a second apart. A pair's moves in a row are its turn (S6); where a
turn has one move only, the other one is a pass. A play that is withdrawn was objected to and found invalid, and judged
early (S19) where another play of the turn follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.game import SECOND, Event
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.polish_doubles import acts as e
from rules.polish_doubles.game import GAME
from rules.polish_doubles.setup import INDEX, LETTER, DoublesSetup, Pair, PairSetup
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import CZECH
from rules.record import BadRecord
from rules.scrabble.gcg import GcgGame, GcgMove, Placed, played_over, read_gcg


def from_gcg(lines: Iterable[str]) -> History:
    """The game that the file records. Raises `BadRecord` with the line that is none of such a game."""
    game = read_gcg(lines)
    if len(game.players) != 2:
        raise BadRecord(1, msg("A game of Polish doubles has two pairs, named by #player1 and #player2."))
    nicks = [player.nick for player in game.players]
    pairs = tuple(_pair(player.name) for player in game.players)
    setup = DoublesSetup(
        pairs=(pairs[0], pairs[1]),
        title=game.title[:200],
        board_notation="columns_lettered",
        out_after_invalid="stands",
    )
    teller = _Teller(History.begin(GAME, setup))
    teller.tell(game.moves[0].line, e.Starters(pair=_letter(nicks, game.moves[0])))
    teller.tell(game.moves[0].line, e.Press(pair=_letter(nicks, game.moves[0])))
    for turn in _turns(game):
        teller.turn(turn, _letter(nicks, turn[0].move))
    rest = [move for move in game.moves if move.kind == "rest"]
    if rest:
        teller.end(rest, nicks)
    return teller.history


def _pair(name: str) -> PairSetup:
    """A pair, with its players where they stand in brackets behind its name, as the export writes them."""
    match = re.fullmatch(r"(.*\S)\s*\(([^(),]+),\s*([^(),]+)\)", name)
    if match is None:
        return PairSetup(name=name[:40])
    return PairSetup(name=match[1][:40], players=(match[2].strip()[:40], match[3].strip()[:40]))


def _letter(nicks: list[str], move: GcgMove) -> Pair:
    return LETTER[nicks.index(move.nick)]


def _turns(game: GcgGame) -> Iterator[list[Placed]]:
    """The moves on the board, those of one pair in a row together; racks and penalties left out."""
    turn: list[Placed] = []
    for placed in played_over(game, CZECH):
        if placed.move.kind == "rest":
            continue
        if turn and turn[0].move.nick != placed.move.nick:
            yield turn
            turn = []
        turn.append(placed)
    if turn:
        yield turn


class _Teller:
    """Puts one event after the other on record; what is refused names the line it came from."""

    def __init__(self, history: History) -> None:
        self.history = history

    @property
    def state(self) -> State:
        state: State = self.history.state
        return state

    def tell(self, line: int, event: Event) -> None:
        try:
            self.history = self.history.accept(event, (len(self.history.entries) + 1) * SECOND)
        except Refusal as refusal:
            raise BadRecord(line, refusal.message) from None

    def turn(self, turn: list[Placed], pair: Pair) -> None:
        """One turn: its moves, the press, and the objections to what was withdrawn."""
        plays: list[int] = []
        invalid: list[int] = []
        rows = 0
        line = turn[-1].move.line
        if self.state.turns and LETTER[self.state.turns[-1].pair] != pair:
            raise BadRecord(turn[0].move.line, msg("It is the other pair's turn; pairs play 1-2-2-2 moves."))
        for n, placed in enumerate(turn):
            move = placed.move
            if move.kind == "withdrawn":
                invalid.append(plays.pop())
                if any(later.play is not None for later in turn[n + 1 :]):
                    self.tell(move.line, e.Early())
                    self.tell(move.line, e.EarlyAnswer(answer="invalid"))
                continue
            rows += 1
            if placed.play is not None:
                plays.append(rows)
            self.tell(move.line, _event(placed))
        while rows < self.state.turns[-1].moves:
            rows += 1
            self.tell(line, e.Pass())
        self.tell(line, e.Press(pair=pair))
        played = len(self.state.turns) - 2
        for n in sorted(invalid):
            if self.state.turns[played].rows[n - 1].counts:
                self.tell(line, e.Objection(move=1 if n == 1 else 2))
                self.tell(line, e.Verdict(valid=False))

    def end(self, rest: list[GcgMove], nicks: list[str]) -> None:
        """The racks: a pair that gains the other's tiles has closed, otherwise nobody could (S27, S29)."""
        racks = {}
        closer: Pair | None = None
        for move in rest:
            if not move.tiles.isalpha() or move.tiles != move.tiles.upper():
                raise BadRecord(move.line, _UNKNOWN)
            mine = _letter(nicks, move)
            if move.points > 0:
                closer = mine
                racks[LETTER[1 - INDEX[mine]]] = move.tiles
            else:
                racks[mine] = move.tiles
        line = rest[0].line
        self.tell(line, e.End() if closer is None else e.Close(pair=closer))
        for pair in LETTER:
            if pair != closer and self.state.phase is not Phase.RESULT:
                self.tell(line, e.Racks(pair=pair, tiles=racks.get(pair, "")))


_UNKNOWN: Message = msg("Polish doubles knows no points for challenges or time, only for the tiles on the racks.")


def _event(placed: Placed) -> Event:
    move = placed.move
    if placed.play is not None:
        return e.Move(word=placed.play.word, points=move.points, at=move.place.upper())
    if move.kind == "exchange":
        tiles = int(move.tiles) if move.tiles.isdigit() else len(move.tiles)
        return e.Exchange(tiles=max(1, min(7, tiles)))
    return e.Pass()
