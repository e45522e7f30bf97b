"""Templates of pages: everything in them is escaped, nothing may be missing; they speak the language spoken now."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket

from device.common.formats import format_of
from device.common.i18n import language, pgettext, t, tr, wording
from device.common.languages import LANGUAGES
from rules.figures import Signs
from rules.message import msgs


class CompiledTemplates(jinja2.BytecodeCache):
    """What templates were compiled to, kept while the process runs: each is compiled once, in whichever environment.

    It serves environments of the same options alone; a template whose text has changed is compiled anew.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """The code of a template, where its text is still the same."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledTemplates()


def environment(*folders: Path) -> jinja2.Environment:
    """The templates of ``folders``, the first that has one of a name."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        bytecode_cache=COMPILED,
        trim_blocks=False,
    )
    env.globals.update(t=t, tr=tr, pgettext=pgettext, tn=plural)
    env.globals.update(wording=wording, figure_signs=figure_signs, LANGUAGES=LANGUAGES)
    return env


def plural(singular: str, many: str, n: int) -> str:
    """A text whose form a number chooses, in the language spoken now."""
    return tr(msgs(singular, many, n))


def figure_signs() -> Signs:
    """What the language spoken now writes between and before digits, for scripts that write figures themselves."""
    return format_of(language()).signs
