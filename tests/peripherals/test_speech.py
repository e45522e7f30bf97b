"""Spoken times: what is called when; a program that speaks, is missing, hangs or fails; and that nobody waits."""

import array
import os
import queue
import shutil
import stat
import threading
import time
import wave

import pytest

from device.common import i18n
from device.common.settings.settings import Settings
from device.doctor.displays import speech as examined
from device.games import timed_turn
from device.games.chess_clock import outputs as chess
from device.games.marias import outputs as marias
from device.games.polish_doubles import outputs as doubles
from device.io.inputs import PeripheralStatus
from device.kiosk.time_bar import LASTS, WORDS, call_of
from device.peripherals import speech
from device.peripherals.sound import in_ears
from device.peripherals.speech import PROGRAM, STALE_S, Speech, SpeechTrouble, synthesize
from rules.game import SECOND
from rules.polish_doubles import acts as e
from tests.rules.table import Game

SOON = 5
"""Seconds after which a test gives up waiting for another thread."""
WAV = (
    "RIFF\\0\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\01\\0\\01\\0"
    "\\042\\126\\0\\0\\104\\254\\0\\0\\02\\0\\020\\0data\\0\\0\\0\\0"
)
"""The head of a WAV file of 22 050 samples a second, as printf writes it; the length is not known, as in a pipe."""


class Heard:
    """A loudspeaker that keeps what it was given."""

    def __init__(self):
        self.voices = queue.Queue()
        self.sounding = False

    def is_busy(self, side=None):
        return self.sounding

    def voice(self, samples, *, cut, side=None):
        self.voices.put((samples, cut))
        return True


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Puts a shell script into the place of the program; it is given what the real one is given."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def write(script):
        path = folder / PROGRAM
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return write


@pytest.fixture
def talk():
    """Speech with a clock that stands, its loudspeaker, and what it reported."""
    statuses = []
    heard = Heard()
    new_speech = Speech(heard, statuses.append, lambda: new_speech.at)
    new_speech.at, new_speech.heard, new_speech.told = 0.0, heard, statuses
    yield new_speech
    new_speech.close()
    for thread in threading.enumerate():
        if thread.name == "speech":  # what it still makes would be made by the next test's program
            thread.join(SOON)
            assert not thread.is_alive()


# -- what is called, and when ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (30 * SECOND + 1, ""),
        (30 * SECOND, "thirty seconds"),
        (28 * SECOND + 1, "thirty seconds"),
        (28 * SECOND, ""),
        (10 * SECOND, "ten seconds"),
        (8 * SECOND, ""),
        (0, ""),
        (-1, "time is up"),
        (-2 * SECOND, "time is up"),
        (-2 * SECOND - 1, ""),
    ],
)
def test_S28_a_turn_is_called_where_the_lamps_and_the_loudspeaker_warn_and_only_then(left, words):
    i18n.use("en")
    game = Game().start()
    at = game.ns + game.state.clock.remaining(game.ns) - left
    assert doubles.call(game.state, at) == words
    now, before = (doubles.timed_turn(game.state, moment).level for moment in (at, at - LASTS))
    assert bool(words) is (now != before)


def test_nothing_is_called_while_the_clocks_stand_or_after_a_pause_that_came_later():
    game = Game().start()
    game.wait(152)
    game.do(e.Pause())
    assert doubles.call(game.state, game.ns) == ""
    game.wait(30)
    game.do(e.Resume())
    assert doubles.call(game.state, game.ns + SECOND) == "", "27 seconds are left, and nobody says thirty"


