"""The table slip (stolový lístek) on A4: for each round a page with money, signatures and deals; the standings last.

What a mismatch takes from or gives everybody stands there exactly, as a fraction of a haléř (M30).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from msgspec import structs

from device.common.exports import FiledGame, time_of
from device.common.exports.heading import draw_head, occasion
from device.common.exports.pdf import LEFT, MARGIN, PALE, RIGHT, Document
from device.common.exports.plain_pdf import draw_lines, draw_table
from device.common.exports.report_text import report_csv
from device.common.i18n import clock, t, tr
from device.games.marias.outputs import money, slip_texts
from rules.game import Report, ReportRow, ReportTable
from rules.history import History
from rules.marias import acts as e
from rules.marias.acts.deals import doubts
from rules.marias.deal import SEAT
from rules.marias.game import deals_table, remark_text, remarks_of, standings_table
from rules.marias.state import Round, Slip, SlipLine, State, slip_of, standings
from rules.message import msg
from rules.money import exact

ROW = 9.0
"""Height of a player's row, so that a pen can correct it, in mm."""
COLUMNS = (8.0, 38.0, 17.0, 19.0, 21.0, 19.0, 15.0, 21.0, 28.0)
"""Seat, player, stake, top-ups, by the record, coin, tokens, by the cash, result: widths in mm."""


def slip_pdf(filed: FiledGame) -> bytes:
    """All slips of a mariáš table, and its standings. Raises `ExportError`."""
    state: State = filed.history.state
    title = tr(filed.history.game.report(state).title)
    document = Document(t("Table slip"), t("{title} · game {n}", title=title, n=filed.number))
    for number, round_ in enumerate(state.rounds):
        if number:
            document.page()
        _round_page(document, filed, round_)
    _standings_page(document, filed)
    return document.finish()


def slip_csv(filed: FiledGame) -> bytes:
    """The report's tables for a spreadsheet, with everything that was remarked as a last one."""
    report: Report = filed.history.game.report(filed.history.state)
    lines = tuple(ReportRow((note,)) for note in report.notes)
    remarks = ReportTable(msg("Remarks"), (msg("What happened"),), lines)
    return report_csv(structs.replace(report, tables=(*report.tables, remarks))).encode()


def _round_page(document: Document, filed: FiledGame, round_: Round) -> None:
    state: State = filed.history.state
    slip = slip_of(state.setup, round_)
    head = replace(occasion(filed), round=t("{n} of {all}", n=round_.number, all=state.setup.rounds))
    y = draw_head(document, t("Table slip"), head, MARGIN, tr(filed.history.game.name)) + 4
    y = _money(document, state, round_, slip, y)
    y = _difference(document, state, slip, y + 2)
    y = _signatures(document, filed, round_, y + 3)
    y = draw_table(document, deals_table(state, round_), y + 4)
    draw_lines(document, _remarks(state, round_), y + 4)


def _remarks(state: State, round_: Round) -> list[str]:
    """Top-ups, warnings and what else was noted, by the time of the round, and deals as they stood before."""
    lines, names = [], state.names_in(round_.people)
    for remark in remarks_of(state, round_.number):
        text = tr(remark_text(remark))
        after = round_.ended is not None and remark.at > round_.ended
        lines.append(text if after else f"{clock(remark.at - round_.started)} {text}")
    for deal in round_.deals:
        for old in deal.versions:
            was = f"{old.choosers} · {tr(old.in_words(names))}"
            lines.append(t("Deal {n} before the correction: {was}.", n=deal.number, was=was))
    return [*lines, *map(tr, doubts(round_))]


def _money(document: Document, state: State, round_: Round, slip: Slip, y: float) -> float:
    """A row for each player, and the sums; where they end."""
    edges, names = list(accumulate(COLUMNS, initial=LEFT)), state.names_in(round_.people)
    money_labels = (t("STAKE"), t("TOPPED UP"), t("BY RECORD"), t("COIN"), t("TOKENS"), t("BY CASH"), t("RESULT"))
    document.box(LEFT, y, RIGHT - LEFT, 6, 0, 0.9)
    document.text(edges[1] + 1.5, y + 4.2, t("PLAYER"), 7, "semibold", space=COLUMNS[1] - 2, least=4.5)
    for n, label in enumerate(money_labels, start=2):
        document.text(edges[n + 1] - 1.5, y + 4.2, label, 7, "semibold", "right", space=COLUMNS[n] - 2, least=4.5)
    y = top = y + 6
    document.line(LEFT, y, RIGHT, y, 1.4)
    for line in slip.lines:
        name = names[line.seat]
        document.text(edges[0] + 1.5, y + 6, SEAT[line.seat], 10, grey=PALE)
        leads = line.seat == round_.leader
        document.text(edges[1] + 1.5, y + (4.6 if leads else 6), name, 12, "bold", space=COLUMNS[1] - 3, least=7)
        if leads:
            document.text(edges[1] + 1.5, y + 7.8, t("leading player"), 7, grey=PALE)
        _cells(document, edges, y, state.setup.stake, line)
        y += ROW
        document.line(LEFT, y, RIGHT, y, 0.25, PALE)
    document.line(LEFT, y, RIGHT, y, 1.4)
    document.text(edges[1] + 1.5, y + 6, t("Sum"), 10, "semibold")
    _cells(document, edges, y, state.setup.stake * len(slip.lines), slip.together, money(0))
    y += ROW
    for x in (LEFT, *edges[2:-1], RIGHT):
        document.line(x, top - 6, x, y, 0.4)
    document.line(LEFT, y, RIGHT, y, 1.4)
    return y


