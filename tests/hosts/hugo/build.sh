mkdir -p content static
cat post.md moment.md > content/_index.md
echo '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="240"/>' > static/poster.svg
hugo
