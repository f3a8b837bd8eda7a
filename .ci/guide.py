#!/usr/bin/env python3
"""Runs the commands of the guide and compares what they print.

Usage: .ci/guide.py [--write] FOLDER FILE...

FOLDER holds the programs; FILES are Markdown. In a block that begins with
```console, a line with `$ ` is a command and what follows is its output. With
--write the outputs are written into the files instead.
"""

import os
import re
import subprocess
import sys


def timeless(line):
    """The line without times, which differ from run to run, and the room that they take."""
    line = re.sub(r"[\d.]+ (us|ms|s)\b|\d+ per second", "T", line)
    return re.sub(r"\s+", " ", line)


def output(command, folder):
    folder = os.path.abspath(folder)
    path = os.pathsep.join([folder, os.path.join(folder, "examples"), os.environ["PATH"]])
    environment = dict(os.environ, PATH=path, NO_COLOR="1", LC_ALL="C.UTF-8")
    done = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, timeout=300
    )
    text = (done.stdout + done.stderr).decode()
    # Markdown keeps no spaces at the ends of lines.
    return [line.rstrip() for line in text.rstrip().split("\n")] if text.strip() else []


def true_lines(lines, folder):
    """The lines of a file with the outputs as they are; old ones stay where they
    differ in times alone."""
    inside, said, had = False, [], []

    def outputs():
        same = [timeless(line) for line in said] == [timeless(line) for line in had]
        return had if same else said

    for line in lines:
        if not inside:
            inside = line == "```console"
            yield line
        elif line == "```" or line.startswith("$ "):
            yield from outputs()
            yield line
            inside, said, had = line != "```", [], []
            if inside:
                said = output(line[2:], folder)
        else:
            had.append(line)


def main():
    words = sys.argv[1:]
    write = "--write" in words
    folder, *files = [word for word in words if word != "--write"]
    wrong = 0
    for name in files:
        with open(name, encoding="utf-8") as file:
            lines = file.read().split("\n")
        true = list(true_lines(lines, folder))
        if true == lines:
            continue
        if write:
            with open(name, "w", encoding="utf-8") as file:
                file.write("\n".join(true))
            continue
        wrong += 1
        for number, (is_now, was) in enumerate(zip(true, lines), 1):
            if is_now != was:
                print(f"{name}:{number}: the guide has\n  {was}\nand the program says\n  {is_now}")
                break
        else:
            print(f"{name}: the outputs are longer or shorter than they are there")
    sys.exit(1 if wrong else 0)


main()
