mkdir docs
cp post.md docs/index.md
mkdocs build --quiet --strict
