"""PostgreSQL's advisory locks: shared or exclusive, of a transaction or of a session, in the order of asking."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

Key = tuple[int, ...]
"""One number or two: these are different locks, as in PostgreSQL."""


@dataclass(frozen=True, eq=False, slots=True)
class Lock:
    """A lock that somebody has or waits for; ``granted`` is called when he has it."""

    owner: object
    key: Key
    shared: bool
    of_session: bool
    granted: Callable[[], None]

    def conflicts(self, other: Lock) -> bool:
        """True where the two cannot be held at a time."""
        return self.owner is not other.owner and not (self.shared and other.shared)


class AdvisoryLocks:
    """The locks of one database."""

    def __init__(self) -> None:
        self._held: dict[Key, list[Lock]] = {}
        self._waiting: dict[Key, deque[Lock]] = {}

    def ask(self, lock: Lock) -> bool:
        """Take a lock, or stand in line for it; whether it was taken at once.

        Who comes later does not pass by somebody who waits, unless he has the lock already.
        """
        held, waiting = self._held.setdefault(lock.key, []), self._waiting.setdefault(lock.key, deque())
        has_it = any(other.owner is lock.owner for other in held)
        ahead = held if has_it else [*held, *waiting]
        if any(lock.conflicts(other) for other in ahead):
            waiting.append(lock)
            return False
        held.append(lock)
        return True

    def give_up(self, lock: Lock) -> bool:
        """Wait no longer; False where it was granted meanwhile."""
        waiting = self._waiting[lock.key]
        if lock not in waiting:
            return False
        waiting.remove(lock)
        self._grant(lock.key)
        return True

    def release(self, owner: object, key: Key) -> bool:
        """Give one exclusive lock of a session back, once; False where he does not have it."""
        for lock in self._held.get(key, []):
            if lock.owner is owner and lock.of_session and not lock.shared:
                self._held[key].remove(lock)
                self._grant(key)
                return True
        return False

    def release_all(self, owner: object, *, of_session: bool) -> None:
        """Give back what a transaction has, or with ``of_session`` everything, and wait no longer."""
        for key, held in self._held.items():
            locks = [lock for lock in held if lock.owner is not owner or (lock.of_session and not of_session)]
            waiting = deque(lock for lock in self._waiting[key] if lock.owner is not owner)
            if len(locks) != len(held) or len(waiting) != len(self._waiting[key]):
                self._held[key], self._waiting[key] = locks, waiting
                self._grant(key)

    def is_waiting(self, owner: object) -> bool:
        """True while somebody waits for a lock."""
        return any(lock.owner is owner for waiting in self._waiting.values() for lock in waiting)

    def _grant(self, key: Key) -> None:
        waiting = self._waiting[key]
        while waiting and not any(waiting[0].conflicts(other) for other in self._held[key]):
            lock = waiting.popleft()
            self._held[key].append(lock)
            lock.granted()
