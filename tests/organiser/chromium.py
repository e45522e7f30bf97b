"""A real browser for tests: Debian's chromium, spoken to over a pipe in its own debugging protocol."""

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws every page, one after another: to start one for each takes longer than to load the page.
    "--disable-features=BackForwardCache,SpareRendererForSitePerProcess",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

SIZE = "[innerWidth, innerHeight]"


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Chromium:
    """The program. ``folder`` is an empty one for its profile; pages are made in it as `Browser`.

    A page with a context of its own is a process, so one that was left empty is used again.
    """

    def __init__(self, folder: Path, *flags: str) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        lifted: list[int] = []

        def pipes() -> None:
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        # The numbers 3 and 4 are fixed by the protocol: the pipes get others that are free, out of their way.
        for end in (theirs_in, theirs_out):
            lifted.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
            os.close(end)
        theirs_in, theirs_out = lifted
        self._process = subprocess.Popen(
            [chromium() or "chromium", *FLAGS, *flags, f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=pipes,  # noqa: PLW1509 - the pipes need their numbers before the program starts
            pass_fds=(3, 4),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(folder)},
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out, self._rest, self._next = ours_in, ours_out, b"", 0
        self.heard: dict[str, list[dict[str, Any]]] = {}
        """The events of each session that is listened to."""
        self._empty: list[tuple[str, str]] = []
        self.leaving: set[str] = set()
        """Sessions whose page may ask whether to leave it, as a button does with presses on their way: yes."""
        self.usual_size: list[int] = []
        """How wide and high a page is that nobody has sized."""

    def taken(self) -> tuple[str, str]:
        """An empty page, and the context that is its own."""
        if self._empty:
            return self._empty.pop()
        context = self.send("Target.createBrowserContext")["browserContextId"]
        return self.send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"], context

    def left(self, page: str, context: str) -> None:
        """A page that is empty again."""
        self._empty.append((page, context))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def send(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        number = self._write(method, session, **params)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for answer in self.pump(1):
                if answer.get("id") == number:
                    assert "error" not in answer, answer["error"]
                    result: dict[str, Any] = answer["result"]
                    return result
        raise AssertionError(f"the browser does not answer {method}")

    def _write(self, method: str, session: str | None = None, **params: Any) -> int:
        self._next += 1
        request: dict[str, Any] = {"id": self._next, "method": method, "params": params}
        if session:
            request["sessionId"] = session
        os.write(self._out, json.dumps(request).encode() + b"\0")
        return self._next

    def pump(self, seconds: float) -> list[dict[str, Any]]:
        """What the browser said by now; events of the sessions are kept."""
        if not select.select([self._in], [], [], seconds)[0]:
            return []
        got = os.read(self._in, 1 << 20)
        assert got, "the browser is gone"
        *whole, self._rest = (self._rest + got).split(b"\0")
        messages = [json.loads(part) for part in whole]
        for message in messages:
            if "method" in message and (events := self.heard.get(message.get("sessionId", ""))) is not None:
                events.append(message)
            if message.get("method") == "Page.javascriptDialogOpening" and message["sessionId"] in self.leaving:
                self._write("Page.handleJavaScriptDialog", message["sessionId"], accept=True)
        return messages

    def close(self) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self.send("Browser.close")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=60)
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)


class Browser:
    """One page with cookies, storage and cache of its own, as in a browser that has just been installed."""

    def __init__(self, program: Chromium) -> None:
        self.program = program
        self._page, self._context = program.taken()
        self._session = program.send("Target.attachToTarget", targetId=self._page, flatten=True)["sessionId"]
        self._origins: set[str] = set()
        self.events = program.heard[self._session] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.bringToFront")
        program.usual_size = program.usual_size or self.read(SIZE)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self.program.send(method, self._session, **params)

    def size(self, width: int, height: int, mobile: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def open(self, url: str) -> None:
        self.events.clear()
        self._origins.add("/".join(url.split("/")[:3]))
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def read(self, expression: str) -> Any:
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = 20) -> Any:
        """The expression's value once it is true. AssertionError where it does not become so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(AssertionError):  # a page that is being replaced
                if value := self.read(expression):
                    return value
            self.program.pump(0.05)
        raise AssertionError(f"never true: {expression}\n{self.read('document.body.innerText')[:3000]}")

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    @property
    def complaints(self) -> list[str]:
        """What the page's console and its policy complained about."""
        complaints = []
        for event in self.events:
            params = event.get("params", {})
            if event["method"] == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                complaints.append(params["entry"]["text"])
            elif event["method"] == "Runtime.exceptionThrown":
                complaints.append(str(params["exceptionDetails"])[:300])
        return complaints

    def close(self) -> None:
        """Leave the page as it was found: empty, without cookies, storage, cache, history, and of its usual size."""
        self.program.heard.pop(self._session, None)
        if not self.program.running:
            return
        self.program.leaving.add(self._session)
        try:
            # The page keeps what its session stored, and may hear of the clearing below only after it is used again.
            self.read("try { sessionStorage.clear() } catch {}")
            self.call("Page.navigate", url="about:blank")
            self.wait("location.href === 'about:blank' && document.readyState === 'complete'")
            for origin in self._origins:
                self.call("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
            self.call("Network.clearBrowserCache")
            self.call("Page.resetNavigationHistory")
            self.call("Emulation.clearDeviceMetricsOverride")  # detaching alone may leave the size
            self.wait(f"{SIZE}.join() === '{','.join(map(str, self.program.usual_size))}'", 2)
            self.program.send("Target.detachFromTarget", sessionId=self._session)  # and with it what was set for it
        except AssertionError:  # a page that does not answer any more goes with all that is its own
            self.program.send("Target.disposeBrowserContext", browserContextId=self._context)
        else:
            self.program.left(self._page, self._context)
        finally:
            self.program.leaving.discard(self._session)
