mkdir -p built
pandoc --standalone --metadata pagetitle="A post" --include-in-header head.html post.md --output built/index.html
