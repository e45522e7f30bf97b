"""Which pod belongs to which side: by pressing, by the file, forgotten, swapped, taken over."""

from __future__ import annotations

import pytest

from device.io.inputs import PodReport
from device.pods.pairing import PodPairing
from tests.pod.bench import MS, NUMBERS, WAIT


def test_a_pod_that_belongs_to_nobody_blinks_until_it_is_pressed_and_again_when_it_is_forgotten(bench):
    def lit():
        lamps = []
        for _ in range(30):
            b.pass_time(150 * MS, 150 * MS)
            lamps.append(b.chips[1].lamp)
        return sum(lamps)

    b = bench(paired=False).ready()
    assert 5 < lit() < 25
    b.press(1)
    b.pass_time(WAIT)
    assert lit() == 0
    b.pods.forget(0)
    b.pass_time(WAIT)
    assert 5 < lit() < 25


def test_new_pods_are_paired_by_pressing_them_and_that_press_is_none_of_a_clock(bench, tmp_path):
    b = bench(paired=False).ready()
    assert "A" in b.said()["pod new"]
    b.press(1)
    assert b.pairing.sides == [NUMBERS[1], ""]
    assert "B" in b.said()["pod new"]
    b.press(0)
    assert b.presses() == []
    assert b.said() == {}
    at = b.press(1)
    assert [(press.side, press.at) for press in b.presses()] == [(0, at)]
    assert PodPairing(tmp_path / "bench0" / "pods.json").sides == [NUMBERS[1], NUMBERS[0]], "and it is kept"


def test_a_spare_takes_the_place_of_a_pod_that_is_away(bench):
    b = bench(numbers=(*NUMBERS, "e660583883480001"))
    b.cables[2].unplug()
    b.ready()
    b.cables[1].unplug()
    b.cables[2].plug()
    b.ready()
    assert "B" in b.said()["pod new"]
    b.press(2)
    assert b.pairing.side_of("e660583883480001") == 1
    b.cables[1].plug()
    b.ready()
    assert list(b.said()) == ["pod new"]
    b.press(1)
    assert b.pairing.side_of(NUMBERS[1]) is None, "there is one too many; nobody is pushed out"


def test_one_pod_kept_for_both_sides_belongs_to_the_first(tmp_path):
    (tmp_path / "pods.json").write_text('{"a": "ab", "b": "ab"}')
    pairing = PodPairing(tmp_path / "pods.json")
    assert pairing.sides == ["ab", ""]
    assert pairing.side_of("ab") == 0
    assert pairing.side_of("") is None, "a pod without a number is nobody's"


@pytest.mark.parametrize("content", ["", "{", '{"a": 5}', '{"a": "x", "c": ""}', "\x00\xff"])
def test_a_damaged_pairing_only_means_being_asked_again(tmp_path, content):
    file = tmp_path / "pods.json"
    file.write_bytes(content.encode("latin-1"))
    pairing = PodPairing(file)
    assert pairing.sides == ["", ""]
    pairing.pair(1, "ab")
    assert PodPairing(file).sides == ["", "ab"]
    pairing.pair(0, "ab")
    assert pairing.sides == PodPairing(file).sides == ["ab", ""]


class TestPairingAnew:
    """Sides changed from the screen or by the command, while the pods are plugged in."""

    def test_a_pod_that_is_forgotten_is_new_again_and_the_next_press_pairs_it(self, bench):
        b = bench().ready()
        b.pods.forget(0)
        b.pass_time(WAIT, 100 * MS)
        assert b.pairing.sides == ["", NUMBERS[1]]
        assert b.clocks.bases[0] is None
        assert "A" in b.said()["pod new"]
        b.press(0)
        assert b.pairing.sides == list(NUMBERS)
        assert b.presses() == []
        at = b.press(0)
        assert [(press.side, press.at) for press in b.presses()] == [(0, at)]

    def test_swapped_sides_swap_buttons_and_clocks_and_stay_so(self, bench, tmp_path):
        b = bench(ppm=(40, -40)).ready()
        b.pass_time(40 * WAIT, WAIT)
        b.pods.swap()
        b.pass_time(WAIT, 100 * MS)
        rates = [base.rate for base in b.clocks.bases]
        assert rates[0] < -39_000
        assert rates[1] > 39_000
        b.press(0)
        assert [press.side for press in b.presses()] == [1]
        assert PodPairing(tmp_path / "bench0" / "pods.json").sides == [NUMBERS[1], NUMBERS[0]]

    def test_a_button_that_is_down_while_sides_are_swapped_is_let_go_and_not_pressed_for_the_other(self, bench):
        b = bench().ready()
        b.button(0, True)
        b.pass_time(200 * MS)
        b.pods.swap()
        b.pass_time(300 * MS)
        b.button(0, False)
        b.pass_time(300 * MS)
        reports = [report for report in b.heard if isinstance(report, PodReport)]
        assert [press.side for press in b.presses()] == [0]
        assert not [report for report in reports if report.down and report.side == 1]
        assert [report.down for report in reports if report.side == 0][-1] is False

    def test_another_program_changes_the_file_and_the_table_takes_that_up(self, bench, tmp_path):
        b = bench()
        b.pairing.pair(0, NUMBERS[0])
        b.ready()
        PodPairing(tmp_path / "bench0" / "pods.json").swap()
        b.pass_time(3 * WAIT, 100 * MS)
        assert b.pairing.sides == [NUMBERS[1], NUMBERS[0]]
        b.press(1)
        assert [press.side for press in b.presses()] == [0]
        (tmp_path / "bench0" / "pods.json").unlink()
        b.pass_time(3 * WAIT, 100 * MS)
        assert b.pairing.sides == ["", ""], "removing the file begins again, too"
