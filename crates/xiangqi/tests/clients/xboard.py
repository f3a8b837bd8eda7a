#!/usr/bin/env python3
"""The engine behind uci2wb, by which xboard and WinBoard drive UCI and UCCI engines.

This script takes the part of xboard (its protocol, CECP): for either protocol
it plays a short game, and pyffish says whether every move is legal. Needs
Debian's `uci2wb` and pyffish from PyPI.

    python3 xboard.py PATH/TO/xiangqi
"""

import random
import re
import shutil
import subprocess
import sys
import threading

import pyffish

MOVES = 12
PATIENCE = 60  # seconds for a line, on a very slow machine


def theirs(move):
    return re.sub(r"([a-i])([0-9])", lambda m: f"{m[1]}{int(m[2]) + 1}", move)


def ours(move):
    return re.sub(r"([a-i])([0-9]+)", lambda m: f"{m[1]}{int(m[2]) - 1}", move)


def play(adapter, flag, engine, rng):
    command = [adapter, "debug", flag, engine]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    log = []

    def send(line):
        log.append(f"> {line}")
        process.stdin.write(line + "\n")
        process.stdin.flush()

    def wait(pattern):
        alarm = threading.Timer(PATIENCE, process.kill)
        alarm.start()
        try:
            for line in process.stdout:
                log.append(line.rstrip("\n"))
                if "is no command" in line or "rror" in line:
                    fail(f"complaint: {line}")
                found = re.match(pattern, line)
                if found:
                    return found
        finally:
            alarm.cancel()
        return fail(f"no line {pattern!r}")

    def fail(why):
        process.kill()
        sys.exit(f"{' '.join(command)}: {why}\n" + "\n".join(log[-40:]))

    send("xboard")
    send("protover 2")
    wait(r"feature .*done=1")
    for line in ("new", "variant xiangqi", "st 1", "post", "easy"):
        send(line)
    fen = pyffish.start_fen("xiangqi")
    deepest = 0
    for turn in range(MOVES):
        if turn % 2 == 0:
            if turn == 0:
                send("go")
            while True:
                # A line of thought, or the move.
                found = wait(r"(?:move (\S+))|\s*(\d+)\s+-?\d+\s+\d+\s+\d+\s")
                if found[1]:
                    break
                deepest = max(deepest, int(found[2]))
            move = theirs(found[1])
        else:
            replies = pyffish.legal_moves("xiangqi", fen, [])
            if not replies:
                # Who moves at random may be mated in a few moves.
                break
            move = rng.choice(replies)
            send(f"usermove {ours(move)}")
        if move not in pyffish.legal_moves("xiangqi", fen, []):
            fail(f"{move} is illegal in {fen}")
        fen = pyffish.get_fen("xiangqi", fen, [move])
    send("force")
    send("quit")
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        fail("it does not leave")
    # A second a move is a time to think.
    if deepest < 4:
        fail(f"it thought {deepest} plies deep at most")
    print(f"uci2wb {flag}: {turn + 1} moves, {deepest} plies deep, all legal")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    adapter = shutil.which("uci2wb") or "/usr/games/uci2wb"
    rng = random.Random(1)
    for flag in ("-c", "-x"):
        play(adapter, flag, sys.argv[1], rng)


if __name__ == "__main__":
    main()
