"""Lists for the wall: who sits where, who plays whom, standings, prizes."""

from __future__ import annotations

from device.common.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, fit, width
from device.common.i18n import t, tr
from device.organiser.log.event_state import EventState
from device.organiser.papers.sheet import HEAD, SHADE, Column, PaperRequest, begin, document, head, table
from device.organiser.tournament.accounts import account
from device.organiser.tournament.kinds import figure_text, is_for_two, is_money
from device.organiser.tournament.public_names import has_own_name, name_of, players_of
from device.organiser.tournament.ranking import figure, values
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.seat_list import PlayerSeat, in_order, places
from rules.message import Refusal
from rules.money import kc

NAME_ROW = 8.4
"""Height of a name in the list to find a table, in mm: read from two metres."""
GAP = 8.0


def find(state: EventState, wanted: PaperRequest) -> bytes:
    """Every player by surname with the table, in two columns. Raises `Refusal` where no draw is published."""
    round = wanted.draw(state).round
    title, under = t("Find your table"), t("Round {n}", n=round)
    paper = document(state, title, under)
    seats = in_order(places(state, round))
    rows = int((BOTTOM - MARGIN - HEAD - 6) / NAME_ROW)
    wide = (RIGHT - LEFT - GAP) / 2
    for start in range(0, len(seats), 2 * rows):
        if start:
            paper.page()
        part = seats[start : start + 2 * rows]
        top = head(paper, state, title, f"{under} · {part[0].name} – {part[-1].name}")
        for n, seat in enumerate(part):
            x = LEFT + (wide + GAP) * (n // rows)
            _place(paper, seat, x, top + NAME_ROW * (n % rows), wide, n % rows % 2 == 1)
        if any(seat.side is not None for seat in part):
            _key(paper, BOTTOM - 2)
    return paper.finish()


def _place(paper: Document, seat: PlayerSeat, x: float, y: float, wide: float, shaded: bool) -> None:
    if shaded:
        paper.box(x, y, wide, NAME_ROW, 0, SHADE)
    room, more = wide - 27, seat.more
    beside = min(width(more, "regular", 9.5) + 2, room * 0.4) if more else 0.0
    size, lines = fit(seat.full, "semibold", 14, 9, room - beside)
    paper.text(x + 1.5, y + NAME_ROW * 0.7, lines[0], size, "semibold")
    if more:
        at = x + 3.5 + width(lines[0], "semibold", size)
        paper.text(at, y + NAME_ROW * 0.7, more, 9.5, space=x + 1.5 + room - at, least=7, grey=PALE)
    if seat.table:
        paper.text(x + wide - 8, y + NAME_ROW * 0.74, str(seat.table), 18, "bold", "right")
        mark(paper, seat.side, x + wide - 6, y + NAME_ROW * 0.74, 3.2)
    else:
        paper.text(x + wide - 1.5, y + NAME_ROW * 0.7, t("bye"), 12, align="right")


def mark(paper: Document, side: int | None, x: float, y: float, high: float) -> None:
    """The square or triangle of a side, standing on the baseline ``y``; drawn, because the font has neither."""
    if side == 0:
        paper.box(x, y - high, high, high, 0, 0.0)
    elif side == 1:
        steps = 16
        for n in range(steps):
            across = high * (n + 1) / steps
            paper.box(x + (high - across) / 2, y - high + high * n / steps, across, high / steps + 0.02, 0, 0.35)


def _key(paper: Document, y: float) -> None:
    """What square and triangle mean."""
    mark(paper, 0, LEFT, y, 3.2)
    paper.text(LEFT + 5, y, t("first pair of the table, blue on its screen"), 10, grey=PALE)
    mark(paper, 1, LEFT + 98, y, 3.2)
    paper.text(LEFT + 103, y, t("second pair, orange"), 10, grey=PALE)


def pairings(state: EventState, wanted: PaperRequest) -> bytes:
    """Who plays at which table. Raises `Refusal` where no draw is published."""
    draw = wanted.draw(state)
    entrants = state.tournament.entrants
    title, of_round = t("Pairings"), t("Round {n}", n=draw.round)
    game = state.game(draw.kind)
    under = f"{of_round} · {tr(game.name)}"
    if is_for_two(game):
        under += " · " + t("who is named first starts")
    paper, top = begin(state, title, under)
    seats = max((len(drawn_table.entrants) for drawn_table in draw.tables), default=2)
    columns = [Column(t("Table"), 0.28, right=True, weight="bold")]
    columns += [Column("", 1.0, weight="semibold")] * seats
    rows = []
    for drawn_table in sorted(draw.tables, key=lambda drawn_table: drawn_table.table):
        names = [f"{entrants[id].number}  {name_of(entrants[id])}" for id in drawn_table.entrants if id in entrants]
        rows.append([str(drawn_table.table), *names, *[""] * (seats - len(names))])
    y = table(paper, columns, rows, top)
    resting = ", ".join(f"{entrants[id].number} {name_of(entrants[id])}" for id in draw.byes if id in entrants)
    if resting:
        if y + 20 > BOTTOM:
            paper.page()
            y = MARGIN
        paper.lines(LEFT, y + 4, t("Bye: {who}", who=resting), 11, RIGHT - LEFT, 4, least=7)
    return paper.finish()


def standings(state: EventState, wanted: PaperRequest) -> bytes:
    """The standings after a round. Raises `Refusal` where no draw is published."""
    draw = wanted.draw(state)
    kind = wanted.kind if wanted.kind and state.knows(wanted.kind) else draw.kind
    game = state.game(kind)
    scoring = Scoring(state)
    lines = scoring.lines(kind, before=draw.round + 1)
    title, after = t("Standings"), t("after round {n}", n=draw.round)
    under = f"{tr(game.name)} · {after}"
    if missing := scoring.missing(draw.round + 1):
        under += " · " + t("Results that are missing: {n}", n=missing)
    paper, top = begin(state, title, under)
    columns = [Column("#", 0.3, right=True, weight="bold"), Column(t("Who"), 2.0, weight="semibold")]
    has_clubs = any(line.entrant.club for line in lines)
    columns += [Column(t("Club"), 1.0)] * has_clubs
    by = scoring.rules(kind).by_figures
    columns += [Column(t("Rounds"), 0.5, right=True)]
    columns += [
        Column(tr(figure(game, word).name), 0.6, right=True, weight="regular" if n else "bold")
        for n, word in enumerate(by)
    ]
    rows = []
    for line in lines:
        named = name_of(line.entrant)
        if len(line.entrant.players) > 1 and has_own_name(line.entrant):
            named += f" ({' + '.join(players_of(line.entrant))})"
        row = [f"{line.place}." if line.is_ranked else "", named, *[line.entrant.club] * has_clubs]
        row += [str(len(line.outcomes))]
        row += [figure_text(game, word, value) for word, value in zip(by, values(line, by), strict=True)]
        rows.append(row)
    table(paper, columns, rows, top)
    return paper.finish()


def prizes(state: EventState, wanted: PaperRequest) -> bytes:
    """Everybody who gets or pays money, with room to sign. Raises `Refusal` where nobody does."""
    now = account(state)
    settled = now.terms.settle and bool(now.kind) and is_money(state.game(now.kind))
    won: dict[str, list[str]] = {}
    for award in now.awards:
        parts = [t("in the class {name}", name=award.group)] if award.group else []
        if things := [*parts, *award.things]:
            won.setdefault(award.entrant.id, []).append(", ".join(things))
    rows = [
        (line, got)
        for line, got in now.lines
        if got.total or got.prize or line.entrant.id in won or (settled and line.outcomes)
    ]
    if not rows:
        raise Refusal("", "No prizes are set, or there is no result yet.")
    title, under = t("Prize list"), tr(state.game(now.kind).name)
    if now.missing:
        under += " · " + t("Results that are missing: {n}", n=now.missing)
    paper, top = begin(state, title, under)
    columns = [Column("#", 0.3, right=True, weight="bold"), Column(t("Who"), 1.8, weight="semibold")]
    if settled:
        columns += [Column(t("Play (Kč)"), 0.6, right=True), Column(t("Prize (Kč)"), 0.6, right=True)]
    columns += [Column(t("Gets (Kč)"), 0.7, right=True, weight="bold"), Column(t("Signature"), 1.3)]
    cells = []
    for line, got in rows:
        who = line.entrant
        named = who.name if has_own_name(who) else " + ".join(who.players)
        row = [f"{line.place}.", " · ".join((f"{who.number}  {named}", *won.get(who.id, [])))]
        row += [tr(kc(got.play, plus=True)), tr(kc(got.prize))] if settled else []
        cells.append([*row, tr(kc(got.total, plus=settled)), ""])
    y = table(paper, columns, cells, top, high=9.5)
    _sums(paper, now.fund.fees, now.fund.added, now.handed_out, now.house, y + 6)
    return paper.finish()


def _sums(paper: Document, fees: int, added: int, handed_out: int, house: int, y: float) -> None:
    """The one line in which everything sums up."""
    if y + 14 > BOTTOM:
        paper.page()
        y = MARGIN
    text = t(
        "Fees {fees} + added {added} = prizes {prizes} + the house {house} (Kč)",
        fees=kc(fees),
        added=kc(added),
        prizes=kc(handed_out),
        house=kc(house),
    )
    paper.text(LEFT, y + 4, text, 11, "semibold", space=RIGHT - LEFT, least=7)
