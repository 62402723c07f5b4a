mkdir -p built
python page.py
