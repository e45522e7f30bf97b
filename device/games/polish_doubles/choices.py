"""Screens on which something is decided: objection, verdict, early judgement, overrun, pass, closing (S14-S19, S28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device import i18n
from device.games.polish_doubles.sheet_view import TOUCH_LINE, draw_sheet, lay_out, word_text
from device.i18n import t
from device.kiosk.actions import BACK, UNDO, Do, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, Entry, ask
from device.kiosk.widgets import Scene
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.describe import INFRACTIONS, REASONS
from rules.polish_doubles.ending import against_sheet, may_close, may_end
from rules.polish_doubles.judging import against_early_invalid, against_objection, objectable
from rules.polish_doubles.state import Row, State
from rules.polish_doubles.tiles import RACK
from rules.polish_doubles.turns import overrun_turn, proposal


def row_line(row: Row, n: int) -> str:
    """A written move in a few words."""
    return t("move {n}: {word} {points}", n=n, word=word_text(row), points=row.points)


def objection(state: State, look: Look) -> Scene:
    """Which move of the turn just pressed is objected to; partners agree by the tap itself (S14, S16)."""
    index = state.judged_turn
    answers: list[Answer]
    if index is None:
        answers = [(t("Back"), "", BACK, "normal")]
        return ask(look, t("Objection"), t("No turn is open to objections now."), answers, look.palette.pair[0])
    turn = state.turns[index]
    answers = []
    for n, row in enumerate(turn.rows, start=1):
        reason = against_objection(turn, n)
        action: object = Do(e.Objection(move=n))
        style = "danger"
        sub = t("we both object")
        if reason is not None:
            action, style, sub = Put("why", i18n.refusal(reason)), "quiet", i18n.refusal(reason)
        answers.append((f"{word_text(row)} {row.points}", sub, action, style))
    answers.append((t("No objection"), t("the turn stands"), Do(e.NoObjection()), "primary"))
    name = state.setup.pairs[1 - turn.pair].name
    line = t("{name}: do you both object? Otherwise there is no objection.", name=name)
    return ask(look, t("Objection"), line, answers, look.palette.pair[1 - turn.pair])


def verdict(state: State, look: Look) -> Scene:
    """The objected move is valid or not; where it matters, whether the second builds on it (S17, S18)."""
    judging = state.judging
    assert judging is not None
    index, objected = judging
    turn = state.turns[index]
    row = turn.rows[objected.move - 1]
    second = turn.rows[1] if len(turn.rows) > 1 else None
    answers: list[Answer] = [(t("Valid"), cross_line(state, 1 - turn.pair), Do(e.Verdict(valid=True)), "primary")]
    if objected.move == 1 and second is not None and objectable(second) and second.counts:
        answers += [
            (
                t("Invalid"),
                t("{word} builds on it", word=word_text(second)),
                Do(e.Verdict(valid=False, builds_on=True)),
                "danger",
            ),
            (
                t("Invalid"),
                t("{word} lies elsewhere", word=word_text(second)),
                Do(e.Verdict(valid=False, builds_on=False)),
                "danger",
            ),
        ]
    else:
        answers.append((t("Invalid"), t("scores 0"), Do(e.Verdict(valid=False)), "danger"))
    answers.append((t("Take back"), t("no objection was meant"), UNDO, "normal"))
    line = t("Is {move} valid?", move=row_line(row, objected.move))
    if "objection" in state.clock.standing:
        line += "\n" + t("The clock stands.")
    return ask(look, t("Judging an objection"), line, answers, look.palette.pair[turn.pair], back=False)


def cross_line(state: State, pair: int) -> str:
    """What a failed objection costs."""
    if state.setup.cross_goes_to != "failed_objector":
        return ""
    return t("a cross for {name}", name=state.setup.pairs[pair].name)


def early(state: State, look: Look) -> Scene:
    """Early judgement of the first move; the clock runs on (S19)."""
    turn = state.turns[-1]
    falls: tuple[str, object, str]
    falls = (t("scores 0, move 2 is still due"), Do(e.EarlyAnswer(answer="invalid")), "danger")
    if refusal := against_early_invalid(turn):
        said = i18n.refusal(refusal)
        falls = (said, Put("why", said), "quiet")
    answers: list[Answer] = [
        (t("We accept it"), t("no objection, final"), Do(e.EarlyAnswer(answer="accepted")), "primary"),
        (t("Judged valid"), cross_line(state, 1 - turn.pair), Do(e.EarlyAnswer(answer="valid")), "normal"),
        (t("Judged invalid"), *falls),
    ]
    name = state.setup.pairs[1 - turn.pair].name
    line = t("{name} answer: {move}. The clock runs on.", name=name, move=row_line(turn.rows[0], 1))
    return ask(look, t("Early judgement"), line, answers, look.palette.pair[turn.pair])


def overrun(state: State, look: Look) -> Scene:
    """Which moves of the turn that ran over were announced in time; the device proposes (S28)."""
    index = overrun_turn(state)
    assert index is not None
    turn = state.turns[index]
    known = proposal(state)
    options = [(True,) * turn.moves, (True, False), (False, True), (False, False)]
    if turn.moves == 1:
        options = [(True,), (False,)]
    answers: list[Answer] = []
    for stands in options:
        if any(fact is True and not stand for fact, stand in zip(known, stands, strict=True)):
            continue
        proposed = all(fact is None or fact == stand for fact, stand in zip(known, stands, strict=True))
        style = "primary" if proposed else "normal"
        answers.append((stands_label(stands), stands_sub(stands), Do(e.Overrun(stands=stands)), style))
    if len(turn.rows) < turn.moves:
        missing = len(turn.rows) + 1
        answers.append((t("Write move {n}", n=missing), t("first, then confirm"), Go("entry"), "normal"))
    timed = state.clock.turns[index].official
    over = (timed.used if timed else 0) - state.clock.limit
    line = t(
        "{name} ran over by {s} s. What was announced in time?",
        name=state.setup.pairs[turn.pair].name,
        s=i18n.decimal(over / 1e9),
    )
    return ask(look, t("Over time"), line, answers, look.palette.pair[turn.pair])


def stands_label(stands: tuple[bool, ...]) -> str:
    """An answer about an overrun turn."""
    if all(stands):
        return t("Everything")
    if not any(stands):
        return t("Nothing")
    return t("Only move {n}", n=stands.index(True) + 1)


def stands_sub(stands: tuple[bool, ...]) -> str:
    """What that answer costs."""
    lost = [str(n) for n, stand in enumerate(stands, start=1) if not stand]
    return t("all moves stand") if not lost else t("lost: move {n}", n=" + ".join(lost))


def pass_(state: State, look: Look, player: int | None) -> Scene:
    """A pass is confirmed, since it costs a move."""
    index, place = state.slot or (len(state.turns) - 1, 0)
    pair = state.turns[index].pair
    answers: list[Answer] = [
        (t("Yes, pass"), t("move {n}, no points", n=place + 1), Do(e.Pass(player=player)), "primary"),
        (t("Back"), "", BACK, "normal"),
    ]
    return ask(look, t("Pass"), t("{name} pass?", name=state.setup.pairs[pair].name), answers, look.palette.pair[pair])


def against(guard: Callable[..., None], *args: object) -> Refusal | None:
    """What stands against something now, None where nothing does."""
    try:
        guard(*args)
    except Refusal as refusal:
        return refusal
    return None


def offer(label: str, sub: str, action: object, style: str, refusal: Refusal | None) -> Answer:
    """An answer; where it is not possible now, a quiet one that says why."""
    if refusal is None:
        return (label, sub, action, style)
    said = i18n.refusal(refusal)
    return (label, said, Put("why", said), "quiet")


def close(state: State, look: Look) -> Scene:
    """Closing, one partner out, or the end by hand (S25, S26, S29)."""
    last = state.last_played
    pair = 0 if last is None else last.pair
    names = [one.name for one in state.setup.pairs]
    answers = [offer(t("Close"), names[pair], Go("closing"), "primary", against(may_close, state))]
    for n, name in enumerate(names):
        label = t("Has tiles again") if state.out(n) else t("Partner out")
        answers.append((label, name, Go("out", n), "normal"))
    answers.append(offer(t("End of game"), t("nobody can close"), Do(e.End()), "danger", against(may_end, state)))
    return ask(look, t("End of the game"), t("Who is out of tiles?"), answers, look.palette.pair[pair])


def differs(state: State, pair: int) -> str:
    """The line in which the sheet disagrees with what the pair says of its racks; empty where it agrees."""
    difference = against_sheet(state, pair)
    return "" if difference is None else "\n" + i18n.tr(difference)


def closing(state: State, look: Look) -> Scene:
    """The pair that has just pressed says whether both its racks are empty (S25)."""
    last = state.last_played
    assert last is not None
    answers: list[Answer] = [
        (t("Yes, close"), t("both racks are empty"), Do(e.Close(pair=e.LETTER[last.pair])), "primary"),
        (t("No"), t("the game goes on"), BACK, "normal"),
    ]
    line = t("{name}: are both your racks empty?", name=state.setup.pairs[last.pair].name)
    return ask(look, t("Close"), line + differs(state, last.pair), answers, look.palette.pair[last.pair])


def out(state: State, look: Look, pair: int) -> Scene:
    """One partner has no tiles left, and which one, where names are known; or has some again (S26)."""
    setup, letter = state.setup.pairs[pair], e.LETTER[pair]
    note = state.outs[pair]
    still = (t("Still out"), t("the pair has one move"), Do(e.Out(pair=letter)), "primary")
    answers: list[Answer]
    if note is not None:
        answers = [still] if note.doubted else []
        back = Do(e.Out(pair=letter, withdrawn=True))
        answers.append((t("Has tiles again"), t("the pair has two moves"), back, "normal"))
        line = t("{name}: one of you was out of tiles.", name=setup.name)
    elif all(setup.players):
        answers = [
            (name, t("has no tile left"), Do(e.Out(pair=letter, player=n)), "primary")
            for n, name in enumerate(setup.players, start=1)
        ]
        answers.append((t("One of us"), t("whoever it is"), Do(e.Out(pair=letter)), "normal"))
        line = t("{name}: who has no tile left?", name=setup.name) + differs_out(state, pair)
    else:
        answers = [(t("Yes, one of us"), t("the pair has one move"), Do(e.Out(pair=letter)), "primary")]
        line = t("{name}: has one of you no tile left?", name=setup.name) + differs_out(state, pair)
    answers.append((t("Back"), "", BACK, "normal"))
    return ask(look, t("Partner out"), line, answers, look.palette.pair[pair])


def differs_out(state: State, pair: int) -> str:
    """The line in which the sheet disagrees with one player being out; empty where it agrees."""
    flow = state.flow()
    if not flow.bag_bounds.least and flow.held_bounds[pair].least <= RACK:
        return ""
    held, bag = max(0, flow.held_bounds[pair].least), flow.bag_bounds.least
    return "\n" + t("By the scoresheet the pair still holds {held} and the bag {bag}.", held=held, bag=bag)


def dispute(state: State, look: Look, pair: int) -> Scene:
    """A pair does not agree with the result, and why."""
    letter = e.LETTER[pair]
    codes = ("sum", "crosses", "time", "other")
    answers = [(i18n.tr(REASONS[code]), "", Do(e.Dispute(pair=letter, reason=code)), "normal") for code in codes]
    line = t("{name} disagree. With what?", name=state.setup.pairs[pair].name)
    return ask(look, t("Dispute"), line, answers, look.palette.pair[pair])


def note(state: State, look: Look) -> Scene:
    """An infraction is noted for the referee; the rules name no penalty (S2, S5, S11)."""
    answers: list[Answer] = [
        (i18n.tr(what), rule, Do(e.Note(rule=rule)), "normal") for rule, what in INFRACTIONS.items()
    ]
    pair = state.turns[-1].pair if state.turns else 0
    return ask(look, t("Note"), t("What happened?"), answers, look.palette.pair[pair])


def menu(state: State, may: Mapping[str, Refusal | None]) -> list[Entry]:
    """What the game's menu offers, with the reason where it is not possible now."""
    paused = "pause" in state.clock.standing
    clock = ("resume", t("Go on"), Do(e.Resume())) if paused else ("pause", t("Pause"), Do(e.Pause()))
    return [
        (clock[1], t("both clocks"), clock[2], may[clock[0]]),
        (t("Early judgement"), t("of the first move"), Do(e.Early()), may["early"]),
        (t("Announced"), t("the move's own time"), Do(e.Announce()), may["announce"]),
        (t("Count the bag"), t("at a pair's request"), Go("bag"), may["bag"]),
        (t("End of game"), t("close · partner out"), Go("close"), may["bag"]),
        (t("Scoresheet"), t("all rows · corrections"), Go("sheet"), None),
        (t("Note"), t("an infraction"), Go("note"), None),
        (t("Referee"), t("times · presses · award"), Go("referee"), None),
    ]


def sheet(state: State, look: Look, number: int) -> Scene:
    """The whole scoresheet, page by page; a touch on a row corrects it (S12)."""
    canvas = Canvas(look)
    body, bar = canvas.rows(canvas.area, (400, 56))
    page = lay_out(canvas, state, body, number, TOUCH_LINE)
    draw_sheet(canvas, state, page)
    for cell in page.cells:
        if cell.turn is not None and cell.line < len(state.turns[cell.turn].rows):
            canvas.touch(cell.rect, Go("correct", (cell.turn, cell.line)))
    older, newer, back = canvas.cols(bar, (1, 1, 1))
    first = number + 1 >= page.pages
    canvas.button(older, t("Older"), Put("why", t("This is the start.")) if first else Go("sheet", number + 1))
    canvas.button(newer, t("Newer"), Go("sheet", number - 1) if number else Put("why", t("This is the newest row.")))
    canvas.button(back, t("Back"), BACK, style="primary")
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()
