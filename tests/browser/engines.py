"""Chromium, Firefox and WebKit behind the same few verbs, for tests that run in each of them.

Playwright drives builds of Firefox and WebKit of its own. For other Firefoxes it needs a command that ESR 153
lacks, and Selenium needs a driver that Debian lacks. So Firefox is driven by WebDriver BiDi, which it speaks
itself, and WebKitGTK by the WebDriver that comes with it. Both are standards of the W3C, and take the same
actions of pointer and keys.
"""

from __future__ import annotations

import base64
import json
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import requests
import simple_websocket
from playwright.sync_api import Browser, Error, Page

from scripts.browser import PROGRAMS
from tests.servers import PATIENCE_S, STOP_WITHIN_S, Server, wait_until

Point = tuple[int, int]

WHERE = """async (css) => {
  for (const one of document.querySelectorAll(css)) {
    if (!one.checkVisibility() || one.disabled) continue;
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const before = one.getBoundingClientRect();
    await new Promise((done) => setTimeout(done, 50));
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (left !== before.left || top !== before.top) return null;
    const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
    const hit = document.elementFromPoint(x, y);
    if (hit && (one.contains(hit) || hit.contains(one))) return [x, y];
  }
  return null;
}"""
"""The middle of the first element that stands still and that a pointer hits there."""
BACKSPACE, LEFT, UP, RIGHT = "\ue003", "\ue012", "\ue013", "\ue014"
"""Keys, as WebDriver spells them."""
KEYS = {BACKSPACE: "Backspace", LEFT: "ArrowLeft", UP: "ArrowUp", RIGHT: "ArrowRight"}
SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "intl.accept_languages": "en",
    "remote.active-protocols": 1,
}
"""Of a new profile of Firefox: it shows nothing beside the page, and speaks WebDriver BiDi."""
NARROW = "* { min-width: 0; padding: 0; margin: 0; }"
"""A style of GTK: the toolbar of MiniBrowser is wider than a phone."""
SCREEN = "1400x1000x24"


class Unanswered(Exception):
    """The page did not return a value: it is being left for another one, or the function has thrown."""


class Window(ABC):
    """A browser window in front of a player. A CSS selector names the first element that matches."""

    version: str

    @abstractmethod
    def evaluates(self, function: str, *args: Any) -> Any:
        """Call a JavaScript function in the page. Return its value, or what its promise becomes.

        Raises Unanswered.
        """

    @abstractmethod
    def opens(self, url: str) -> None:
        """Load an address, and wait until it has loaded."""

    @abstractmethod
    def resizes(self, width: int, height: int) -> None:
        """Give the page this size."""

    @abstractmethod
    def takes_picture(self, path: Path) -> None:
        """Write a PNG of what the window shows."""

    @abstractmethod
    def goes_to_new_tab(self) -> None:
        """Go on in the tab that the page has opened."""

    @abstractmethod
    def closes_tab(self) -> None:
        """Close this tab, and go on in the first one."""

    @abstractmethod
    def _clicks(self, point: Point) -> None: ...

    @abstractmethod
    def _types(self, keys: str) -> None: ...

    def waits(self, function: str, *args: Any) -> Any:
        """Return the first true value of a JavaScript function, on this page or on the next one."""

        def value() -> Any:
            with suppress(Unanswered):
                return self.evaluates(function, *args)

        try:
            return wait_until(value, f"{function} of {args}")
        except AssertionError as error:
            error.add_note(str(self.evaluates("() => `${location.href}\\n${document.body.innerText}`")))
            raise

    def shows(self, css: str, text: str = "") -> None:
        """Wait until an element can be seen that has this text."""
        shown = """(css, text) => [...document.querySelectorAll(css)]
            .some((one) => one.checkVisibility() && one.textContent.includes(text))"""
        self.waits(shown, css, text)

    def presses(self, css: str) -> None:
        """Click in the middle of an element as soon as it stands still, and nothing lies above it."""
        self._clicks(self.waits(WHERE, css))

    def types(self, css: str, keys: str) -> None:
        """Click on an element, and press keys."""
        self.presses(css)
        self._types(keys)


