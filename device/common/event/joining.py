"""Joining with a short code: table and organiser prove to each other that they know it, and the table gets its ticket.

The code has only some thirty bits, so nobody may get anything from which it could be guessed at leisure. It is the
password of SPAKE2 (RFC 9382's predecessor, the library ``spake2``): whoever does not know it learns nothing but whether
one guess was right, and the organiser counts guesses. The certificate that the table was shown is part of what both
sign, so somebody between the two, with a certificate of their own, is somebody who guesses.

    table                                      organiser
      JoinGreeting(version, message)     ->
                                         <-      JoinChallenge(session, message), or why not
      JoinProof(session, device, proof)  ->
                                         <-      JoinAdmission(proof, code), or why not
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ssl
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError

from device.common.event.messages import Nonce
from device.common.event.ticket import LONGEST
from device.common.version import version
from rules.loading import readable
from rules.message import Refusal, msg

FORMAT = 1
HELLO, PROVE = "/join", "/join/prove"
LARGEST = 4096
"""Bytes of an answer at most."""
PATIENCE_S = 10
WRONG, ENDED, ANOTHER_VERSION, TOO_MANY = 403, 410, 426, 429
"""Statuses of answers: the code is another one; none counts; the other speaks another format; wait."""
WHY_NOT = {
    WRONG: msg("This is not the code; read it again at the organiser's desk."),
    ENDED: msg("This code is no longer valid; ask the organiser for a new one."),
    TOO_MANY: msg("There were too many wrong codes; try again in a minute."),
}

Message = Annotated[bytes, Meta(min_length=33, max_length=33)]
Proof = Annotated[bytes, Meta(min_length=32, max_length=32)]


class JoinFormat(msgspec.Struct, frozen=True, kw_only=True):
    """What both say first: the format of the rest, and the version of the program that speaks."""

    format: int = FORMAT
    version: Annotated[str, Meta(max_length=40)] = ""


class JoinGreeting(JoinFormat, frozen=True, kw_only=True):
    """The table's half of the exchange."""

    message: Message


class JoinChallenge(JoinFormat, frozen=True, kw_only=True):
    """The organiser's half; ``session`` names this attempt."""

    session: Annotated[str, Meta(max_length=32)]
    message: Message


class JoinProof(msgspec.Struct, frozen=True, kw_only=True):
    """That the table knows the code. ``device`` is its own id, as in its state."""

    session: Annotated[str, Meta(max_length=32)]
    device: Nonce
    proof: Proof


class JoinAdmission(msgspec.Struct, frozen=True, kw_only=True):
    """That the organiser knows it, and the table's own code, as it would have been typed from a card."""

    proof: Proof
    code: Annotated[str, Meta(max_length=2 * LONGEST)]


def print_of(certificate: bytes) -> bytes:
    """The hash of a certificate (DER), to which both sides of an exchange are bound."""
    return hashlib.sha256(certificate).digest()


class CodeExchange:
    """One side of one exchange over ``code``; ``bound_to`` is the hash of the organiser's certificate."""

    def __init__(self, code: str, bound_to: bytes, *, at_table: bool) -> None:
        side = SPAKE2_A if at_table else SPAKE2_B
        self._side = side(code.encode("ascii"), idA=b"dvojtah table", idB=b"dvojtah organiser " + bound_to)
        self.message: bytes = self._side.start()
        self._key = b""

    def take(self, message: bytes) -> None:
        """The other side's message. Raises ValueError where it is none."""
        try:
            self._key = self._side.finish(message)
        except (SPAKEError, AssertionError) as error:
            raise ValueError("no message of an exchange") from error

    def proof(self, of: str) -> bytes:
        """What ``of`` (``"table"``, ``"organiser"``) shows the other side, once that one's message is here."""
        return hmac.digest(self._key, of.encode("ascii"), "sha256")

    def is_right(self, of: str, proof: bytes) -> bool:
        """Whether the other side knows the code, too."""
        return hmac.compare_digest(self.proof(of), proof)


def join_with(host: str, port: int, code: str, device: str) -> str:
    """Ask the organiser at that address for this table's ticket; the long code that carries it. Raises `Refusal`.

    Takes seconds where nobody answers: for a thread of its own.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the exchange says whose certificate it is
    line = http.client.HTTPSConnection(host, port, timeout=PATIENCE_S, context=context)
    try:
        line.connect()
        line.auto_open = 0  # on another connection it might be somebody else's certificate
        shown = line.sock.getpeercert(binary_form=True) or b""
        exchange = CodeExchange(code, print_of(shown), at_table=True)
        hello = _ask(line, HELLO, JoinGreeting(version=version(), message=exchange.message), JoinChallenge)
        exchange.take(hello.message)
        proof = JoinProof(session=hello.session, device=device, proof=exchange.proof("table"))
        admission = _ask(line, PROVE, proof, JoinAdmission)
    except (OSError, http.client.HTTPException):
        raise Refusal(
            "", "{host} does not answer. Is it in this network, and does its desk show a code?", host=host
        ) from None
    except (msgspec.MsgspecError, ValueError):
        raise Refusal("", "{host} answers, but it is not an organiser.", host=host) from None
    finally:
        line.close()
    if not exchange.is_right("organiser", admission.proof):
        raise Refusal("", "Somebody answers in the organiser's place; tell the organiser.")
    return admission.code


T = TypeVar("T")


def _ask(line: http.client.HTTPSConnection, path: str, content: Any, answer: type[T]) -> T:
    line.request("POST", path, msgspec.msgpack.encode(content))
    response = line.getresponse()
    body = response.read(LARGEST)
    if response.status == 200:
        return msgspec.msgpack.decode(body, type=readable(answer))
    if response.status == ANOTHER_VERSION:
        theirs = msgspec.msgpack.decode(body, type=readable(JoinFormat)).version
        text = msg(
            "The organiser has version {theirs}, this table {own}; join with the long code from the card.",
            theirs=theirs,
            own=version(),
        )
        raise Refusal("", text)
    if response.status in WHY_NOT:
        raise Refusal("", WHY_NOT[response.status])
    raise ValueError(response.status)
