"""The line to the server: no socket gets through, the server hangs, has much to do, or lets nobody in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.playground import PHONE, WIDE, Playground

Make = Callable[..., Playground]

# Sockets that the test has in hand. "refused": a moment after they were wanted, as by a proxy that knows no
# upgrade; "hanging" in connecting, with a `close` that is never heard of; else real ones, which while the way
# is "deaf" send nothing on.
SOCKETS = """
window.sockets = 0;
window.asked = [];
window.way = "%s";
const Real = WebSocket;
window.WebSocket = class {
  constructor(address) {
    sockets++;
    const none = { send() {}, close() {} };
    if (way === "hanging") return none;
    if (way === "refused") {
      setTimeout(() => none.onclose?.({}));
      return none;
    }
    const socket = new Real(address);
    const send = socket.send.bind(socket);
    socket.send = (data) => { if (way === "deaf") asked.push(JSON.parse(data)); else send(data); };
    return (window.channel = socket);
  }
};
window.tell = (message) => {
  const data = JSON.stringify({ id: asked.at(-1).id, ...message });
  channel.dispatchEvent(new MessageEvent("message", { data }));
};
"""
REFUSED, HANGING, REAL = (SOCKETS % way for way in ("refused", "hanging", "real"))
SLOW = "Live channel blocked: answers come more slowly"
WAITING = """
way = "deaf";
window.before = 3;
setInterval(() => { if (asked.length) tell({ type: "waiting", before }); }, 500);
"""
ERROR: dict[str, Any] = {"hint": "And that is why.", "span": None, "line": None, "column": None, "fixes": []}


def goes_on(playground: Playground) -> None:
    """Text and sliders work, and the page says how."""
    playground.becomes(lambda: playground.values()["(a + b) * c"], "-10")
    expect(playground.at("connection")).to_have_text(SLOW)
    playground.at("slider-a").focus()
    playground.page.keyboard.press("End")
    playground.becomes(lambda: float(playground.values()["a"]) > 3, True)
    a = float(playground.values()["a"])
    playground.becomes(lambda: playground.values()["(a + b) * c"], f"{(a - 3) * 10:g}")
    playground.becomes(lambda: playground.grads()["c"], f"{a - 3:g}")


def connected(playground: Playground) -> None:
    playground.becomes(lambda: playground.page.evaluate("window.backpulse.state().connection"), "open")
    playground.becomes(lambda: len(playground.nodes()), 5)


def test_text_and_sliders_work_where_sockets_are_refused(make: Make) -> None:
    for viewport in (WIDE, PHONE):
        goes_on(make(viewport, script=REFUSED))


def test_text_and_sliders_work_where_a_socket_hangs(make: Make) -> None:
    playground = make(script=HANGING)
    goes_on(playground)
    # The values of `a` and `b` are kept, and are no leaves of this text.
    playground.write("x * c")
    playground.becomes(lambda: playground.values().get("x * c"), "20")
    assert playground.page.evaluate("sockets") == 1


def test_a_socket_that_gets_through_again_takes_over(make: Make) -> None:
    playground = make(script=REFUSED)
    expect(playground.at("connection")).to_have_text(SLOW)
    playground.page.evaluate("way = 'real'; dispatchEvent(new Event('online'))")
    expect(playground.at("connection")).to_have_count(0)
    connected(playground)
    playground.write("a * a")
    playground.becomes(lambda: playground.values().get("a * a"), "4")


def test_a_long_answer_says_its_place_and_that_it_is_computed(make: Make) -> None:
    for viewport in (WIDE, PHONE):
        takes_long(make(viewport, script=REAL), phone=viewport == PHONE)


def takes_long(playground: Playground, phone: bool) -> None:
    page, line = playground.page, playground.at("connection")
    connected(playground)
    page.evaluate(WAITING)
    if phone:
        playground.at("tab-text").click()
    playground.write("a * a")
    expect(line).to_have_text("3 questions before yours")
    page.evaluate("before = 0")
    expect(line).to_have_text("Computing …")
    # A newer text does not wait for the older one's answer.
    playground.write("a * b")
    playground.becomes(lambda: page.evaluate("asked.map(({ source }) => source)"), ["a * a", "a * b"])
    error = {"code": "too-slow", "message": "It takes too long", **ERROR}
    page.evaluate("tell", {"type": "error", "error": error})
    expect(line).to_have_count(0)
    expect(playground.at("error")).to_contain_text("It takes too long")


def test_a_server_that_hangs_is_noticed_and_asked_again(make: Make) -> None:
    playground = make(script=REAL)
    connected(playground)
    playground.page.evaluate("way = 'deaf'")
    playground.write("a * a")
    playground.becomes(lambda: playground.page.evaluate("asked.length"), 1)
    playground.page.evaluate("way = 'real'")
    playground.becomes(lambda: playground.values().get("a * a"), "4")
    assert playground.page.evaluate("[asked.length, sockets]") == [1, 2]


def test_why_the_server_lets_nobody_in_is_said(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.add_init_script(REFUSED)
    playground = Playground(page).open(address)
    expect(playground.at("connection")).to_have_text(SLOW)
    error = {"code": "no-token", "message": "The address lacks its token", **ERROR}
    no = json.dumps({"error": error})
    page.route("**/api/*", lambda route: route.fulfill(status=403, content_type="application/json", body=no))
    playground.write("a * a")
    expect(playground.at("connection")).to_have_text("The address lacks its token. And that is why.")
    page.unroute("**/api/*")
    expect(playground.at("connection")).to_have_text(SLOW)
    playground.becomes(lambda: playground.values().get("a * a"), "4")
    context.close()
