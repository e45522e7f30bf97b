"""A whole game of each kind in a real browser, by clicks and keys, and by fingers and two telephones that are the clock
buttons: the same tally as its record's."""

import json

import pytest

from rules.clock.acts import ClockPress
from rules.record import read, write
from tests.browser.player import BrowserHand, PhoneHand
from tools.play.gallery import SAMPLES, load_record
from tools.play.players import PLAYERS

RECORDS = {
    "polish_doubles": "polish-doubles-short.jsonl",
    "marias": "marias-evening.jsonl",
    "polyssimo": "polyssimo.jsonl",
    "kourici_kocka": "kourici-kocka.jsonl",
    "rounds": "rounds-full.jsonl",
    "chess_clock": "chess-clock.jsonl",
}


def without_doubts(history):
    """The game as it is where a press is not said to be inexact, which the record says of telephones' alone."""
    lines = [json.loads(line) for line in write(history).splitlines()]
    for line in lines:
        if line.get("event") != "power_loss":
            line.pop("doubt_s", None)
    return read([json.dumps(line) for line in lines])


@pytest.mark.parametrize("hand", [BrowserHand, PhoneHand])
@pytest.mark.parametrize("game", RECORDS)
def test_it_is_played_in_the_browser(game, hand, browser, tmp_path):
    record = load_record(SAMPLES / RECORDS[game])
    browser.size(980, 480)
    player = type("Hand", (hand, PLAYERS[game]), {"browser": browser})(tmp_path)
    try:
        played = player.play(record)
        doubts = [entry.event.doubt_s for entry in played.entries if isinstance(entry.event, ClockPress)]
        assert all(doubt is None if hand is BrowserHand else 0 < doubt < 1 for doubt in doubts)
        history = without_doubts(played)
        assert player.clicks > 10
        assert history.game.report(history.state) == record.game.report(record.state)
        assert history.game.summary(history.state) == record.game.summary(record.state)
        assert browser.complaints == []
        assert browser.read("sounds.state") == "running", "the first touch has switched the sound on"
    finally:
        player.close()
