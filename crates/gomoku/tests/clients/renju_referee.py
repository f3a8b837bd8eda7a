#!/usr/bin/env python3
"""A second referee for renju: the package renju (PyPI).

1. Random games: at every position in which Black is to move the engine
   (yxshowforbid) and the package must agree on every vacant point; now and
   then on the reason as well (gomoku forbidden --json).
2. Games that the engine plays with itself by renju go through SGF in both
   directions: ours (gomoku convert) read by the package, the package's read by us;
   moves and results must be the same.

    python3 renju_referee.py PATH/TO/gomoku [--positions 1000] [--games 6] [--seed 1]

The package counts SGF rows from below, we count them from above as SGF does;
so its boards stand upside down, which no rule of renju sees.
"""

import argparse
import collections
import json
import random
import subprocess
import sys

from renju import BoardStatus, RenjuBoard, Rule
from renju.check_forbid import ForbidChecker

SIZE = 15
REASONS = {1: "double-three", 2: "double-four", 3: "overline"}
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def name(place):
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


class Engine:
    """Ours, by the protocol; places are columns and rows from below."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self.ask([f"START {SIZE}"]) == "OK"
        self.send(["INFO rule 4", "INFO max_node 500"])

    def send(self, lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, lines):
        self.send(lines)
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the engine left after {lines}")
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line.strip()

    def forbidden(self, stones):
        """The points where Black must not play, Black being to move."""
        lines = ["YXBOARD"]
        lines += [f"{x},{SIZE - 1 - y},{side}" for (x, y), side in stones.items()]
        answer = self.ask(lines + ["DONE", "YXSHOWFORBID"])
        if not answer.startswith("FORBID "):
            sys.exit(f"{answer}: {stones}")
        digits = answer[len("FORBID ") : -1]
        fours = [digits[i : i + 4] for i in range(0, len(digits), 4)]
        return {(int(four[:2]), SIZE - 1 - int(four[2:])) for four in fours}

    def quit(self):
        self.send(["END"])
        return self.process.wait(timeout=10)


def referee(stones):
    """The package's opinion: points and reasons."""
    grid = [[stones.get((x, y), 0) for y in range(SIZE)] for x in range(SIZE)]
    checker = ForbidChecker(grid, 0, 0)
    found = {}
    for x in range(SIZE):
        for y in range(SIZE):
            if (x, y) not in stones:
                foul = checker.foulr(x, y, 0)
                if foul:
                    found[x, y] = REASONS[foul]
    return found


def run(stones, place):
    """The longest row through a stone."""
    side, longest = stones[place], 1
    for dx, dy in LINES:
        length = 1
        for sign in (1, -1):
            x, y = place
            while stones.get((x + sign * dx, y + sign * dy)) == side:
                x, y, length = x + sign * dx, y + sign * dy, length + 1
        longest = max(longest, length)
    return longest


def drawing(stones):
    rows = []
    for y in reversed(range(SIZE)):
        cells = ["X" if s == 1 else "O" if s == 2 else "." for s in
                 (stones.get((x, y)) for x in range(SIZE))]
        rows.append(f"{y + 1:2} {' '.join(cells)}")
    return "\n".join(rows + ["   " + " ".join(chr(ord("a") + x) for x in range(SIZE))])


def words(stones):
    black = ",".join(name(p) for p, side in stones.items() if side == 1)
    white = ",".join(name(p) for p, side in stones.items() if side == 2)
    return ["--black", black, "--white", white]


def random_positions(rng, most):
    """Stones by chance, close together, so that lines arise; Black is to move.

    Black keeps to few lines, or there would be few forbidden points. Nobody
    makes five: a game that is over forbids nothing.
    """
    count = 0
    while count < most:
        stones = {}
        width = rng.choice([5, 7, 9, 15])
        left, low = rng.randint(0, SIZE - width), rng.randint(0, SIZE - width)
        window = [(left + x, low + y) for x in range(width) for y in range(width)]
        everywhere = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        # White stays out of the way more often than not.
        apart = rng.random() < 0.6
        for turn in range(rng.randint(8, 60)):
            side = turn % 2 + 1
            places = everywhere if side == 2 and apart else window
            free = [p for p in places if p not in stones]
            if not free:
                break
            place = rng.choice(free)
            stones[place] = side
            if run(stones, place) >= 5:
                del stones[place]
                break
            if side == 2 and turn >= 7:
                count += 1
                yield dict(stones)
                if count == most:
                    return


