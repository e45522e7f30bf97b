"""Parts of a picture that stay while others change: drawn once, then pasted, as long as what they show is the same.

While a clock runs a picture is composed each second, and while somebody types with each key. The scoresheet beside the
clock and the keys of the keyboard are the same in all of them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Concatenate, ParamSpec, TypeVar

from device.common.i18n import language
from device.graphics.canvas import Canvas
from device.graphics.widgets import Scene

MOST = 32
"""How many parts are kept; each is some ten kilobytes. Of more the one that was not asked for longest goes."""

S = TypeVar("S")
P = ParamSpec("P")

_parts: OrderedDict[Hashable, tuple[object, Scene]] = OrderedDict()


def draw_cached(
    canvas: Canvas, draw: Callable[Concatenate[Canvas, S, P], Any], state: S, *how: P.args, **named: P.kwargs
) -> None:
    """Draw a part by ``draw(canvas, state, *how)``, or paste what that drew of the very same ``state``.

    The look, the language and ``how`` (hashable) have to be equal, too. Nothing else may decide what ``draw`` draws:
    not the time, not what the rules have against an action (`Look.refuses`) nor how far a button is held
    (`Look.holds`). It draws no button with the help beside it. TypeError for keyword arguments.
    """
    if named:
        raise TypeError("a part is drawn from positional arguments only")
    key = draw, id(state), how, canvas.look, language()
    cached = _parts.get(key)
    if cached is None:
        part = canvas.new_part()
        draw(part, state, *how, **named)
        cached = _parts[key] = state, part.scene()  # while the state is kept nothing else can have its id
        if len(_parts) > MOST:
            _parts.popitem(last=False)
    else:
        _parts.move_to_end(key)
    canvas.paste(cached[1])
