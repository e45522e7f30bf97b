"""What the board says of itself as OpenAPI is what it answers: asked by schemathesis, and held to the page."""

import json
import re

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from device.common.version import version
from device.organiser.board.feed import ANSWERS
from tests.cli.conftest import ROOT
from tests.organiser.pages import rows_of, running_board

FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.fixture
def board(store, tmp_path, in_english):
    """A board with a game at table 2 and another at table 3."""
    store.append(rows_of(2, entries=9))
    store.append(rows_of(3, kind="marias"))
    running = running_board(str(tmp_path / "event.db"))
    while running.ask("/api/v1/table/3.json").status != 200:
        pass
    yield running
    running.close()


def test_every_answer_is_as_the_description_says(board):
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{board.port}/api/v1/openapi.json")
    asked = []
    for result in described.get_all_operations():
        operation = result.ok()

        @given(case=operation.as_strategy())
        @FEW
        def ask(case):
            asked.append((case.path, case.call_and_validate().status_code))

        ask()
    # the description itself it has read before
    assert {path for path, _ in asked} >= set(ANSWERS) - {"/api/v1/openapi.json"}


@pytest.mark.parametrize("number", [2, 3])
def test_the_live_games_are_as_the_description_says(board, number):
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{board.port}/api/v1/openapi.json")
    case = described["/api/v1/table/{number}.json"]["GET"].Case(path_parameters={"number": number})
    answer = case.call_and_validate().json()
    assert answer["table"] == number
    assert set(answer) == {
        *("version", "stale", "table", "game", "stage", "away", "entries", "line", "seats", "clocks", "board")
    }


def test_the_description_is_that_of_this_version_and_stands_on_the_page(board):
    description = json.loads(board.ask("/api/v1/openapi.json").read())
    assert description["info"]["version"] == version()
    page = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `(/api/v1/[^`]+)` \|", page, re.MULTILINE)} == set(description["paths"])


def test_a_number_that_no_table_has_is_no_fault_of_the_board(board):
    for path in ("api/v1/table/{}.json", "api/v1/table/{}.gcg", "cs/table/{}", "en/own/{}", "en/stream/{}"):
        assert board.ask(f"/{path.format('9' * 5000)}").status == 404
