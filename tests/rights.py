"""The rights of files for root too, who otherwise reads every file: for tests of files that may not be read."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

_VERSION_3 = 0x20080522
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1 << 1, 1 << 2


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


@contextmanager
def rights_of_files() -> Iterator[None]:
    """This thread, and those that it starts, are bound by the rights of files meanwhile (capabilities(7))."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION_3, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), "capget")
    before = sets[0].effective
    sets[0].effective = before & ~(_DAC_OVERRIDE | _DAC_READ_SEARCH)
    if libc.capset(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), "capset")
    try:
        yield
    finally:
        sets[0].effective = before
        libc.capset(ctypes.byref(header), sets)


def _reaches_checkout() -> bool:
    try:
        with rights_of_files(), open(__file__, "rb"):
            return True
    except PermissionError:
        return False


bound_by_rights = pytest.mark.skipif(
    not _reaches_checkout(), reason="root runs the tests of somebody else who lets nobody into the checkout"
)
"""Marks tests that need `rights_of_files`: the program itself has to be readable with them."""
