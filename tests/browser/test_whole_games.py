"""A whole game of each kind in a real browser, by clicks and keys: the same tally as its record's."""

import pytest

from tests.browser.player import BrowserHand
from tools.play.gallery import SAMPLES, load_record
from tools.play.players import PLAYERS

RECORDS = {
    "polish_doubles": "polish-doubles-short.jsonl",
    "marias": "marias-evening.jsonl",
    "polyssimo": "polyssimo.jsonl",
    "kourici_kocka": "kourici-kocka.jsonl",
    "chess_clock": "chess-clock.jsonl",
}


@pytest.mark.parametrize("game", RECORDS)
def test_it_is_played_in_the_browser(game, browser, tmp_path):
    record = load_record(SAMPLES / RECORDS[game])
    browser.size(980, 480)
    player = type("Hand", (BrowserHand, PLAYERS[game]), {"browser": browser})(tmp_path)
    try:
        history = player.play(record)
        assert player.clicks > 10
        assert history.game.report(history.state) == record.game.report(record.state)
        assert history.game.summary(history.state) == record.game.summary(record.state)
        assert browser.complaints == []
    finally:
        player.close()
