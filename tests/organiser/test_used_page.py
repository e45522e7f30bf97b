"""A page of the browser that the tests use again is as new."""

from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tests.organiser.chromium import Browser
from tests.organiser.pages import Running

SEEN = "[document.cookie, localStorage.length, sessionStorage.length, history.length, innerWidth]"


def test_a_page_that_is_used_again_knows_nothing_of_the_last_one(chromium_program):
    asked = []

    def hall(request):
        asked.append(request.headers.get("if-none-match"))
        return HTMLResponse("<title>hall</title>", headers={"ETag": '"1"', "Cache-Control": "no-cache"})

    served = Running(Starlette(routes=[Route("/", hall)]))
    pages = []
    for _ in range(2):
        page = Browser(chromium_program)
        page.open(f"http://127.0.0.1:{served.port}/")
        pages.append((page._page, page.read(SEEN)))
        page.read("document.cookie = 'a=1'; localStorage.b = 2; sessionStorage.c = 3")
        page.size(390, 844, mobile=True)
        page.open(f"http://127.0.0.1:{served.port}/")
        assert page.read("[document.cookie, sessionStorage.c, innerWidth]") == ["a=1", "3", 980]
        page.close()
    served.close()
    assert pages[0] == pages[1], "the same page, as new"
    assert asked == [None, '"1"', None, '"1"']
