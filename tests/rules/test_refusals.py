"""A refusal names the rule that refuses: every one in the code is held to the guard that raises it."""

import ast
import functools
import re
from pathlib import Path

import pytest

import rules
from rules.game import Restore, Undo
from rules.games import GAMES
from tests.rules.table import Game, e

PACKAGES = {next(act.cites for act in game.acts if act.cites)[0]: (key,) for key, game in GAMES.items()}
PACKAGES["S"] += ("scrabble",)
"""Where rules of that letter are refused by."""
LETTERS = "".join(PACKAGES)
NUMBER = re.compile(rf"\b([{LETTERS}])(\d+)(?:-[{LETTERS}]?(\d+))?\b")
RULES = Path(rules.__file__).parent
PAGE = Path(rules.__file__).parent.parent / "docs" / "rules" / "en.md"


def cited(text):
    """The numbers of rules in a text, ranges with all between."""
    numbers = NUMBER.findall(text)
    return {f"{letter}{n}" for letter, first, last in numbers for n in range(int(first), int(last or first) + 1)}


@functools.cache
def refusals():
    """Every refusal: file, line, the docstring of the function that makes it, its numbers where they stand there."""
    paths = sorted(Path(rules.__file__).parent.rglob("*.py"))
    return [refusal for path in paths for refusal in inside(path, ast.parse(path.read_text(encoding="utf-8")), "")]


def inside(path, node, docstring):
    for child in ast.iter_child_nodes(node):
        own = (ast.get_docstring(child) or "") if isinstance(child, ast.FunctionDef) else docstring
        if isinstance(child, ast.Call) and getattr(child.func, "id", "") == "Refusal":
            numbers = {constant.value for constant in ast.walk(child.args[0]) if isinstance(constant, ast.Constant)}
            yield path, child.lineno, own, {number for number in numbers if NUMBER.fullmatch(str(number))}
        yield from inside(path, child, own)


def declared():
    """What acts declare against themselves."""
    acts = [act for game in GAMES.values() for act in game.acts]
    obstacles = {obstacle for act in acts for obstacle in act.unless}
    return [*obstacles, *(act for act in acts if act.out_of_phase is not None)]


@functools.cache
def rules_on_page():
    """The numbers of all rules on the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return {number for line in lines for number in re.findall(r"^\*\*(\w+)\.", line)}


OF_THE_CODE = pytest.mark.xdist_group("the refusals of the code")  # it is read once, in one process


def test_every_refusal_is_in_words_that_translators_find():
    for path in Path(rules.__file__).parent.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            inside = list(ast.walk(function))
            texts = {
                target.id
                for node in inside
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for call in inside:
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refusal":
                    assert getattr(call.args[-1], "id", None) not in texts, (path, call.lineno)


@OF_THE_CODE
def test_every_refusal_names_a_rule_that_its_guard_says_it_keeps():
    assert len(refusals()) + len(declared()) > 300
    wrong = [
        f"{path}:{line} {numbers - cited(doc)}" for path, line, doc, numbers in refusals() if not numbers <= cited(doc)
    ]
    assert wrong == []


@OF_THE_CODE
def test_every_refusal_names_a_rule_of_its_own_game_that_stands_on_the_rules_page():
    page = rules_on_page()
    for path, line, _, numbers in refusals():
        assert numbers <= page, (path, line)
        for number in numbers:
            assert path.relative_to(RULES).parts[0] in PACKAGES[number[0]], (path, line, number)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_an_act_declares_against_itself_cites_rules_of_its_own_game(game):
    letter = next(letter for letter, packages in PACKAGES.items() if game.key in packages)
    page = rules_on_page()
    for act in game.acts:
        closed = {why[0] for why in act.closed.values() if not callable(why)}
        obstacles = {obstacle.rule for obstacle in act.unless} | closed
        for number in obstacles - {""} | {act.cites}:
            assert number in page, (act, number)
            assert number[0] == letter, (act, number)
        others = set(type(act.phases[0])) - set(act.phases) - set(act.closed) if act.phases else set()
        assert not others or act.out_of_phase, act


def test_no_two_games_have_the_letter_of_their_rules_in_common():
    assert len(PACKAGES) == len(GAMES)


def one_move_struck_by(why):
    g = Game().start()
    if why == "S6":
        g.move("KOSA", 9)
    elif why == "S26":
        g.move("KOSA", 9)
        g.press("A")
        g.do(e.Out(pair="B"))
        g.move("LES", 5)
    elif why == "S15":
        g.move("KOSA", 9)
        g.press("A")
        for _ in range(3):  # three objections of pair A that failed
            g.move("LES", 5)
            g.move("PES", 5)
            g.press("B")
            g.objected(1, valid=True)
            if g.state.turn.moves == 2:
                g.move("OKO", 5)
                g.move("KOS", 5)
                g.press("A")
        g.move("OKO", 5)
    else:
        g.move("KOSA", 9)
        g.press("A")
        g.move("LES", 5)
        g.move("PES", 5)
    return g


@pytest.mark.parametrize("rule", ["S6", "S8", "S15", "S26"])
def test_no_more_is_written_than_the_rule_leaves_that_took_the_rest(rule):
    g = one_move_struck_by(rule)
    g.refused(rule, e.Move(points=3))
    g.refused(rule, e.Pass())


def test_what_is_over_is_over_by_the_rule_that_ended_it():
    g = Game().start()
    g.move("KOSA", 9)
    g.press("A")
    g.do(e.Bag(count=0))
    g.move("LES", 5)
    g.refused("S29", e.End())
    g.refused("S25", e.Close(pair="A"))
    g.move("PES", 5)
    g.press("B")
    g.do(e.End())
    for event in (e.Press(pair="A"), e.Move(points=3), e.Bag(count=1), e.Out(pair="A")):
        g.refused("S29", event)
    g.do(Undo())
    g.do(e.Close(pair="B"))
    g.refused("S25", e.Move(points=3))
    g.do(e.Racks(pair="A", tiles="X"))
    g.refused("S25", e.Press(pair="A"))
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    g.refused("S12", e.Move(points=3))


def test_the_opening_turn_is_limited_by_its_own_rule():
    g = Game().start()
    g.refused("S9", e.SetTime(remaining_s=181))
    g.move("KOSA", 9)
    g.press("A")
    g.refused("S8", e.SetTime(remaining_s=181))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_press_that_is_not_void_is_not_restored_by_a_rule_of_another_game(key):
    game = GAMES[key]
    assert game.press_rule in {"chess_clock": ("C10",), "polish_doubles": ("S10",)}.get(key, ("",))


def test_no_press_to_restore():
    Game().start().refused("S10", Restore())


@pytest.mark.parametrize(("letter", "sentence"), [("Č", "only 1 tile Č."), ("N", "only 5 tiles N.")])
def test_S3_one_tile_is_one(letter, sentence):
    g = Game().start()
    g.do(e.End(by="referee"))
    held = letter if letter == "Č" else letter * 3
    g.do(e.Racks(pair="A", tiles=held))
    assert sentence in str(g.refused("S3", e.Racks(pair="B", tiles=held)))
