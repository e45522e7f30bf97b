"""The parts of ``dvojtah organiser`` that are decisions: each names a method of the desk that takes its options."""

import inspect

import pytest

from device.cli.commands import PARTS
from device.cli.organiser_commands import DECISIONS
from device.organiser.log.event_control import Desk

NAMED = {word: part.decision for word, part in PARTS.items() if part.decision}


@pytest.mark.parametrize("word", NAMED)
def test_a_decision_is_a_method_of_the_desk_that_takes_the_options(word):
    method, *options = NAMED[word]
    inspect.signature(getattr(Desk, method)).bind(None, *options)


def test_no_decision_is_declared_twice():
    assert not NAMED.keys() & DECISIONS.keys()
    assert DECISIONS.keys() <= PARTS.keys()
