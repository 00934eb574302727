"""What the page gives away: each text format, the picture, and the video of the pulse."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Download, expect
from tests.browser.playground import PHONE, TINY, WIDE, Playground

Make = Callable[..., Playground]

BEGINNINGS = {
    "svg": "<svg ",
    "dot": "digraph ",
    "mermaid": "flowchart ",
    "markdown": "```python\n(a + b) * c\n```",
    "latex": "% (a + b) * c\n\\documentclass",
    "csv": "pass,step,node,",
    "json": '{"source":',
    **dict.fromkeys(("python", "micrograd", "torch", "straight"), "# (a + b) * c\n"),
}
"""How the file of each format begins."""

_DECODE_IMAGE = """async (encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return { width, height, colours: colours.size, corner: [...data.slice(0, 4)] };
}"""

_DECODE_VIDEO = """async (encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  await new Promise((good, bad) => {
    video.onloadeddata = good;
    video.onerror = () => bad(video.error.message);
  });
  const { duration, videoWidth: width, videoHeight: height } = video;
  const pen = Object.assign(document.createElement("canvas"), { width, height })
    .getContext("2d", { willReadFrequently: true });
  const shots = [];
  // Played through from its start, slowly.
  video.currentTime = 0;
  video.playbackRate = 0.25;
  await video.play();
  for (const part of [0.02, 0.35, 0.5, 0.65, 0.98]) {
    while (!video.ended && video.currentTime < part * duration)
      await new Promise((good) => setTimeout(good, 10));
    pen.drawImage(video, 0, 0);
    shots.push(pen.getImageData(0, 0, width, height).data);
  }
  // How many pixels two shots differ in by more than encoding alone does.
  const apart = (a, b) => {
    let n = 0;
    for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 2] - b[i + 2]) > 60) n++;
    return n;
  };
  return { duration, width, height, apart: shots.slice(1).map((shot, i) => apart(shots[i], shot)) };
}"""

_AS_IT_STANDS = """() => {
  const { t, playing, direction, stage } = window.backpulse.state();
  return JSON.stringify([t, playing, direction, stage, window.backpulse.boxes()]);
}"""


def opened(playground: Playground) -> Playground:
    playground.at("export").click()
    expect(playground.at("download-json")).to_be_visible()
    return playground


def read(download: Download) -> bytes:
    return Path(download.path()).read_bytes()


def saved(playground: Playground, button: str, patience: float = 60) -> Download:
    with playground.page.expect_download(timeout=1000 * patience) as download:
        playground.at(button).click()
    return download.value


def decoded(playground: Playground, script: str, made: bytes) -> Any:
    return playground.page.evaluate(script, base64.b64encode(made).decode())


def test_every_format_of_the_server_is_in_the_menu_and_comes_as_its_file(playground: Playground) -> None:
    opened(playground)
    table = playground.page.evaluate("fetch('api/exports').then((answer) => answer.json())")
    assert {row["format"] for row in table} == set(BEGINNINGS)
    assert playground.at("export-dialog").locator("[data-testid^='copy-']").count() == len(BEGINNINGS)
    for row in table:
        download = saved(playground, f"download-{row['format']}")
        assert download.suggested_filename == f"backpulse.{row['extension']}"
        assert read(download).decode().startswith(BEGINNINGS[row["format"]]), row
        expect(playground.at("export-status")).to_have_text(f"{row['name']} downloaded")


def test_a_file_holds_the_text_the_leaves_and_the_toggle_as_they_are_now(playground: Playground) -> None:
    playground.write("a - b")
    playground.at("toggle-expand").check(force=True)
    playground.at("value-a").fill("7")
    playground.at("value-a").press("Enter")
    playground.becomes(lambda: playground.values()["a"], "7")
    trace = json.loads(read(saved(opened(playground), "download-json")))
    assert trace["source"] == "a - b"
    by_label = {node["label"]: trace["values"][node["id"]] for node in trace["graph"]["nodes"]}
    assert by_label["a"] == 7
    assert len(by_label) == len(playground.nodes()) == 5


def test_what_is_copied_is_what_would_be_saved(make: Make) -> None:
    playground = opened(make(permissions=["clipboard-read", "clipboard-write"]))
    file = read(saved(playground, "download-mermaid")).decode()
    playground.at("copy-mermaid").click()
    expect(playground.at("export-status")).to_have_text("Mermaid copied")
    assert playground.page.evaluate("navigator.clipboard.readText()") == file


def test_a_page_without_a_clipboard_copies_too(make: Make) -> None:
    """As one that is served over plain HTTP to another machine."""
    script = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
    playground = opened(make(script=script))
    copied = "addEventListener('copy', () => { window.copied = document.activeElement.value; })"
    playground.page.evaluate(f"() => {{ {copied} }}")
    playground.at("copy-dot").click()
    expect(playground.at("export-status")).to_have_text("Graphviz DOT copied")
    assert playground.page.evaluate("window.copied").startswith("digraph ")
    expect(playground.at("copy-dot")).to_be_focused()


def test_what_cannot_be_written_is_refused_with_the_servers_sentence(browser: Browser, address: str) -> None:
    """In a context of its own: the browser itself logs an answer 422."""
    page = browser.new_page()
    playground = Playground(page).open(address)
    playground.write("(a + b")
    expect(playground.at("error")).to_be_visible()
    opened(playground)
    assert playground.at("export-png").count() == 0
    expect(playground.at("export-dialog")).to_contain_text("The picture is not that of the text now")
    with playground.page.expect_response("**/api/export") as answer:
        playground.at("download-micrograd").click()
    said = answer.value.json()["error"]
    expect(playground.at("export-error")).to_contain_text(said["message"].replace("`", ""))
    expect(playground.at("export-error")).to_contain_text(said["hint"].replace("`", ""))
    expect(playground.at("export-error")).to_be_in_viewport()
    page.close()


def test_the_menu_is_worked_by_keys_and_time_stands_meanwhile(playground: Playground) -> None:
    page = playground.page
    playground.at("direction-backward").click()
    playground.at("export").focus()
    page.keyboard.press("Enter")
    expect(playground.at("download-json")).to_be_visible()
    assert page.evaluate("window.backpulse.state().playing") == "no"
    t = page.evaluate("window.backpulse.state().t")
    assert page.get_by_role("dialog", name="Export").count() == 1
    page.keyboard.press("Tab")
    expect(playground.at("export-transparent")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert page.evaluate("window.backpulse.state().t") == t
    for button in page.locator("dialog[open] button").all():
        assert button.get_attribute("aria-label") or button.inner_text().strip()
    page.keyboard.press("Escape")
    expect(playground.at("export-dialog")).to_be_hidden()
    expect(playground.at("export")).to_be_focused()
    playground.becomes(lambda: page.evaluate("window.backpulse.state().t") > t, True)


def test_nothing_in_the_menu_is_cut_off(make: Make) -> None:
    cut = """() => [...document.querySelectorAll('.export .thing, .export button')]
        .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent)"""
    # What style sheets know of the window comes with the next frame.
    narrow = "document.documentElement.classList.contains('narrow')"
    playground = opened(make())
    for viewport in (WIDE, PHONE, TINY):
        playground.page.set_viewport_size(viewport)
        playground.becomes(lambda: playground.page.evaluate(narrow), viewport["width"] <= 700)
        box = playground.at("export-dialog").bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        assert box["y"] + box["height"] <= viewport["height"]
        assert playground.page.evaluate(cut) == []
        playground.at("download-straight").scroll_into_view_if_needed()
        expect(playground.at("download-straight")).to_be_in_viewport()


def test_the_image_is_the_picture_at_twice_its_size(playground: Playground) -> None:
    playground.at("timeline").fill("2.45")
    playground.rest()
    before = playground.page.evaluate(_AS_IT_STANDS)
    stage = playground.page.evaluate("window.backpulse.state().stage")
    opened(playground)
    opaque = decoded(playground, _DECODE_IMAGE, read(saved(playground, "export-png")))
    assert (opaque["width"], opaque["height"]) == (2 * stage["width"], 2 * stage["height"])
    assert opaque["colours"] > 500
    assert opaque["corner"][3] == 255
    playground.at("export-transparent").check(force=True)
    clear = decoded(playground, _DECODE_IMAGE, read(saved(playground, "export-png")))
    assert (clear["width"], clear["height"]) == (opaque["width"], opaque["height"])
    assert clear["corner"][3] == 0
    assert clear["colours"] > 500
    playground.page.keyboard.press("Escape")
    assert playground.page.evaluate(_AS_IT_STANDS) == before


def test_the_image_is_seen_from_where_the_person_has_turned_it(playground: Playground) -> None:
    """Two images from two places differ, and the second is again what the page shows."""
    page = playground.page
    first = read(saved(opened(playground), "export-png"))
    page.keyboard.press("Escape")
    page.mouse.move(620, 300)
    page.mouse.down()
    page.mouse.move(720, 330, steps=4)
    page.mouse.up()
    playground.rest()
    boxes = page.evaluate("window.backpulse.boxes()")
    second = read(saved(opened(playground), "export-png"))
    assert first != second
    page.keyboard.press("Escape")
    assert page.evaluate("window.backpulse.boxes()") == boxes


def short(playground: Playground) -> Playground:
    """Ready to film as little as there can be: one op, quickly."""
    playground.write("relu(a)")
    playground.becomes(lambda: set(playground.values()), {"a", "relu(a)"})
    playground.at("speed").select_option("4")
    playground.at("timeline").fill("1.5")
    playground.rest()
    opened(playground).at("export-backward").click()
    return playground


def filmed(playground: Playground) -> dict[str, Any]:
    """The video, and that its making was told and left the page as it was."""
    before = playground.page.evaluate(_AS_IT_STANDS)
    playground.page.evaluate(
        """() => { window.told = new Set(); setInterval(() => {
            const bar = document.querySelector("[data-testid=export-progress]");
            if (bar) window.told.add(bar.value);
        }, 20); }"""
    )
    made = read(saved(playground, "export-webm", patience=240))
    told = playground.page.evaluate("[...window.told]")
    assert len(told) >= 3
    assert told == sorted(told)
    expect(playground.at("export-status")).to_have_text("Video downloaded")
    assert playground.page.evaluate(_AS_IT_STANDS) == before
    video: dict[str, Any] = decoded(playground, _DECODE_VIDEO, made)
    return video


def test_the_video_shows_the_pulse(playground: Playground) -> None:
    video = filmed(short(playground))
    assert (video["width"], video["height"]) == (1280, 720)
    # Two steps and the rests before and after them, at four times the speed.
    assert abs(video["duration"] - (500 + 2 * 1120 + 1300) / 4000) < 0.1
    assert all(apart > 300 for apart in video["apart"][:-1]), video


def test_a_video_given_up_leaves_no_file_and_the_page_as_it_was(playground: Playground) -> None:
    page = short(playground).page
    before = page.evaluate(_AS_IT_STANDS)
    downloads: list[Download] = []
    page.on("download", lambda download: downloads.append(download))  # noqa: PLW0108  (a built-in takes no mark)
    playground.at("export-webm").click()
    expect(playground.at("export-progress")).to_be_visible()
    expect(playground.at("export-status")).to_contain_text("Making the video")
    expect(playground.at("export-webm")).to_have_text("Cancel")
    page.keyboard.press("Escape")
    expect(playground.at("export-progress")).to_be_hidden()
    expect(playground.at("export-dialog")).to_be_visible()
    expect(playground.at("export-status")).to_have_text("Video cancelled")
    assert page.evaluate(_AS_IT_STANDS) == before
    playground.rest()
    assert downloads == []


def test_a_browser_that_cannot_encode_says_so(playground: Playground) -> None:
    playground.page.evaluate("delete window.VideoEncoder")
    opened(playground).at("export-webm").click()
    expect(playground.page.get_by_text("This browser cannot encode a video here.")).to_be_visible()
    expect(playground.at("export-webm")).to_be_enabled()
