"""A short code lets one table in: who does not know it gets nothing, whoever stands between the two neither."""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import threading

import msgspec
import pytest

from device.common.event import broker, discovery, joining
from device.common.event.joining import CodeExchange, JoinChallenge, JoinFormat, JoinGreeting, JoinProof, join_with
from device.common.event.ticket import read_code, short_code
from device.common.web.certificates import certificate
from device.common.web.plain_on_tls import server_context
from device.organiser.desk import joining as desk_joining
from device.organiser.desk.joining import COUNTS_S, GUESSES, MOST_GUESSES, SpareTables, spare_numbers
from device.organiser.desk.machine_port import MachinePlace
from rules.loading import readable
from rules.message import Refusal
from tests.event.rig import until
from tests.organiser.cheap import Clock
from tests.organiser.conftest import EVENT
from tests.organiser.desks import seen
from tests.organiser.pages import refused, rows_of
from tests.ports import free_port

DEVICE = "d" * 16
WRONG = "This is not the code; read it again at the organiser's desk."
ENDED = "This code is no longer valid; ask the organiser for a new one."


@pytest.fixture
def hall(desk, tmp_path):
    """An organiser whose broker has codes for three tables; nothing is announced."""
    files = broker.make(tmp_path / "broker", EVENT, 3, "127.0.0.1", 18883, tls=True).folder
    new_hall = Hall(desk, files)
    yield new_hall
    new_hall.spare.close()


class Hall:
    def __init__(self, desk, files):
        self.port, self.now, self.desk = free_port(), Clock(1000.0), desk
        place = MachinePlace(files, "127.0.0.1", "127.0.0.1", self.port)
        self.spare = SpareTables(EVENT, files, place, desk, now=self.now)
        desk.spare_tables = self.spare

    def code(self, table=2):
        self.spare.begin(table)
        return until(lambda: self.spare.status().code)

    def join(self, code, port=None, device=DEVICE):
        return join_with("127.0.0.1", port or self.port, code, device)

    def refusal(self, code, port=None):
        with pytest.raises(Refusal) as refused:
            self.join(code, port)
        return str(refused.value.message)


@pytest.fixture(autouse=True)
def unannounced(monkeypatch):
    monkeypatch.setattr(discovery, "Announcement", lambda *arguments: contextlib.ExitStack())


def another(code):
    return code[:-1] + ("A" if code[-1] != "A" else "B")


def test_the_code_brings_the_ticket_of_its_number_once(hall):
    code = hall.code()
    ticket = read_code(hall.join(code))
    assert (ticket.event, ticket.table, ticket.host, ticket.port) == (EVENT, 2, "127.0.0.1", 18883)
    assert ticket.password == broker.load(hall.spare._files).given[2]
    assert hall.spare.status()[:1] + hall.spare.status()[4:5] == ("", 2)
    until(lambda: "does not answer" in hall.refusal(code), awaited="the port is closed once nobody is expected")
    hall.spare.end()
    assert hall.spare.status().joined == 0, "who came is not told for ever"


def test_a_wrong_code_a_late_one_and_nobody_are_each_said(hall):
    code = hall.code()
    assert hall.refusal(another(code)) == WRONG
    hall.now.now += COUNTS_S
    with contextlib.suppress(AssertionError):
        assert hall.refusal(code) == ENDED
    until(lambda: "does not answer" in hall.refusal(code))
    assert hall.spare.status().joined == 0


def test_guesses_are_counted_by_address_and_in_all(hall, monkeypatch):
    code = hall.code()
    for _ in range(GUESSES):
        assert hall.refusal(another(code)) == WRONG
    assert hall.refusal(code) == "There were too many wrong codes; try again in a minute."
    monkeypatch.setattr(desk_joining, "network", lambda host: host + str(hall.now.now))
    for n in range(MOST_GUESSES - GUESSES):
        hall.now.now += 1
        assert hall.refusal(another(code)) == WRONG, n
    hall.now.now += 1
    assert hall.refusal(code) in (
        ENDED,
        "127.0.0.1 does not answer. Is it in this network, and does its desk show a code?",
    )
    assert "Too many wrong codes" in str(hall.spare.status().trouble)