class Chromium(Window):
    """Chromium by Playwright, as in all other tests."""

    def __init__(self, page: Page) -> None:
        self.page = self._first = page
        browser = page.context.browser
        self.version = f"Chromium {browser.version}" if browser else ""

    def evaluates(self, function: str, *args: Any) -> Any:
        try:
            return self.page.evaluate(f"(args) => ({function})(...args)", args)
        except Error as error:
            raise Unanswered(error.message) from error

    def opens(self, url: str) -> None:
        self.page.goto(url)

    def resizes(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def takes_picture(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def goes_to_new_tab(self) -> None:
        wait_until(lambda: self.page.evaluate("1") and len(self.page.context.pages) > 1, "a new tab")
        self.page = self.page.context.pages[-1]

    def closes_tab(self) -> None:
        self.page.close()
        self.page = self._first

    def _clicks(self, point: Point) -> None:
        self.page.mouse.click(*point)

    def _types(self, keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(KEYS.get(key, key))


class _Driven(Window):
    """A browser that takes actions of pointer and keys as WebDriver has them."""

    @abstractmethod
    def _performs(self, *actions: dict[str, Any]) -> None: ...

    def _clicks(self, point: Point) -> None:
        x, y = point
        there = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self._performs({"type": "pointer", "id": "mouse", "actions": [there, down, up]})

    def _types(self, keys: str) -> None:
        strokes = [{"type": f"key{way}", "value": key} for key in keys for way in ("Down", "Up")]
        self._performs({"type": "key", "id": "keys", "actions": strokes})


class _Line(simple_websocket.Client):
    """A websocket that names the port in `Host`: Firefox refuses others, which may come from a web page."""

    def handshake(self) -> None:
        self.host = f"{self.host}:{self.port}"
        super().handshake()


class Firefox(_Driven):
    """Firefox by WebDriver BiDi: https://w3c.github.io/webdriver-bidi/"""

    def __init__(self, url: str) -> None:
        self._line = _Line(f"{url}/session")
        self._asked = 0
        about = self._ask("session.new", capabilities={})["capabilities"]
        self.version = f"Firefox {about['browserVersion']}"
        self._tabs = [self._contexts()[0]]

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            received = self._line.receive(timeout=2 * PATIENCE_S)
            assert received is not None, f"Firefox does not answer {method}"
            answer = json.loads(received)
            if answer.get("id") == self._asked:
                if answer["type"] != "success":
                    raise Unanswered(received)
                return answer["result"]

    def _ask_tab(self, method: str, **params: Any) -> Any:
        return self._ask(method, context=self._tabs[-1], **params)

    def _contexts(self) -> list[str]:
        return [tab["context"] for tab in self._ask("browsingContext.getTree", maxDepth=0)["contexts"]]

    def evaluates(self, function: str, *args: Any) -> Any:
        call = f"async () => JSON.stringify(await ({function})(...{json.dumps(args)})) ?? 'null'"
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=call,
            awaitPromise=True,
            target={"context": self._tabs[-1]},
            userActivation=False,
        )
        if answer["type"] != "success":
            raise Unanswered(answer)
        return json.loads(answer["result"]["value"])

    def opens(self, url: str) -> None:
        self._ask_tab("browsingContext.navigate", url=url, wait="complete")

    def resizes(self, width: int, height: int) -> None:
        self._ask_tab("browsingContext.setViewport", viewport={"width": width, "height": height})

    def takes_picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask_tab("browsingContext.captureScreenshot")["data"]))

    def goes_to_new_tab(self) -> None:
        new = wait_until(lambda: set(self._contexts()) - set(self._tabs), "a new tab")
        self._tabs += new

    def closes_tab(self) -> None:
        self._ask_tab("browsingContext.close")
        self._tabs.pop()

    def _performs(self, *actions: dict[str, Any]) -> None:
        self._ask_tab("input.performActions", actions=actions)

    def ends(self) -> None:
        """Close the browser."""
        with suppress(simple_websocket.ConnectionClosed):
            self._ask("browser.close")


