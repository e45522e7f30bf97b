"""The pod's program: the loop that brings button, line, lamp and sounder together. A Pico runs this file by itself.

To get at the Pico's own prompt again, hold the button while plugging it in: then this program ends at once.
"""

import micropython
from board import Board
from oled import text
from pod import Pod
from port import Port
from ticks import Micros


def turn(board: Board, pod: Pod, port: Port, clock: Micros, display: object) -> None:
    """Once round: the button first, then what came in, what time has changed, and what is to go out."""
    level = board.down()
    quiet = True
    while (edge := board.edges.take()) is not None:
        pod.edge(edge[1], clock.of(edge[0]))
        quiet = False
    pod.advance(clock.now(), level if quiet else None)
    if data := port.read():
        pod.receive(data, clock.now())
    now = clock.now()
    board.show(pod.countdown.lamp(now), pod.countdown.sound(now))
    if port.free and (frame := pod.frame(clock.now())) is not None:
        port.send(frame)
    port.flush()
    if display is not None:
        down = pod.countdown
        display.show(text(down.left(now), down.runs), down.mine, down.runs == 1)
        display.advance()


def main() -> None:
    """Until the power goes. A fault in one round is counted and reported; it never ends the program."""
    board = Board()
    if board.down():
        return
    micropython.kbd_intr(-1)
    clock, port = Micros(), Port()
    pod = Pod(board.ident, board.nonce())
    display = board.display()
    while True:
        try:
            turn(board, pod, port, clock, display)
            if port.free:
                port.wait(1)
        except Exception:
            pod.faults += 1
        board.alive()


main()
