"""Dark or light, as asked or else as the person's Jupyter is set; and the style sheet of the scene's frame.

A kernel is not told the theme of the front end, which may even change. So the scene and everything around it
bring their own ground, readable in either; the settings that JupyterLab and Notebook 7 keep are a good guess.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from backpulse.view.look import PALETTES, Theme

_SETTINGS = Path("@jupyterlab", "apputils-extension", "themes.jupyterlab-settings")


def theme_of(asked: str) -> Theme:
    """`dark` or `light` as asked; `auto` is as Jupyter is set, else light. ValueError for any other word."""
    if asked == "dark":
        return "dark"
    if asked == "light":
        return "light"
    if asked != "auto":
        raise ValueError(f"theme is 'auto', 'dark' or 'light', not {asked!r}")
    config = Path(os.environ.get("JUPYTER_CONFIG_DIR") or Path.home() / ".jupyter")
    folder = Path(os.environ.get("JUPYTERLAB_SETTINGS_DIR") or config / "lab" / "user-settings")
    try:
        kept = (folder / _SETTINGS).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return "light"
    # JSON with comments, of which one word matters.
    found = re.search(r'^\s*(?:\{\s*)?"theme"\s*:\s*"([^"]*)"', kept, re.MULTILINE)
    return "dark" if found and "dark" in found[1].lower() else "light"


def style_sheet(theme: Theme) -> str:
    """The frame's style: Jupyter's own variables get our colours within it, so that its controls fit in."""
    own = "".join(f"--{name}:{colour};" for name, colour in PALETTES[theme].items())
    return f"<style>.backpulse-{theme}{{{own}color-scheme:{theme}}}{_RULES}</style>"


_RULES = """
.backpulse{--jp-widgets-color:var(--ink);--jp-widgets-label-color:var(--ink2);--jp-ui-font-color1:var(--ink);
--jp-content-font-color1:var(--ink);--jp-layout-color2:var(--tile);--jp-layout-color3:var(--cardRule);
--jp-widgets-input-color:var(--ink);--jp-widgets-input-background-color:var(--cardTop);
--jp-widgets-input-border-color:var(--cardRule);--jp-widgets-slider-active-handle-color:var(--ink2);
--jp-widgets-slider-handle-background-color:var(--ink);--jp-widgets-slider-handle-border-color:var(--ink2);
--jp-brand-color1:var(--ink2);--jp-border-color1:var(--cardRule);--jp-border-color2:var(--cardRule);
--jp-widgets-font-size:14px;--jp-widgets-inline-height:32px;
background:var(--stage);color:var(--ink);border:1px solid var(--cardRule);border-radius:14px;
padding:0 0 12px;max-width:962px;overflow:hidden;box-sizing:border-box}
.backpulse .jupyter-threejs,.backpulse .jupyter-threejs canvas{width:100%!important;height:auto!important;
display:block;margin:0;overflow:hidden}
.backpulse .widget-html,.backpulse .widget-html-content{margin:0;line-height:normal}
.backpulse .widget-html-content{color:var(--ink);font-size:14px}
.backpulse .noUi-target{background:var(--cardRule);border:0;box-shadow:none}
.backpulse .noUi-connect{background:var(--ink3)}
.backpulse .noUi-handle{border-radius:50%;box-shadow:none;cursor:pointer}
.backpulse .jupyter-button{background:var(--tile);color:var(--ink);border-radius:8px;box-shadow:none}
.backpulse .jupyter-button.mod-active{background:var(--ink);color:var(--stage)}
.backpulse .jupyter-button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.backpulse select,.backpulse input{background:var(--cardTop)!important;color:var(--ink)!important}
.backpulse-words{padding:10px 16px 4px}
.backpulse-sentence{font:500 17px/25px var(--jp-ui-font-family,sans-serif);margin:0;color:var(--ink)}
.backpulse-step{font-size:13px;margin:2px 0 0;color:var(--ink2)}
.backpulse .plus{color:var(--plus)}.backpulse .minus{color:var(--minus)}
.backpulse .zero{color:var(--ink2)}.backpulse .unknown{color:var(--ink3)}
.backpulse b{font-family:var(--jp-code-font-family,monospace);font-weight:600}
.backpulse-controls,.backpulse-leaves{padding:4px 14px}
.backpulse-leaf{margin-right:16px}
.backpulse-leaf .widget-label{font:700 15px/32px var(--jp-code-font-family,monospace);color:var(--ink);
margin-right:10px}
.backpulse-node{padding:4px 16px}
.backpulse-node h4{margin:6px 0;font:600 15px var(--jp-code-font-family,monospace);color:var(--ink)}
.backpulse i.op{font:700 15px var(--jp-code-font-family,monospace);background:var(--tile);
border-radius:6px;padding:2px 8px;margin-right:2px;color:var(--ink)}
.backpulse-node table{border-collapse:collapse;margin:0}
.backpulse-node th{font-weight:400;text-align:left!important;color:var(--ink2);
padding:2px 18px 2px 0!important;font-size:14px;background:none!important}
.backpulse-node td{text-align:right!important;padding:2px 0!important;color:var(--ink);
background:none!important;font-size:14px}
.backpulse-node tr{background:none!important}
.backpulse-findings{margin:4px 16px;padding:0 0 0 18px;color:var(--ink)}
""".replace("\n", "")
