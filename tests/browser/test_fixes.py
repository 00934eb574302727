"""Fixes of a mistake by one click and by the keyboard; a cell that loops, prints, and has two passes."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.playground import Playground

CELL = """>>> x = Value(3.0)
>>> y = x * 1
>>> for k in range(2):
...     y = y * x
...     print(f"{k}: {y.data}")
>>> y.backward()
>>> z = x * 2
>>> z.backward()
"""


def written(page: Playground) -> str:
    return page.at("source").inner_text().strip()


def test_a_fix_by_one_click(still: Playground) -> None:
    still.write("a = 2.0\nb = 3.0\nc = ab + 1")
    fixes = still.page.get_by_role("group", name="Fixes").get_by_role("button")
    expect(fixes).to_have_text(["Write a * b: the product", "Write ab = 1.0: a name of its own"])
    fixes.nth(0).click()
    expect(still.at("error")).to_have_count(0)
    assert written(still) == "a = 2.0\nb = 3.0\nc = a * b + 1"
    still.becomes(lambda: still.grads().get("b"), "2")
    still.at("source").focus()
    still.page.keyboard.press("ControlOrMeta+z")
    expect(fixes).to_have_count(2)
    assert written(still) == "a = 2.0\nb = 3.0\nc = ab + 1"


def test_a_fix_by_the_keyboard(still: Playground) -> None:
    still.write("2a + b")
    expect(still.page.get_by_role("group", name="Fixes")).to_be_visible()
    still.at("source").focus()
    still.page.keyboard.press("ControlOrMeta+Shift+M")
    panel = still.page.get_by_role("listbox", name="Diagnostics")
    expect(panel).to_contain_text("Write 2 * a")
    still.page.keyboard.press("w")  # underlined in the panel
    expect(still.at("error")).to_have_count(0)
    assert "2 * a + b" in written(still)
    still.becomes(lambda: still.grads().get("a"), "2")


def test_a_cell_that_loops_and_prints_and_has_two_passes(still: Playground) -> None:
    still.write(CELL)
    notes = still.page.get_by_role("region", name="Notes on the text")
    expect(notes).to_contain_text("gradients add up over 2 passes")
    expect(notes).to_contain_text("0: 9.0")
    expect(notes).to_contain_text("1: 27.0")
    still.becomes(lambda: still.grads().get("x"), "29")