def _cells(document: Document, edges: list[float], y: float, stake: int, line: SlipLine, nothing: str = "") -> None:
    recorded, topped_up, *cash = slip_texts(line, "")
    for n, text in enumerate((money(stake), topped_up or nothing, recorded, *cash), start=2):
        size, weight = (13, "bold") if n == len(COLUMNS) - 1 else (11, "regular")
        document.text(edges[n + 1] - 1.5, y + 6, text, size, weight, "right", space=COLUMNS[n] - 3, least=6)


def _difference(document: Document, state: State, slip: Slip, y: float) -> float:
    """M30: by how much the cash is off, and what that does to everybody's result, exactly; where it ends."""
    if slip.mismatch is None:
        text = t("The money is not counted yet.")
    elif slip.mismatch == 0:
        text = t("The money is right: everybody's cash adds up to what was laid down.")
    else:
        shares = [(line.result or 0) - (line.cash or 0) for line in slip.lines]
        off, parts = money(slip.mismatch, plus=True), [exact(share, plus=True) for share in shares]
        text = t(
            "The money is off by {off} Kč; it is shared in tokens, in h: {shares} (M30).",
            off=off,
            shares=", ".join(parts),
        )
        if len(set(shares)) == 1:
            text = t(
                "The money is off by {off} Kč; each result changes by exactly {share} h (M30).", off=off, share=parts[0]
            )
    document.text(LEFT, y + 4, text, 10, space=RIGHT - LEFT, least=7)
    y += 5
    worth = t(
        "Stake {stake} Kč, including {n} tokens of {token} Kč. Players keep the money, the tokens stay.",
        stake=money(state.setup.stake),
        n=state.setup.tokens,
        token=money(state.setup.token),
    )
    document.text(LEFT, y + 3.6, worth, 7.5, grey=PALE, space=RIGHT - LEFT, least=6)
    return y + 4


def _signatures(document: Document, filed: FiledGame, round_: Round, y: float) -> float:
    """Lines to sign on: the table's two sides, with the moment at which they signed on the device, and who takes the
    slip (M28); where they end."""
    state: State = filed.history.state
    wide = (RIGHT - LEFT - 12) / 3
    people = (
        (state.names_in(round_.people)[round_.leader], _signed(filed, round_, "A")),
        (t("The others"), _signed(filed, round_, "B")),
        (t("Taken over by"), ""),
    )
    for n, (who, when) in enumerate(people):
        x = LEFT + n * (wide + 6)
        document.line(x, y + 10, x + wide, y + 10, 0.6)
        document.text(x, y + 13.6, who, 8.5, "semibold", space=wide, least=6)
        document.text(x, y + 17, when, 7.5, space=wide, least=6, grey=PALE)
    return y + 17


def _signed(filed: FiledGame, round_: Round, side: str) -> str:
    if side not in round_.signed:
        return t("not signed on the device")
    when = time_of(filed.labels.get(signature(filed.history, round_, side), ""))
    return t("signed on the device {when}", when=when) if when else t("signed on the device")


def signature(history: History, played: Round, side: str) -> int:
    """The entry with which ``side`` signed the slip of that round last; 0 where it did not."""
    gone, later = (
        history.uncounted_entries,
        [round_.entry for round_ in history.state.rounds if round_.entry > played.entry],
    )
    during = history.entries[played.entry : min(later, default=None)]
    signs = (entry for entry in during if isinstance(entry.event, e.Sign) and entry.event.side == side)
    return max((entry.n for entry in signs if entry.n not in gone), default=0)


def _standings_page(document: Document, filed: FiledGame) -> None:
    """Places and sums of all locked rounds (M31); a page of its own after the slips."""
    state: State = filed.history.state
    if state.rounds:
        document.page()
    locked = len(state.locked_rounds)
    head = replace(occasion(filed), round=t("{n} of {all}", n=locked, all=state.setup.rounds) if locked else "")
    y = draw_head(document, tr(filed.history.game.name), head, MARGIN) + 4
    y = draw_table(document, standings_table(state, standings(state)), y)
    order = t("Signed slips count: the sum decides, then the better last round, else the place is shared (M31).")
    document.text(LEFT, y + 6, order, 9, grey=PALE, space=RIGHT - LEFT, least=7)
    draw_lines(document, [tr(remark_text(remark)) for remark in remarks_of(state, 0)], y + 10)
