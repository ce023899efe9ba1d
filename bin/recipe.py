"""Writes the files of a recipe: each block of a document behind a line that is a file's name alone."""
import pathlib
import re
import sys

document, folder = pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'), pathlib.Path(sys.argv[2])
for name, text in re.findall(r'^`([^`\n]+)`\n\n```\w+\n(.*?)^```$', document, re.MULTILINE | re.DOTALL):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding='utf-8')
    print(name)
