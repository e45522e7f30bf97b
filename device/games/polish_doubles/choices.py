"""Screens on which something is decided: objection, verdict, early judgement, overrun, pass, closing (S14-S19, S28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device import words
from device.games.polish_doubles.forms import heading, pair_bar
from device.games.polish_doubles.sheet_view import TOUCH_LINE, draw_sheet, lay_out, word_text
from device.kiosk.actions import BACK, REDO, SETTINGS, TURN, UNDO, Do, Go, Put, Simple
from device.kiosk.canvas import Canvas, Look
from device.kiosk.keys import number_keys
from device.kiosk.widgets import Rect, Scene
from device.words import t
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.describe import INFRACTIONS, REASONS
from rules.polish_doubles.judging import against_early_invalid, against_objection, objectable
from rules.polish_doubles.state import Row, State
from rules.polish_doubles.turns import overrun_turn, proposal


def ask(
    look: Look,
    title: str,
    line: str,
    answers: Sequence[tuple[str, str, object, str]],
    colour: tuple[int, int, int] | None = None,
) -> Scene:
    """A question with up to four large answers: label, second line, action, style."""
    canvas = Canvas(look)
    colours = look.palette
    head, middle, body = canvas.rows(canvas.area, (64, 130, 262))
    canvas.panel(head, colour or colours.pair[0])
    heading(canvas, head, title)
    canvas.text(middle, line, 28, "semibold", colours.text, "center", lines=3)
    split = canvas.rows if look.portrait else canvas.cols
    for (label, sub, action, style), box in zip(answers, split(body, (1,) * len(answers)), strict=True):
        canvas.button(box, label, action, sub=sub, style=style, size=26)
    if look.toast:
        canvas.banner(middle, look.toast)
    return canvas.scene()


def row_line(row: Row, n: int) -> str:
    """A written move in a few words."""
    return t("move {n}: {word} {points}", n=n, word=word_text(row), points=row.points)


def objection(state: State, look: Look) -> Scene:
    """Which move of the turn just pressed is objected to; partners agree by the tap itself (S14, S16)."""
    index = state.judged_turn
    if index is None:
        return ask(look, t("Objection"), t("No turn is open to objections now."), [(t("Back"), "", BACK, "normal")])
    turn = state.turns[index]
    answers: list[tuple[str, str, object, str]] = []
    for n, row in enumerate(turn.rows, start=1):
        reason = against_objection(turn, n)
        action: object = Do(e.Objection(move=n))
        style = "danger"
        sub = t("we both object")
        if reason is not None:
            action, style, sub = Put("why", words.refusal(reason)), "quiet", words.refusal(reason)
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
    answers: list[tuple[str, str, object, str]] = [
        (t("Valid"), cross_line(state, 1 - turn.pair), Do(e.Verdict(valid=True)), "primary")
    ]
    if objected.move == 1 and second is not None and objectable(second) and second.counts:
        answers += [
            (t("Invalid"), t("{word} builds on it", word=word_text(second)),
             Do(e.Verdict(valid=False, builds_on=True)), "danger"),
            (t("Invalid"), t("{word} lies elsewhere", word=word_text(second)),
             Do(e.Verdict(valid=False, builds_on=False)), "danger"),
        ]  # fmt: skip
    else:
        answers.append((t("Invalid"), t("scores 0"), Do(e.Verdict(valid=False)), "danger"))
    answers.append((t("Take back"), t("no objection was meant"), UNDO, "normal"))
    line = t("Is {move} valid?", move=row_line(row, objected.move))
    if "objection" in state.clock.standing:
        line += "\n" + t("The clock stands.")
    return ask(look, t("Judging an objection"), line, answers, look.palette.pair[turn.pair])


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
        said = words.refusal(refusal)
        falls = (said, Put("why", said), "quiet")
    answers: list[tuple[str, str, object, str]] = [
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
    answers: list[tuple[str, str, object, str]] = []
    for stands in options:
        if any(fact is True and not stand for fact, stand in zip(known, stands, strict=True)):
            continue
        proposed = all(fact is None or fact == stand for fact, stand in zip(known, stands, strict=True))
        style = "primary" if proposed else "normal"
        answers.append((stands_label(stands), stands_sub(stands), Do(e.Overrun(stands=stands)), style))
    timed = state.clock.turns[index].official
    over = (timed.used if timed else 0) - state.clock.limit
    line = t("{name} ran over by {s} s. What was announced in time?",
             name=state.setup.pairs[turn.pair].name, s=words.decimal(over / 1e9))  # fmt: skip
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
    answers: list[tuple[str, str, object, str]] = [
        (t("Yes, pass"), t("move {n}, no points", n=place + 1), Do(e.Pass(player=player)), "primary"),
        (t("Back"), "", BACK, "normal"),
    ]
    return ask(look, t("Pass"), t("{name} pass?", name=state.setup.pairs[pair].name), answers, look.palette.pair[pair])


def close(state: State, look: Look) -> Scene:
    """Closing, one partner out, or the end by hand (S25, S26, S29)."""
    played = [turn for turn in state.turns if turn.pressed and turn.moves]
    pair = played[-1].pair if played else 0
    names = [one.name for one in state.setup.pairs]
    answers: list[tuple[str, str, object, str]] = [
        (t("Close"), names[pair], Do(e.Close(pair=e.LETTER[pair])), "primary"),
        (t("Partner out"), names[0], Do(e.Out(pair="A")), "normal"),
        (t("Partner out"), names[1], Do(e.Out(pair="B")), "normal"),
        (t("End of game"), t("nobody can close"), Do(e.End()), "danger"),
    ]
    return ask(look, t("End of the game"), t("Who is out of tiles?"), answers, look.palette.pair[pair])


def dispute(state: State, look: Look, pair: int) -> Scene:
    """A pair does not agree with the result, and why."""
    letter = e.LETTER[pair]
    codes = ("sum", "crosses", "time", "other")
    answers = [(words.tr(REASONS[code]), "", Do(e.Dispute(pair=letter, reason=code)), "normal") for code in codes]
    line = t("{name} disagree. With what?", name=state.setup.pairs[pair].name)
    return ask(look, t("Dispute"), line, answers, look.palette.pair[pair])


def note(state: State, look: Look) -> Scene:
    """An infraction is noted for the referee; the rules name no penalty (S2, S5, S11)."""
    answers: list[tuple[str, str, object, str]] = [
        (words.tr(what), rule, Do(e.Note(rule=rule)), "normal") for rule, what in INFRACTIONS.items()
    ]
    pair = state.turns[-1].pair if state.turns else 0
    return ask(look, t("Note"), t("What happened?"), answers, look.palette.pair[pair])


def referee(state: State, look: Look, typed: str, at: int) -> Scene:
    """What the referee decides about the clocks: seconds are typed, then used (S8, S10)."""
    canvas = Canvas(look)
    u, colours = canvas.u, look.palette
    head, body = canvas.rows(canvas.area, (64, 392))
    pair_bar(canvas, state, len(state.turns) - 1, head, at)
    heading(canvas, head, t("Referee"))
    left, right = canvas.rows(body, (1, 1)) if look.portrait else canvas.cols(body, (440, 340))
    field, *boxes = canvas.rows(left, (90, 1.2 * 60, 1.2 * 60, 1.2 * 60))
    canvas.panel(field, colours.paper)
    label = Rect(field.x + u(14), field.y, field.w - u(28), field.h)
    canvas.text(label, t("seconds"), 19, "regular", colours.ink_muted)
    canvas.text(label, typed or "–", 56, "bold", colours.ink, "right", digits=True)
    canvas.button(boxes[0], t("Set what is left of this turn"), Put("set_time", True), sub=t("both clocks"))
    finished = len(state.clock.turns)
    recorded = last_time(state)
    reason = None if finished else t("No turn is finished yet.")
    canvas.button(
        boxes[1], t("Decide the time of turn {n}", n=finished), Put("decide", finished), sub=recorded, why=reason
    )
    for pair, box in enumerate(canvas.cols(boxes[2], (1, 1))):
        event = Do(e.Spoil(pair=e.LETTER[pair]))
        canvas.button(box, t("Clock spoiled"), event, sub=state.setup.pairs[pair].name)
    number_keys(canvas, right)
    if look.toast:
        canvas.banner(left, look.toast)
    return canvas.scene()


def last_time(state: State) -> str:
    """What the record says of the last finished turn."""
    if not state.clock.turns:
        return ""
    turn = state.clock.turns[-1]
    if turn.official is None:
        return t("both clocks spoiled; the record says {s} s", s=words.decimal(turn.reconstructed / 1e9))
    return t("now {s} s", s=words.decimal(turn.official.used / 1e9))


def reopen(state: State, look: Look) -> Scene:
    """A signed result is opened again, for a reason (S12)."""
    codes = ("wrong sum", "wrong racks", "referee")
    answers: list[tuple[str, str, object, str]] = [
        (words.tr(REASONS[code]), "", Do(e.Reopen(reason=code)), "normal") for code in codes
    ]
    return ask(look, t("Reopen the result"), t("Why? Both pairs will have to sign again."), answers)


def menu(state: State, may: Mapping[str, Refusal | None], look: Look, undo: str, redo: str) -> Scene:
    """Everything else, with the reason where it is not possible now."""
    canvas = Canvas(look)
    paused = "pause" in state.clock.standing
    clock = ("resume", t("Go on"), Do(e.Resume())) if paused else ("pause", t("Pause"), Do(e.Pause()))
    entries: list[tuple[str, str, object, Refusal | None]] = [
        (t("Undo"), undo or t("nothing to undo"), UNDO, None),
        (t("Redo"), redo or t("nothing to redo"), REDO, None),
        (clock[1], t("both clocks"), clock[2], may[clock[0]]),
        (t("Early judgement"), t("of the first move"), Do(e.Early()), may["early"]),
        (t("Announced"), t("the move's own time"), Do(e.Announce()), may["announce"]),
        (t("Count the bag"), t("at a pair's request"), Go("bag"), may["bag"]),
        (t("End of game"), t("close · partner out"), Go("close"), may["bag"]),
        (t("Scoresheet"), t("all rows · corrections"), Go("sheet"), None),
        (t("Note"), t("an infraction"), Go("note"), None),
        (t("Referee"), t("times and clocks"), Go("referee"), may["set_time"]),
        (t("Screen buttons"), t("on") if look.press_areas else t("off"), Simple("areas"), None),
        (t("Sound"), t("off") if look.silent else t("on"), Simple("sound"), None),
        ("Čeština / English", t("language"), Simple("language"), None),
        (t("Turn the picture"), t("to the other pair"), TURN, None),
        (t("Settings"), t("screen · displays · rules"), SETTINGS, None),
        (t("Leave"), t("the game is kept"), Simple("home"), None),
        (t("Back"), t("to the game"), BACK, None),
    ]  # fmt: skip
    columns = 2 if look.portrait else 5
    count = -(-len(entries) // columns)
    for n, band in enumerate(canvas.rows(canvas.area, (1,) * count)):
        line = entries[n * columns : (n + 1) * columns]
        boxes = canvas.cols(band, (1,) * columns)
        for (label, sub, action, refusal), box in zip(line, boxes, strict=False):
            reason = words.refusal(refusal) if refusal else None
            style = "primary" if action is BACK else "normal"
            canvas.button(box, label, action, sub=sub, why=reason, style=style)
    if look.toast:
        canvas.banner(canvas.area, look.toast)
    return canvas.scene()


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
