mv post.md index.md
sphinx-build -q -W . built
