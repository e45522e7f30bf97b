"""The trial's own judgement of an update that does not start: nothing that only looks like it passes."""

from dataclasses import replace

import pytest

from tests.lab.card import went_back
from tests.lab.card.went_back import LAST_WORDS, SENTENCE, Seen

OLD, BAD = "99.0.1", "99.0.2"
GOOD = Seen(
    linked=(OLD, BAD, OLD),
    log=f"ended\n{LAST_WORDS}\nstarted: version {OLD}, Python 3.13.5\n",
    news={"stage": "done", "ok": False, "id": SENTENCE, "args": {"version": BAD, "before": OLD}},
    kept=frozenset({OLD, "0.2.0"}),
    on_trial=False,
)


def test_a_version_that_was_switched_to_failed_and_gave_way_passes():
    went_back.check(GOOD, OLD, BAD)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (
            {"news": {"stage": "done", "ok": False, "id": "There is no room for the update: {mb} MB are needed."}},
            "else",
        ),
        ({"news": {"stage": "making"}}, "come to an end"),
        ({"news": {**GOOD.news, "ok": True}}, "something else"),
        ({"news": {**GOOD.news, "args": {"version": "99.0.3", "before": OLD}}}, "other versions"),
        ({"linked": (OLD,)}, "in turn"),
        ({"linked": (OLD, BAD)}, "in turn"),
        ({"log": f"started: version {OLD}, Python 3.13.5\n"}, "never run"),
        ({"log": f"started: version {OLD}, Python\n{LAST_WORDS}\n"}, "not started after it"),
        ({"log": ""}, "never run"),
        ({"kept": frozenset({OLD, BAD})}, "still there"),
        ({"on_trial": True}, "on trial"),
    ],
)
def test_what_only_looks_like_it_does_not(changed, why):
    with pytest.raises(AssertionError, match=why):
        went_back.check(replace(GOOD, **changed), OLD, BAD)


def test_the_sentence_is_the_one_that_the_installer_says():
    from installer.update import Trial, went_back_sentence

    sentence = went_back_sentence(Trial(f"{BAD}-0123456789ab", f"{OLD}-0123456789ab"))
    assert (sentence.id, sentence.args) == (SENTENCE, {"version": BAD, "before": OLD})