def compare(path, engine, options, rng, seen):
    differences = []
    for number, stones in enumerate(random_positions(rng, options.positions)):
        ours, theirs = engine.forbidden(stones), referee(stones)
        seen["positions"] += 1
        seen["points"] += SIZE * SIZE - len(stones)
        seen["forbidden"] += len(ours)
        if ours != set(theirs):
            differences.append((stones, ours, theirs))
            continue
        if number % 20 == 0 and theirs:
            out = subprocess.run(
                [path, "forbidden", "--rule", "renju", "--json", *words(stones)],
                check=True, capture_output=True, text=True,
            ).stdout
            told = {f["point"]: f["reason"] for f in json.loads(out)["forbidden"]}
            expected = {name(p): why for p, why in theirs.items()}
            if told != expected:
                sys.exit(f"reasons differ: ours {told}\ntheirs {expected}\n{drawing(stones)}")
            seen["reasons"] += len(told)
    for stones, ours, theirs in differences:
        print("they differ:", " ".join(words(stones)))
        print("  ours alone  ", sorted(name(p) for p in ours - set(theirs)))
        print("  theirs alone", {name(p): theirs[p] for p in set(theirs) - ours})
        print(drawing(stones))
    return len(differences)


def convert(path, text, to):
    ran = subprocess.run(
        [path, "convert", "-", "--to", to], input=text, capture_output=True, text=True
    )
    if ran.returncode or ran.stderr:
        sys.exit(f"convert --to {to}: {ran.stderr}\n{text}")
    return ran.stdout.strip()


def status(path, moves):
    out = subprocess.run(
        [path, "status", "--json", "--rule", "renju", "--moves", moves],
        check=True, capture_output=True, text=True,
    ).stdout
    return json.loads(out)


def through_sgf(path, engine, rng, seen):
    """A game of the engine with itself, through SGF."""
    board = RenjuBoard(board_size=SIZE, rule=Rule.RENJU)
    engine.ask(["RESTART"])
    for _ in range(rng.choice([2, 4])):
        free = [(x, y) for x in range(4, 11) for y in range(4, 11) if [x, y] not in board.moves]
        board.play_move(*rng.choice(free))
    while board.status == BoardStatus.ONGOING:
        # All stones anew: the engine is on both sides.
        count = len(board.moves)
        lines = [
            f"{x},{SIZE - 1 - y},{1 if (count - i) % 2 == 0 else 2}"
            for i, (x, y) in enumerate(board.moves)
        ]
        answer = engine.ask(["BOARD", *lines, "DONE"])
        if answer.endswith("black has forbidden points only"):
            # Of this end the package knows nothing; that they are forbidden it does.
            stones = {tuple(place): 1 + i % 2 for i, place in enumerate(board.moves)}
            if len(stones) % 2 or len(stones) + len(referee(stones)) < SIZE * SIZE:
                sys.exit(f"{answer}:\n{drawing(stones)}")
            seen["games, black has forbidden points only"] += 1
            return
        x, y = (int(n) for n in answer.split(","))
        board.play_move(x, SIZE - 1 - y)
    moves = "".join(name(p) for p in board.moves)
    if board.status == BoardStatus.WHITE_WIN and len(board.moves) % 2 == 1:
        sys.exit(f"Black made a forbidden move ({board.reason}): {moves}")
    ours = status(path, moves)["outcome"]
    winner = {BoardStatus.BLACK_WIN: "black", BoardStatus.WHITE_WIN: "white"}.get(board.status)
    if ours is None or ours["winner"] != winner:
        sys.exit(f"results differ: ours {ours}, theirs {board.status}: {moves}")
    seen[f"games, {winner or 'nobody'} wins"] += 1

    # Ours, read by the package: upside down.
    read = RenjuBoard.from_sgf(convert(path, moves + "\n", "sgf"))
    if [[x, SIZE - 1 - y] for x, y in read.moves] != [list(m) for m in board.moves]:
        sys.exit(f"our SGF is read as other moves: {read.get_pos()}, {moves}")
    if read.status != board.status:
        sys.exit(f"our SGF is read as {read.status}, it was {board.status}: {moves}")
    # The package's, read by us.
    back = convert(path, board.to_sgf(black_name="a]b", white_name="c"), "moves")
    upside_down = "".join(name((x, SIZE - 1 - y)) for x, y in board.moves)
    if back != upside_down:
        sys.exit(f"its SGF is read as {back}, it was {upside_down}")
    seen["games through SGF"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    engine = Engine(options.path)
    seen = collections.Counter()
    differences = compare(options.path, engine, options, rng, seen)
    for _ in range(options.games):
        through_sgf(options.path, engine, rng, seen)
    if engine.quit() != 0:
        sys.exit("the engine left with a status other than 0")
    for what, count in sorted(seen.items()):
        print(f"{count:7} {what}")
    if differences:
        sys.exit(f"{differences} positions differ")


if __name__ == "__main__":
    main()