def test_tables_behind_one_address_join_one_after_the_other(hall):
    for _ in range(GUESSES + 1):
        assert read_code(hall.join(hall.code())).table == 2
        until(lambda: hall.spare._thread is None, awaited="the port is closed once nobody is expected")


def test_who_begins_and_never_proves_has_guessed_too(hall):
    hall.code()
    for n in range(GUESSES + 1):
        hello = JoinGreeting(message=CodeExchange(short_code(), b"", at_table=True).message)
        answer = hall.spare._hello("10.0.0.9", msgspec.msgpack.encode(hello))
        assert answer.status_code == (200 if n < GUESSES else joining.TOO_MANY)


def test_a_connection_cut_in_the_middle_is_not_gone_on_with_on_another(hall, monkeypatch):
    """On the next one somebody else's certificate might be shown."""
    code, ask = hall.code(), joining._ask

    def cut(line, *arguments):
        answer = ask(line, *arguments)
        line.close()
        return answer

    monkeypatch.setattr(joining, "_ask", cut)
    assert "does not answer" in hall.refusal(code)
    assert hall.spare.status().table == 2, "nobody has joined"


def proving(hall, code):
    """A table in the middle of it: what it shows the organiser, and how he answers what is shown in its session."""
    exchange = CodeExchange(code, hall.spare._print, at_table=True)
    hello = hall.spare._hello("10.0.0.9", msgspec.msgpack.encode(JoinGreeting(message=exchange.message)))
    challenge = msgspec.msgpack.decode(hello.body, type=readable(JoinChallenge))
    exchange.take(challenge.message)

    def answer(proof):
        join_proof = JoinProof(session=challenge.session, device=DEVICE, proof=proof)
        return hall.spare._admit(join_proof, "10.0.0.9", "127.0.0.1").status_code

    return exchange.proof("table"), answer


def test_in_one_session_one_proof_is_tried(hall):
    right, answer = proving(hall, hall.code())
    assert answer(bytes(32)) == joining.WRONG
    assert answer(right) == joining.ENDED


def test_a_code_that_is_made_while_a_table_joins_with_the_one_before_counts_on(hall, monkeypatch):
    right, answer = proving(hall, hall.code(2))
    ticket = SpareTables._ticket

    def meanwhile(spare, *arguments):
        spare.begin(3)
        return ticket(spare, *arguments)

    monkeypatch.setattr(SpareTables, "_ticket", meanwhile)
    assert answer(right) == 200
    assert hall.spare.status().table == 3


def test_somebody_between_the_two_gets_no_ticket_and_no_code(hall, tmp_path):
    """The certificate that the table was shown is part of what it proves."""
    own = certificate(tmp_path / "own", ("127.0.0.1",))
    listener = socket.create_server(("127.0.0.1", 0))
    between = threading.Thread(target=forward, args=(listener, own, hall.port), daemon=True)
    between.start()
    code = hall.code()
    assert hall.refusal(code, listener.getsockname()[1]) == WRONG
    assert hall.spare.status().code == code
    assert read_code(hall.join(code)).table == 2, "the right one still gets in"


def forward(listener, own, port):
    with contextlib.suppress(OSError):
        ssl_socket = server_context(str(own.chain), str(own.key)).wrap_socket(listener.accept()[0], server_side=True)
        plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        plain.check_hostname, plain.verify_mode = False, ssl.CERT_NONE
        other = plain.wrap_socket(socket.create_connection(("127.0.0.1", port)))
        ways = {ssl_socket: other, other: ssl_socket}
        for end in ways:
            end.setblocking(False)
        while ways:
            for source in select.select(list(ways), [], [])[0]:
                with contextlib.suppress(ssl.SSLWantReadError):  # what came was no data yet
                    if not (data := source.recv(65536)):
                        ways.clear()
                        break
                    ways[source].sendall(data)
        ssl_socket.close()
        other.close()