def test_every_warning_of_every_game_has_words_in_both_languages():
    warnings = [timed_turn.LOW, timed_turn.LAST, marias.LOW, marias.LAST]
    warnings += [chess.LOW, chess.TENTHS, chess.TENTHS // 2]
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            calls = [call_of(warning, warnings) for warning in warnings]
            assert all(calls)
            assert len(set(calls)) == len(WORDS)


# -- the program -------------------------------------------------------------------------------------------------------


def test_the_program_gets_the_language_and_the_words_and_what_it_makes_is_played(program, talk, tmp_path):
    program(f'echo "$@" > {tmp_path}/args; cat > {tmp_path}/words; printf "{WAV}"; printf abcd')
    talk.say("třicet sekund", "cs")
    assert talk.heard.voices.get(timeout=SOON) == (b"abcd", False)
    assert "-v cs" in (tmp_path / "args").read_text()
    assert (tmp_path / "words").read_text() == "třicet sekund"
    assert talk.told == []


def test_the_same_words_are_made_once(program, talk, tmp_path):
    program(f'echo run >> {tmp_path}/runs; cat > /dev/null; printf "{WAV}"; printf abcd')
    for _ in range(3):
        talk.say("time is up", "en")
        talk.heard.voices.get(timeout=SOON)
    assert (tmp_path / "runs").read_text().split() == ["run"]


def test_without_the_program_there_is_silence_and_one_line(monkeypatch, tmp_path, talk, caplog):
    monkeypatch.setenv("PATH", str(tmp_path))
    for _ in range(3):
        talk.serve(speech._Words("time is up", "en", 0.0, False))
    assert talk.told == [PeripheralStatus("speech", speech.MISSING)]
    assert len([record for record in caplog.records if record.name == "dvojtah.speech"]) == 1
    assert talk.heard.voices.empty()


def test_once_the_program_is_there_the_trouble_is_over(program, talk):
    program("exit 1")
    talk.serve(speech._Words("time is up", "en", 0.0, False))
    assert talk.told[0].trouble is not None
    program(f'cat > /dev/null; printf "{WAV}"; printf abcd')
    talk.serve(speech._Words("time is up", "en", 0.0, False))
    assert talk.told[1:] == [PeripheralStatus("speech", None)]


@pytest.mark.parametrize("script", ["exit 3", "echo no sound", f'printf "{WAV}"', "kill -9 $$"])
def test_a_program_that_fails_is_told_in_a_sentence(program, script):
    program(script)
    with pytest.raises(SpeechTrouble):
        synthesize("time is up", "en")


def test_a_program_that_hangs_is_ended(program, monkeypatch):
    program("exec sleep 60")
    monkeypatch.setattr(speech, "LONGEST_S", 0.1)
    began = time.monotonic()
    with pytest.raises(SpeechTrouble):
        synthesize("time is up", "en")
    assert time.monotonic() - began < SOON


def test_nobody_waits_for_a_program_that_hangs_and_what_it_kept_waiting_is_not_said(program, talk, tmp_path):
    """Pipes say that the program has begun, and hold it until the test lets it go."""
    begun, gate = tmp_path / "begun", tmp_path / "gate"
    os.mkfifo(begun)
    os.mkfifo(gate)
    program(f'cat > /dev/null; echo yes > {begun}; cat {gate} > /dev/null; printf "{WAV}"; printf abcd')
    before = time.monotonic()
    for words in ("thirty seconds", "ten seconds", "time is up", "five minutes", "one minute"):
        talk.say(words, "en")
    assert time.monotonic() - before < 1, "the loop goes on at once"
    assert begun.read_text() == "yes\n"
    talk.at = STALE_S + 1
    gate.write_text("go")
    with pytest.raises(queue.Empty):
        talk.heard.voices.get(timeout=0.3)


def test_once_closed_nothing_is_said_though_the_program_was_at_work(program, talk, tmp_path):
    begun, gate = tmp_path / "begun", tmp_path / "gate"
    os.mkfifo(begun)
    os.mkfifo(gate)
    program(
        f"cat > /dev/null; echo run >> {tmp_path}/runs; echo yes > {begun}; cat {gate} > /dev/null; "
        f'printf "{WAV}"; printf abcd'
    )
    talk.say("Krtci: na tahu, dvě minuty.", "cs")
    assert begun.read_text() == "yes\n"
    thread = next(running for running in threading.enumerate() if running.name == "speech")
    talk.close()
    gate.write_text("go")
    thread.join(SOON)
    assert not thread.is_alive()
    assert talk.heard.voices.empty()
    assert (tmp_path / "runs").read_text().split() == ["run"], "the second part is not even made"


@pytest.mark.parametrize("words", ["", " ", "\n"])
@pytest.mark.parametrize("cut", [False, True])
def test_nothing_to_say_is_no_fault_of_the_program(program, talk, words, cut):
    program("exit 0")  # as the real one does where nothing is to be said
    talk.say(words, "cs", cut=cut)
    talk.prepare(words, "cs")
    talk.serve(speech._Words(words, "cs", 0.0, cut))
    assert talk.told == []
    assert talk.heard.voices.empty()


def test_a_pause_at_the_end_is_no_part(program, talk):
    program(f'cat > /dev/null; printf "{WAV}"; printf abcd')
    talk.say("na tahu, ", "cs")
    assert talk.heard.voices.get(timeout=SOON) == (b"abcd", False)
    assert talk.told == []
    assert speech.parts_of("na tahu, ") == ["na tahu,"]


def test_only_a_few_words_wait_and_the_newest_of_the_menu_takes_the_place_of_all(talk):
    talk._thread = threading.current_thread()  # nobody serves them now
    for n in range(10):
        talk.say(str(n), "en")
    assert [request.words for request in talk._waiting] == ["7", "8", "9"]
    talk.say("menu", "en", cut=True)
    assert [request.words for request in talk._waiting] == ["menu"]
    talk._thread = None


def test_the_menu_does_not_wait_until_what_sounds_now_has_ended(program, talk):
    program(f'printf "{WAV}"; printf abcd')
    talk.heard.sounding = True
    talk._stopped.wait = lambda seconds: True  # whoever would wait gives up
    talk.serve(speech._Words("ten seconds", "en", 0.0, False))
    assert talk.heard.voices.empty()
    talk.serve(speech._Words("menu", "en", 0.0, True))
    assert talk.heard.voices.get_nowait() == (b"abcd", True)


def test_what_is_stale_is_not_said(program, talk):
    program(f'printf "{WAV}"; printf abcd')
    talk.at = STALE_S + 0.1
    talk.serve(speech._Words("time is up", "en", 0.0, False))
    assert talk.heard.voices.empty()


def test_the_doctor_says_whether_times_can_be_spoken(program, monkeypatch, tmp_path):
    off, on = Settings(), Settings(speech=True)
    program("exit 0")
    assert [ok for ok, _ in examined(on)] == [True]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [ok for ok, _ in examined(on)] == [False]
    assert [ok for ok, _ in examined(off)] == [True]


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_real_program_says_every_call_in_both_languages(language, tmp_path):
    with i18n.speaking(language):
        samples = [synthesize(i18n.tr(words), language) for words in WORDS.values()]
    assert all(len(sample) > speech.RATE // 2 for sample in samples), "at least a quarter of a second each"
    assert len(set(samples)) == len(samples)
    with wave.open(str(tmp_path / "call.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(speech.RATE)
        file.writeframes(samples[0])
    assert (tmp_path / "call.wav").stat().st_size > len(samples[0])


# -- an answer begins at once ------------------------------------------------------------------------------------------

ANSWER = "Krtci: na tahu, dvě minuty třináct sekund. 114 ku 125."


def test_long_words_are_made_and_said_part_by_part(program, talk, tmp_path):
    program(f'cat >> {tmp_path}/made; echo >> {tmp_path}/made; printf "{WAV}"; printf abcd')
    talk.say(ANSWER, "cs", cut=True)
    cuts = [talk.heard.voices.get(timeout=SOON)[1] for _ in range(3)]
    assert (tmp_path / "made").read_text().splitlines() == [
        "Krtci: na tahu,",
        "dvě minuty třináct sekund.",
        "114 ku 125.",
    ]
    assert cuts == [True, False, False], "the first takes the place of what was said, the others follow"


def test_what_was_said_before_is_heard_before_the_program_has_made_the_rest(program, talk, tmp_path):
    program(f'cat >> {tmp_path}/made; printf "{WAV}"; printf abcd')
    talk.say("Krtci: na tahu,", "cs")
    talk.heard.voices.get(timeout=SOON)
    program("exit 1")  # nothing more can be made
    talk.say(ANSWER, "cs", cut=True)
    assert talk.heard.voices.get(timeout=SOON) == (b"abcd", True)


def test_what_is_ready_plays_before_say_returns_and_the_program_makes_the_rest(program, talk, tmp_path):
    program(f'cat >> {tmp_path}/made; echo >> {tmp_path}/made; printf "{WAV}"; printf abcd')
    talk._thread = threading.current_thread()
    talk.prepare(ANSWER, "cs")
    talk._made(*talk._expected.pop())  # as its own thread does while nothing is to be said
    talk._thread = None
    assert (tmp_path / "made").read_text().splitlines() == ["Krtci: na tahu,"]
    talk.say(ANSWER, "cs", cut=True)
    assert talk.heard.voices.get_nowait() == (b"abcd", True)
    assert [talk.heard.voices.get(timeout=SOON)[1] for _ in range(2)] == [False, False]


def test_what_waits_for_its_turn_gives_way_to_who_asks(program, talk):
    program(f'cat > /dev/null; printf "{WAV}"; printf abcd')
    talk.heard.sounding = True
    waited = []

    def ask_meanwhile(seconds):
        waited.append(seconds)
        talk._waiting.append(speech._Words("kolik?", "cs", 0.0, True))

    talk._stopped.wait = ask_meanwhile
    talk.serve(speech._Words("stisk dvojice A", "cs", 0.0, False))
    assert len(waited) == 1
    assert talk.heard.voices.empty()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("1. kolo z 5, 2. rozdání.", ["1. kolo z 5,", "2. rozdání."]),
        ("A, Eva −0,20", ["A,", "Eva −0,20"]),
        ("třicet sekund", ["třicet sekund"]),
    ],
)
def test_words_are_parted_where_a_voice_pauses_and_an_ordinal_keeps_its_noun(words, parts):
    assert speech.parts_of(words) == parts


def test_who_asks_again_hears_no_rest_of_the_answer_before(program, talk):
    program(f'cat > /dev/null; printf "{WAV}"; printf abcd')
    request = speech._Words(ANSWER, "cs", 0.0, True)
    talk._waiting.append(speech._Words("znovu", "cs", 0.0, True))
    talk.serve(request)
    assert talk.heard.voices.empty()


def test_each_side_has_an_ear_of_its_own():
    samples = array.array("h", [5, -7]).tobytes()
    both, left, right = (array.array("h", in_ears(samples, side)).tolist() for side in (None, 0, 1))
    assert (both, left, right) == ([5, 5, -7, -7], [5, 0, -7, 0], [0, 5, 0, -7])


def test_of_what_may_be_asked_for_the_newest_is_made_first_and_once(program, talk):
    talk._thread = threading.current_thread()
    for words in ("Pauza", "Odejít", "Pauza", "Historie"):
        talk.prepare(words, "cs")
    assert [talk._expected.pop()[0] for _ in range(3)] == ["Historie", "Pauza", "Odejít"]
    assert not talk._expected
    talk._kept["Pauza", "cs"] = b"abcd"
    talk.prepare("Pauza", "cs")
    assert not talk._expected, "it is made already"
    talk._thread = None