class WebKit(_Driven):
    """WebKitGTK by WebDriver: https://www.w3.org/TR/webdriver2/"""

    def __init__(self, url: str, browser: Path) -> None:
        options = {"binary": str(browser), "args": ["--automation"]}
        self._url = f"{url}/session"
        begun = self._ask("POST", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._url += f"/{begun['sessionId']}"
        self.version = f"WebKitGTK {begun['capabilities']['browserVersion']}"
        self._first = self._ask("GET", "/window")

    def _ask(self, method: str, path: str = "", **body: Any) -> Any:
        json_body = None if method == "GET" else body
        response = requests.request(method, self._url + path, json=json_body, timeout=2 * PATIENCE_S)
        value = response.json()["value"]
        if not response.ok:
            raise Unanswered(value)
        return value

    def evaluates(self, function: str, *args: Any) -> Any:
        call = f"""const [args, done] = [[...arguments].slice(0, -1), [...arguments].at(-1)];
            (async () => ({function})(...args))().then(done, (error) => done({{ thrown: `${{error}}` }}));"""
        value = self._ask("POST", "/execute/async", script=call, args=args)
        if isinstance(value, dict) and "thrown" in value:
            raise Unanswered(value)
        return value

    def opens(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def resizes(self, width: int, height: int) -> None:
        """The window, and once more for its toolbar."""
        self._ask("POST", "/window/rect", width=width, height=height)
        inner = self.evaluates("() => [innerWidth, innerHeight]")
        self._ask("POST", "/window/rect", width=2 * width - inner[0], height=2 * height - inner[1])
        self.waits("(...size) => `${size}` === `${[innerWidth, innerHeight]}`", width, height)

    def takes_picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def goes_to_new_tab(self) -> None:
        tabs = wait_until(lambda: set(self._ask("GET", "/window/handles")) - {self._first}, "a new tab")
        self._ask("POST", "/window", handle=tabs.pop())

    def closes_tab(self) -> None:
        self._ask("DELETE", "/window")
        self._ask("POST", "/window", handle=self._first)

    def _performs(self, *actions: dict[str, Any]) -> None:
        self._ask("POST", "/actions", actions=actions)

    def ends(self) -> None:
        """Close the browser."""
        self._ask("DELETE")


class _Program(Server):
    """A program that opens a port, or writes a file when it is ready."""

    def __init__(self, folder: Path, name: str, is_ready: Callable[[], bool]) -> None:
        super().__init__(folder, name)
        self._folder, self._is_ready = folder, is_ready

    @contextmanager
    def runs(self, *command: str, **environment: str) -> Iterator[None]:
        try:
            self._launch(list(command), self._folder, environment)
            yield
        finally:
            if self.process:
                self.kill()

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return self._is_ready()


@contextmanager
def chromium(browser: Browser) -> Iterator[Window]:
    """Yield a window of the Chromium that runs already, because Playwright starts only once in a process."""
    page = browser.new_page(locale="en")
    yield Chromium(page)
    page.context.close()


@contextmanager
def firefox(folder: Path) -> Iterator[Window]:
    """Yield a window of Firefox, which needs no display."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items())
    (profile / "user.js").write_text("\n".join(lines))
    server = _Program(folder, "firefox", lambda: "WebDriver BiDi listening on" in server.printed())
    address = f"--remote-debugging-port={server.port}"
    with server.runs(
        _installed("firefox"), "--headless", "--profile", f"{profile}", address, HOME=f"{folder}"
    ):
        window = Firefox(f"ws://127.0.0.1:{server.port}")
        yield window
        window.ends()
        assert server.process is not None
        server.process.wait(STOP_WITHIN_S)


@contextmanager
def webkit(folder: Path) -> Iterator[Window]:
    """Yield a window of WebKitGTK's MiniBrowser, on a display in memory."""
    (style := folder / ".config/gtk-3.0/gtk.css").parent.mkdir(parents=True)
    style.write_text(NARROW)
    number = folder / "display"
    display = _Program(folder, "xvfb", lambda: number.exists() and number.read_text().endswith("\n"))
    driver = _Program(folder, "webkit", lambda: _answers(driver.port))
    with display.runs("sh", "-c", f"exec Xvfb -screen 0 {SCREEN} -displayfd 3 3>{number}"):
        shown = {"DISPLAY": f":{number.read_text().strip()}", "HOME": f"{folder}", "LANGUAGE": "en"}
        with driver.runs("WebKitWebDriver", f"--port={driver.port}", **shown):
            window = WebKit(f"http://127.0.0.1:{driver.port}", _mini_browser())
            yield window
            window.ends()


def _answers(port: int) -> bool:
    with suppress(requests.ConnectionError):
        return bool(requests.get(f"http://127.0.0.1:{port}/status", timeout=PATIENCE_S))
    return False


def _mini_browser() -> Path:
    return max(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))


def _installed(engine: str) -> str:
    """Return the path of the first program of an engine that is installed, or nothing."""
    return next(filter(None, map(shutil.which, NEEDED[engine])), "")


NEEDED = {"chromium": PROGRAMS, "firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
"""Programs of each engine; one of them has to be installed."""
OTHERS: dict[str, Callable[[Path], Any]] = {"firefox": firefox, "webkit": webkit}
"""Engines that are started for these tests, each with a folder."""


def missing(engine: str) -> str:
    """Return what has to be installed for an engine, or nothing."""
    programs = [] if _installed(engine) else [NEEDED[engine][0]]
    if engine == "webkit" and not shutil.which("Xvfb"):
        programs.append("Xvfb")
    return " and ".join(programs)
