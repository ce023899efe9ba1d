"""Writes the files of a recipe: each block of a document behind a line that is a file's name alone.

Usage: recipe.py <document> <folder> <file where each block is noted that was written>
"""
import pathlib
import re
import sys

document, folder = pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'), pathlib.Path(sys.argv[2])
numbers = {}
with open(sys.argv[3], 'a', encoding='utf-8') as noted:
    for name, language, text in re.findall(r'^(?:`([^`\n]+)`\n\n)?```(\w+)\n(.*?)^```$', document, re.MULTILINE | re.DOTALL):
        numbers[language] = numbers.get(language, 0) + 1
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding='utf-8')
            print(f'{sys.argv[1]} {language} {numbers[language]}', file=noted)
