"""Two widgets, and a page that does with them what a notebook does."""

import json
from pathlib import Path

from interleave_run import Interleave

LISTING = Path("post.md").read_text("utf-8").split("```interleave\n")[1].split("```")[0]
TIE = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N"
STATE = ("link", "text", "attributes", "now", "at", "length")

listing = Interleave(text=LISTING, load="")
moment = Interleave(f"https://example.org/bakery.html#{TIE}", load="", speed="0.5")
assert moment.link == TIE and moment.attributes == {"load": "", "speed": "0.5"}
assert Interleave(TIE).attributes == {"load": "visible"}


def refused(**arguments):
    try:
        Interleave(**arguments)
    except TypeError as why:
        return str(why)
    raise AssertionError(arguments)


assert refused() == refused(link=TIE, text=LISTING) == "Interleave takes a link or a text, and one of them."
assert refused(link=TIE, sped="1").startswith("Interleave has no “sped”; there are steps, panels,")
assert refused(link=TIE, speed=2) == "“speed” is a text: speed='2'."

# what the kernel answers when a figure starts
sent = []
listing.send = lambda content, buffers: sent.append((content, buffers))
listing._handle_custom_msg("nothing", [])
listing._handle_custom_msg("engine", [])
[(content, [engine])] = sent
assert content == "engine"

built = Path("built")
(built / "engine.gz").write_bytes(engine)
(built / "widget.js").write_text(Interleave._esm, "utf-8")
states = [{name: getattr(widget, name) for name in STATE} for widget in (listing, moment)]
page = Path("page.html").read_text("utf-8")
(built / "index.html").write_text(page.replace("STATES", json.dumps(states).replace("<", "\\u003c")), "utf-8")
