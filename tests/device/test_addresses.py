"""Whatever the code names by its address is there."""

import ast
from pathlib import Path

import pytest

import device
from device.common.address import Address

CODE = Path(device.__file__).parent
NAMED_BY = {"Address", "pdf_format", "csv_format"}


def addresses():
    texts = [path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py"))]
    for text in texts:
        if not any(name in text for name in NAMED_BY):
            continue  # most name nothing; reading all of them as code takes every worker a second
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and node.args and isinstance(where := node.args[0], ast.Constant):
                called = node.func.value if isinstance(node.func, ast.Subscript) else node.func
                if isinstance(called, ast.Name) and called.id in NAMED_BY:
                    yield where.value


@pytest.mark.parametrize("where", sorted(set(addresses())))
def test_an_address_leads_somewhere(where):
    assert Address(where).load() is Address(where).load()


def test_what_is_called_by_its_address_gets_what_it_is_given():
    assert Address("textwrap:shorten")("one two three", width=9, placeholder="…") == "one two…"


@pytest.mark.parametrize("where", ["device.games.nowhere:SPEC", "device.games:NOTHING"])
def test_an_address_that_leads_nowhere_says_so(where):
    with pytest.raises((ImportError, AttributeError)):
        Address(where).load()
