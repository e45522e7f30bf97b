"""Who performs an action: the class that has a method marked with it.

What a button carries, what a screen answers and what comes in are plain values. A method says with `performs` which of
them it does; that is the one place where an action is written down beside its own type. Whoever gets a value that is
not its own passes it on: what is touched goes from `device.kiosk.dispatcher.InputDispatcher` to the controller that
shows, and from there to the host. Each looks once into a table, which is made with its class.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, ClassVar, TypeVar, overload

from device.graphics.actions import Command

P = TypeVar("P")
A = TypeVar("A")
M = TypeVar("M", bound=Callable[..., None])
Kind = Command | type[Any]
"""A command, or the type of an action that carries something."""

_MARKS: dict[Any, tuple[Kind, ...]] = {}
"""Of each marked method what it performs."""


@overload
def performs(kind: Command, /) -> Callable[[Callable[[P], None]], Callable[[P], None]]: ...
@overload
def performs(kind: type[A], /) -> Callable[[Callable[[P, A], None]], Callable[[P, A], None]]: ...
@overload
def performs(kind: type[Any], other: type[Any], /, *more: type[Any]) -> Callable[[M], M]: ...
def performs(*kinds: Kind) -> Callable[[M], M]:
    """Mark a method: it performs that command, or actions of that type and of those derived from it.

    A subclass that has a method of the same name performs them with that, marked or not.
    """

    def mark(method: M) -> M:
        _MARKS[method] = kinds
        return method

    return mark


class Performer:
    """Performs the actions that its methods are marked with, and those that its base classes perform."""

    _handlers: ClassVar[dict[Kind, Callable[..., None] | None]] = {}
    """By what is performed the method that does it; None: it is passed on."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        names: dict[Kind, str] = {}
        methods: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, FunctionType):
                    methods[name] = value
                    names |= dict.fromkeys(_MARKS.get(value, ()), name)
        cls._handlers = {key: methods[name] for key, name in names.items()}

    def perform(self, action: Any) -> None:
        """Do it, or pass it on. Raises `rules.message.Refusal`, and TypeError where nobody performs it."""
        key = action if isinstance(action, Command) else type(action)
        try:
            handler = self._handlers[key]
        except KeyError:
            handler = self._inherited(key)
        if handler is None:
            self.pass_on(action)
        elif key is action:
            handler(self)
        else:
            handler(self, action)

    def pass_on(self, action: Any) -> None:
        """What another performs. Raises TypeError where nobody does."""
        raise TypeError(f"nobody performs {action!r}")

    @classmethod
    def _inherited(cls, key: Kind) -> Callable[..., None] | None:
        """The handler of the nearest type from which ``key`` is derived, found once for each type."""
        bases = key.__mro__ if isinstance(key, type) else ()
        cls._handlers[key] = handler = next((cls._handlers[base] for base in bases if base in cls._handlers), None)
        return handler
