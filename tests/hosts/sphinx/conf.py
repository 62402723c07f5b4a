extensions = ["myst_parser"]
# Pygments does not know the name, and needs not
suppress_warnings = ["misc.highlighting_failure"]
html_js_files = [("/interleave/interleave-code.js", {"type": "module"})]