def test_an_organiser_who_does_not_know_the_code_is_not_believed(hall, monkeypatch):
    code = hall.code()
    monkeypatch.setattr(desk_joining, "code_of", lambda ticket: "4FALSE")
    right = CodeExchange.proof
    monkeypatch.setattr(CodeExchange, "proof", lambda self, of: bytes(32) if of == "organiser" else right(self, of))
    monkeypatch.setattr(CodeExchange, "is_right", lambda self, of, proof: of == "table" or proof != bytes(32))
    assert hall.refusal(code) == "Somebody answers in the organiser's place; tell the organiser."


def test_an_answer_without_end_is_read_no_further_than_one_is_long():
    class Endless:
        status = 200

        def request(self, *arguments):
            pass

        def getresponse(self):
            return self

        def read(self, size=-1):
            assert 0 <= size <= joining.LARGEST
            return b"\xc1" * size

    with pytest.raises(msgspec.MsgspecError):
        joining._ask(Endless(), joining.HELLO, {}, JoinFormat)


def test_another_format_is_named_with_both_versions(hall, monkeypatch):
    code = hall.code()
    monkeypatch.setattr(joining, "version", lambda: "9.9")
    newer = msgspec.msgpack.encode(JoinFormat(format=2, version="9.9"))
    answer = hall.spare._hello("10.0.0.9", newer)
    assert answer.status_code == joining.ANOTHER_VERSION
    monkeypatch.setattr(desk_joining.line, "FORMAT", 2)
    monkeypatch.setattr(desk_joining, "version", lambda: "8.8")
    sentence = hall.refusal(code)
    assert sentence == "The organiser has version 8.8, this table 9.9; join with the long code from the card."


@pytest.mark.parametrize(
    "body", [b"", b"\xc1", b"\x80" * 40, msgspec.msgpack.encode({"format": 1, "message": b"x" * 33})]
)
def test_what_is_no_greeting_is_refused_and_counts_for_nothing(hall, body):
    hall.code()
    assert hall.spare._hello("10.0.0.9", body).status_code == 400
    assert hall.spare._offer.guesses == 0


def test_numbers_for_a_spare_are_those_that_fell_out_and_the_first_that_nobody_has(hall, store):
    store.append([*rows_of(1)[:2], *rows_of(2)[:2], seen(2, False)])
    assert spare_numbers([1, 2, 3], hall.desk.read()) == ((2,), 3)
    assert spare_numbers([1, 2], hall.desk.read()) == ((2,), 0)


def test_a_spare_takes_the_number_of_a_table_that_fell_out_with_its_game(hall, store, enter):
    store.append([*rows_of(1)[:2], *rows_of(2)[:2], seen(2, False)])
    hall.join(hall.code(2))
    assert hall.desk.read().place(2).released
    page = enter(hall.desk)
    assert "a new one" in page.get("/fleet?lang=en")
    assert refused(page.act("fleet", "join", table="1"))[1] == "Table 1 is connected; release its number first."
    assert page.act("fleet", "join", table="3").status == 303
    code = until(lambda: hall.spare.status().code)
    assert code in page.get("/fleet?lang=en")
    assert "already a valid code" in refused(page.act("fleet", "join", table="2"))[1]
    assert page.act("fleet", "end_join").status == 303
    assert code not in page.get("/fleet?lang=en")


def test_a_table_that_joins_again_keeps_its_own_number(hall, store):
    store.append([*rows_of(2)[:2], seen(2, False)])
    hall.join(hall.code(2), device=hall.desk.read().place(2).holder)
    assert not hall.desk.read().place(2).released


@pytest.mark.xdist_group("announced in the network")
def test_what_is_announced_is_found_by_its_name_and_goes_when_it_ends(monkeypatch):
    monkeypatch.undo()
    news = threading.Event()
    search = discovery.OrganiserSearch(news.set)
    port = free_port()
    announcement = discovery.Announcement(EVENT, "Písecký krtek", "1.2", "127.0.0.1", port, "127.0.0.1")
    own = discovery.FoundOrganiser("Písecký krtek", "127.0.0.1", port, "1.2")
    until(lambda: own in search.found)
    assert news.wait(30), "the screen is told"
    news.clear()
    announcement.close()
    until(lambda: own not in search.found)
    assert news.wait(30)
    search.close()
