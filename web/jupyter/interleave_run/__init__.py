"""Runs of concurrent and distributed algorithms to step through, in a notebook."""

import json
from pathlib import Path

import anywidget
import traitlets

_HERE = Path(__file__).parent

# of the package for npm, as text
_PARTS = ("interleave-run.js", "style.js", "letters.js", "engine.js", "worker.js")

# as the kernel sends it when a figure starts
_ENGINE = "engine_bg.wasm.gz"

_ATTRIBUTES = ("steps", "panels", "speed", "theme", "ask", "caption", "path", "load", "home")


def _module():
    parts = {name: (_HERE / name).read_text("utf-8") for name in _PARTS}
    return f"const PARTS = {json.dumps(parts)};\n" + (_HERE / "widget.js").read_text("utf-8")


class Interleave(anywidget.AnyWidget):
    """A run to step through: the moment of a link, or a listing.

    Keywords are the attributes of the element `<interleave-run>`, as text. `now`, `at` and `length` follow the reader:
    the link of the moment on show, its step, and how many steps the run has.
    """

    _esm = _module()

    link = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    attributes = traitlets.Dict().tag(sync=True)
    now = traitlets.Unicode().tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    length = traitlets.Int(0).tag(sync=True)

    def __init__(self, link="", text="", **attributes):
        if bool(link) == bool(text):
            raise TypeError("Interleave takes a link or a text, and one of them.")
        for name, value in attributes.items():
            if name not in _ATTRIBUTES:
                raise TypeError(f"Interleave has no “{name}”; there are {', '.join(_ATTRIBUTES)}.")
            if not isinstance(value, str):
                raise TypeError(f"“{name}” is a text: {name}={str(value)!r}.")
        attributes = {"load": "visible", **attributes}
        super().__init__(link=link.split("#")[-1], text=text, attributes=attributes)
        self.on_msg(self._answer)

    def _answer(self, _widget, question, _buffers):
        if question == "engine":
            self.send("engine", [(_HERE / _ENGINE).read_bytes()])
