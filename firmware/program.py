"""The pod's program: the loop that brings button, line, lamp and sounder together. `main` runs it.

To get at the Pico's own prompt again, hold the button for two seconds while plugging it in: then this program ends.
"""

import micropython
import update
from board import Board
from contact import EdgeBuffer
from oled import text
from pod import Pod
from port import Port
from ticks import Micros

HOLD = 2_000_000
"""How long (us) the button has to be down from the start for the Pico's own prompt."""


def turn(board: Board, pod: Pod, port: Port, clock: Micros) -> None:
    """Once round: the button first, then what came in, what time has changed, and what is to go out.

    The time is read before the level and the edges: what happens meanwhile is later than it. No more edges are taken
    than there is room for, so a contact that never rests does not keep the rest waiting.
    """
    now = clock.now()
    level = board.down()
    quiet = True
    for _ in range(EdgeBuffer.SIZE):
        edge = board.edges.take()
        if edge is None:
            break
        pod.edge(edge[1], clock.of(edge[0]))
        quiet = False
    pod.advance(now, level if quiet else None)
    if data := port.read():
        pod.receive(data, clock.now())
    now = clock.now()
    board.show(pod.countdown.lamp(now), pod.countdown.sound(now), pod.countdown.beat(now))
    if port.free and (frame := pod.frame(clock.now())) is not None:
        port.send(frame)
    port.flush()
    if pod.restarts and port.free:
        board.restart()


def draw(display: object, pod: Pod, now: int) -> None:
    """The time that is left, on the small display."""
    down = pod.countdown
    display.show(text(down.left(now), down.runs), down.mine, down.runs == 1)
    display.advance(now)


def prompt_wanted(board: Board, clock: Micros) -> bool:
    """Whether somebody plugged the pod in with its button down and keeps it there. The lamp shines meanwhile.

    A start by the watchdog asks nothing: a game goes on, and perhaps the button has just been pressed in it.
    """
    if not board.plugged_in():
        return False
    while board.down():
        board.show(True)
        if clock.now() >= HOLD:
            return True
    return False


def main() -> None:
    """Until the power goes. A fault in one round is counted and reported, and the next round is made.

    Where no round is a good one any more the watchdog is not fed, and starts the pod anew.
    """
    micropython.alloc_emergency_exception_buf(100)
    clock = Micros()
    board = Board()
    if prompt_wanted(board, clock):
        return
    board.guard()
    micropython.kbd_intr(-1)
    port = Port()
    pod = Pod(board.ident, board.nonce(), board.down(), update=update.Update(board.feed), keep=update.keep)
    display = board.display()
    while True:
        try:
            turn(board, pod, port, clock)
            if port.free:
                port.wait(1)
            board.feed()
        except Exception:
            pod.faults += 1
        if display is not None:
            try:
                draw(display, pod, clock.now())
            except Exception:  # whatever is wrong with it: the button matters more
                pod.faults += 1
                display = None
