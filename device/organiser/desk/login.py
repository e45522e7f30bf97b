"""Who may come in at the desk and stays in: the organiser's password, sessions, and how often somebody may try."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.files.atomic_write import OWNER
from device.common.files.small_file import SmallFile, decoder
from device.common.web.connections import network
from device.common.web.guesses import GuessLimiter
from device.organiser.desk.desk_accounts import LONGEST, DeskAccounts
from device.organiser.desk.passwords import is_password
from rules.people import same_spelling

GUESSES = 10
"""Wrong passwords of one address in `PATIENCE_S`, beyond which it has to wait."""
PATIENCE_S = 60.0
NAME_GUESSES, NAME_PATIENCE_S = 30, 600.0
"""Wrong passwords for one name in so many seconds, wherever they come from, beyond which it has to wait."""
NAMES = 20_000
"""Names that nobody has of which guesses are remembered: more than passwords can be tried in `NAME_PATIENCE_S`, so that
no flood of names makes one forgotten sooner than an account's."""
KNOWN = 256
"""Addresses that are known: those from which somebody came in last. None waits for what others guess at a name, and
their passwords are tried first."""
BROWSERS = 64
"""Browsers that may be inside at a time; of the account that has most, the one that came in first has to come again."""
STAY_S = 24 * 3600
"""Seconds after which a browser has to come in again."""
DESK_SESSIONS = "desk-sessions"
"""The file in the store's folder that says which browsers are inside, for its owner alone."""
_SEAL_N = 14
"""scrypt's cost of the key that seals the file: 2 to that power blocks of 1 KiB, some hundredths of a second."""
KEY = 16
"""Characters of a session's digest by which forms name it."""


Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class DeskSession(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose browser is inside: the key of its account (empty: the organiser's password), which browser, from where."""

    account: Annotated[str, Meta(max_length=80)] = ""
    device: Annotated[str, Meta(max_length=40)] = ""
    address: Annotated[str, Meta(max_length=50)] = ""


class _Sessions(msgspec.Struct, frozen=True, omit_defaults=True):
    """Browsers that are inside: the digest of each one's word, and since when (seconds of the wall clock).

    Files of 0.3 have no ``who``: all of them came with the organiser's password.
    """

    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    since: Annotated[dict[Digest, float], Meta(max_length=BROWSERS)]
    seal: Digest
    who: Annotated[dict[Digest, DeskSession], Meta(max_length=BROWSERS)] = {}


class SessionFile:
    """Which browsers are inside, kept over a restart of the program in the folder of the store.

    It has no word with which somebody could come in, and is sealed: with another ``seal``, which goes with the
    password, nobody is in. ``earlier`` is one that counts for reading, too.
    """

    def __init__(self, folder: Path, seal: str, wall: Callable[[], float] = time.time, earlier: str = "") -> None:
        self._file = SmallFile(folder / DESK_SESSIONS, decoder(_Sessions), mode=OWNER, largest=64 * 1024)
        self._wall = wall
        self._salt = secrets.token_hex(16)
        self._seals = (seal, earlier) if earlier else (seal,)
        self._key = self._key_of(seal, self._salt)

    def load(self) -> dict[str, tuple[float, DeskSession]]:
        """How many seconds each browser has been inside and whose it is, by its word's digest, the longest first."""
        self._file.mend()
        sessions = self._file.read_or_none()
        if sessions is None or not any(
            hmac.compare_digest(
                sessions.seal, self._seal(self._key_of(seal, sessions.salt), sessions.since, sessions.who)
            )
            for seal in self._seals
        ):
            return {}
        now, nobody = self._wall(), DeskSession()
        ages = {word: (max(0.0, now - since), sessions.who.get(word, nobody)) for word, since in sessions.since.items()}
        return dict(sorted(ages.items(), key=lambda item: -item[1][0]))

    def replace(self, inside: Mapping[str, tuple[float, DeskSession]]) -> None:
        """Keep who is inside, as `load` gives it; where that cannot be written they come in again after a restart."""
        now = self._wall()
        since = {word: now - age for word, (age, _) in inside.items()}
        who = {word: session for word, (_, session) in inside.items() if session != DeskSession()}
        content = msgspec.json.encode(_Sessions(self._salt, since, self._seal(self._key, since, who), who))
        with contextlib.suppress(OSError):
            self._file.replace(content)

    @staticmethod
    def _key_of(seal: str, salt: str) -> bytes:
        """Takes some hundredths of a second, so that nobody tries many passwords on the file."""
        return hashlib.scrypt(seal.encode(), salt=bytes.fromhex(salt), n=1 << _SEAL_N, r=8, p=1)

    @staticmethod
    def _seal(key: bytes, since: Mapping[str, float], who: Mapping[str, DeskSession]) -> str:
        sealed = msgspec.json.encode((since, who) if who else since, order="deterministic")
        return hmac.new(key, sealed, hashlib.sha256).hexdigest()


class LoginGuard:
    """Who may come in: who knows the organiser's password, of which ``secret`` is the hash, and the ``accounts``;
    patience with guessers; and who is inside.

    Guesses count for the address that they come from (`network`), so that nobody keeps others out, and for the name,
    whether an account has it or not, except where somebody came in before. ``file`` has who was inside before the
    program was started again. For any thread.
    """

    def __init__(
        self,
        secret: str,
        now: Callable[[], float] = time.monotonic,
        file: SessionFile | None = None,
        accounts: DeskAccounts | None = None,
    ) -> None:
        self._secret, self._now, self._file = secret, now, file
        self.accounts = DeskAccounts(None) if accounts is None else accounts
        sessions = {} if file is None else file.load()
        self._inside = OrderedDict((word, (now() - age, who)) for word, (age, who) in sessions.items() if age < STAY_S)
        """Since when, and whose, by the digest of a browser's word."""
        self._wrong = GuessLimiter(GUESSES, PATIENCE_S, now)
        self._lately = GuessLimiter(NAME_GUESSES, NAME_PATIENCE_S, now)
        self._of_name = GuessLimiter(NAME_GUESSES, NAME_PATIENCE_S, now)
        self._of_nobody = GuessLimiter(NAME_GUESSES, NAME_PATIENCE_S, now, NAMES)
        self._known = OrderedDict((network(who.address), None) for _, who in self._inside.values() if who.address)
        self._right: dict[str, bytes] = {}
        """Of who was right in this run, by account, a keyed digest of what they said: it opens nothing."""
        self._run = secrets.token_bytes(32)
        self._lock = threading.RLock()

    def keeper(self) -> Callable[[], None]:
        """What keeps those who are inside now over a restart of the program; it writes, so not in the server's loop."""
        now, file = self._now(), self._file
        with self._lock:
            ages = {word: (now - since, who) for word, (since, who) in self._inside.items() if now - since < STAY_S}
        return lambda: None if file is None else file.replace(ages)

    # -- coming in -------------------------------------------------------------------------------------------------

    def wait(self, host: str, name: str = "") -> float:
        """Seconds that this address has to wait, with that name; 0 where it may try."""
        with self._lock:
            own = self._wrong.wait(network(host))
            if own or not name or network(host) in self._known:
                return own
            return self._patience_with(name).wait(same_spelling(name))

    def begin(self, host: str, name: str = "") -> None:
        """Somebody tries a password; it counts as wrong until `forgive`, so that many at once are counted, too."""
        with self._lock:
            self._wrong.count(network(host))
            self._lately.count(network(host))
            if name:
                self._patience_with(name).count(same_spelling(name))

    def forgive(self, host: str, name: str = "") -> None:
        """What `begin` counted was right."""
        with self._lock:
            self._wrong.forgive(network(host))
            self._lately.forgive(network(host))
            if name:
                self._patience_with(name).forgive(same_spelling(name))

    def _patience_with(self, name: str) -> GuessLimiter:
        """Names of accounts are counted apart, so that no flood of others pushes them out; else it is alike."""
        return self._of_nobody if self.accounts.of(name) is None else self._of_name

    def rank(self, host: str, name: str, password: str) -> int:
        """In what order a password is tried, the least first: of who is known or was right before 0, of others by how
        often their address was wrong lately."""
        digest = self._digest_of(name, password)
        with self._lock:
            was_right = hmac.compare_digest(self._right.get(same_spelling(name), b""), digest)
            return 0 if was_right or network(host) in self._known else 1 + self._lately.recent(network(host))

    def is_right(self, name: str, password: str) -> bool:
        """Whether somebody of that ``name`` (empty: the organiser) has that password; takes long on purpose."""
        digest = self._digest_of(name, password)
        right = self.accounts.is_right(name, password) if name else is_password(password[:LONGEST], self._secret)
        with self._lock:
            if right:
                self._right[same_spelling(name)] = digest
        return right

    def _digest_of(self, name: str, password: str) -> bytes:
        account = self.accounts.of(name) if name else None
        secret = self._secret if account is None else account.secret
        return hmac.digest(self._run, f"{secret}\0{password[:LONGEST]}".encode("utf-8", "surrogatepass"), "sha256")

    def admit(self, host: str = "", name: str = "", device: str = "") -> str:
        """The word for a browser whose password was right."""
        account, address, word = self.accounts.of(name) if name else None, network(host), secrets.token_urlsafe(24)
        key = "" if account is None else account.key
        with self._lock:
            self._known[address] = None
            self._known.move_to_end(address)
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
            self._inside[_digest(word)] = (self._now(), DeskSession(key[:80], device[:40], host[:50]))
            if len(self._inside) > BROWSERS:
                most = Counter(who.account for _, who in self._inside.values()).most_common(1)[0][0]
                del self._inside[next(cookie for cookie, (_, who) in self._inside.items() if who.account == most)]
        return word

    # -- inside ----------------------------------------------------------------------------------------------------

    def session(self, word: str | None) -> DeskSession | None:
        """Whose browser that is; None where it is not inside."""
        digest = _digest(word or "")
        with self._lock:
            since, who = self._inside.get(digest, (0.0, None))
            if who is None:
                return None
            if self._now() - since > STAY_S or (who.account and self.accounts.of(who.account) is None):
                del self._inside[digest]
                return None
        return who

    def form_word(self, word: str | None) -> str | None:
        """What a form of that browser carries, so that no other site's form does; None where it is not inside."""
        return None if self.session(word) is None else _digest(f"form {word}")[:32]

    def sessions(self) -> list[tuple[str, float, DeskSession]]:
        """Who is inside: each session's key, its age in seconds, and whose it is; the newest first."""
        now = self._now()
        with self._lock:
            sessions = [(cookie[:KEY], now - since, who) for cookie, (since, who) in self._inside.items()]
        return [session for session in reversed(sessions) if session[1] < STAY_S]

    def key_of(self, word: str) -> str:
        """The key of a browser's own session."""
        return _digest(word)[:KEY]

    def end(self, key: str) -> None:
        """The session of that key has to come in again."""
        with self._lock:
            for cookie in [known for known in self._inside if known.startswith(key) and len(key) == KEY]:
                del self._inside[cookie]

    def end_all(self, account: str, but: str = "") -> None:
        """All sessions of an account's name have to come in again, ``but`` the one of that key."""
        with self._lock:
            mine = [cookie for cookie, (_, who) in self._inside.items() if who.account == same_spelling(account)]
            for cookie in mine:
                if cookie[:KEY] != but:
                    del self._inside[cookie]


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "surrogatepass")).hexdigest()


SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")
PROGRAMS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome"))


def device_name(agent: str) -> str:
    """What a browser is called by people, of what it says of itself: Firefox · Android. Empty where it says nothing."""
    program = next((name for mark, name in PROGRAMS if mark in agent), "Safari" if "Safari/" in agent else "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(filter(None, (program, system)))
