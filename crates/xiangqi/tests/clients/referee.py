#!/usr/bin/env python3
"""Self-play through the pipe, with pyffish as the referee.

pyffish (PyPI) wraps Fairy-Stockfish: rules written by other people. For every
position of the games it must agree with the engine on the legal moves and on
check; for every end on mate and stalemate; on plain threefold draws; and, for
whole games, on WXF notation. Where its rules are known to differ from ours
(see ALLOWED) the differences are counted and listed, not hidden.

    python3 referee.py PATH/TO/xiangqi [--games 200] [--nodes 300] [--seed 1] [--jobs N]
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import pyffish

VARIANT = "xiangqi"
START = pyffish.start_fen(VARIANT)
# The only differences that are no fault. Fairy-Stockfish draws after 100 plies
# without a capture, we after 120; it has no rule for material; and it rules
# on cycles at its own count of occurrences, without our rule that a check in
# the cycle turns a chase into a draw.
ALLOWED = {
    "it draws after 100 plies, we after 120",
    "we draw by material",
    "verdicts on a chase differ",
}


def theirs(move):
    """a0 -> a1: pyffish counts ranks from 1 to 10."""
    return re.sub(r"([a-i])([0-9])", lambda m: f"{m[1]}{int(m[2]) + 1}", move)


def ours(move):
    return re.sub(r"([a-i])([0-9]+)", lambda m: f"{m[1]}{int(m[2]) - 1}", move)


class Engine:
    """Our engine, by UCI."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, last):
        """Sends a line and reads to the line that begins with `last`."""
        self.send(line)
        lines = []
        while True:
            got = self.process.stdout.readline()
            if not got:
                sys.exit(f"the engine left after {line!r}: {lines}")
            lines.append(got.rstrip("\n"))
            if got.startswith(last):
                return lines

    def position(self, moves):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def legal_moves(self):
        lines = self.ask("go perft 1", "Nodes searched")
        return sorted(m[1] for m in map(re.compile(r"([a-i]\d[a-i]\d): 1$").match, lines) if m)

    def describe(self):
        """What `d` says, as a dictionary: Fen, Checkers, Ending."""
        lines = self.ask("d", "Ending")
        return dict(line.split(": ", 1) for line in lines if ": " in line)

    def best(self, nodes):
        return self.ask(f"go nodes {nodes}", "bestmove")[-1].split()[1]

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=10)


def play(engine, rng, nodes, most, seen):
    """One game; checks every position. Returns its moves.

    A call of pyffish takes milliseconds, so it is asked for its own board now
    and then and at the end; in between it works on the board that we report.
    """
    engine.send("ucinewgame")
    moves = []
    stood = collections.Counter()
    opening = rng.randint(2, 8)
    while True:
        engine.position(moves)
        legal = engine.legal_moves()
        said = engine.describe()
        fen, ending = said["Fen"], said["Ending"]
        where = f"after {' '.join(moves)}\n{fen}"
        expected = sorted(ours(m) for m in pyffish.legal_moves(VARIANT, fen, []))
        if legal != expected:
            sys.exit(f"legal moves differ {where}\nours   {legal}\ntheirs {expected}")
        checked = said["Checkers"] != "none"
        if checked != pyffish.gives_check(VARIANT, fen, []):
            sys.exit(f"check differs {where}\nours {said['Checkers']}")
        seen["positions"] += 1
        seen["moves"] += len(legal)
        seen["checks"] += checked
        board = " ".join(fen.split()[:2])
        stood[board] += 1
        done = not legal or ending != "none" or len(moves) >= most
        their_moves = [theirs(m) for m in moves]
        if done or len(moves) % 20 == 19:
            other = pyffish.get_fen(VARIANT, START, their_moves)
            if other.split()[:2] != fen.split()[:2]:
                sys.exit(f"the board differs {where}\ntheirs {other}")

        if not legal:
            # For the side to move; below zero: it has lost.
            verdict = pyffish.game_result(VARIANT, START, their_moves)
            word = "mate" if checked else "stalemate"
            if f"({word})" not in ending or verdict >= 0:
                sys.exit(f"the end differs {where}\nours {ending}, theirs {verdict}")
            seen[word] += 1
            return moves
        if done or stood[board] >= 3 or int(fen.split()[4]) >= 100:
            optional, result = pyffish.is_optional_game_end(VARIANT, START, their_moves)
            note = compare(ending, optional, result, fen, stood[board])
            if note in ALLOWED:
                seen["differ: " + note] += 1
            elif note is not None:
                theirs_now = f"{optional} {result}"
                sys.exit(f"the end differs {where}\nours {ending}, theirs {theirs_now}: {note}")
            elif ending != "none":
                seen["agreed: " + re.sub(r".*\((.*)\)", r"\1", ending)] += 1
        if done:
            seen["broken off"] += ending == "none"
            return moves
        # Openings by chance, now and then a move by chance: games that differ.
        chance = len(moves) < opening or rng.random() < 0.02
        move = rng.choice(legal) if chance else engine.best(nodes)
        if move not in legal:
            sys.exit(f"the engine plays {move} {where}")
        moves.append(move)


def compare(ending, optional, result, fen, stood):
    """None where both say the same of a position with legal moves; or what differs."""
    if ending == "none" and not optional:
        return None
    if "material" in ending:
        return "we draw by material"
    if "sixty_moves" in ending:
        return None if optional and result == 0 else "sixty moves"
    if ending == "none":
        long = result == 0 and int(fen.split()[4]) >= 100
        return "it draws after 100 plies, we after 120" if long else "we see no end"
    if stood < 3:
        return "we see an end too soon"
    mover = "red" if fen.split()[1] == "w" else "black"
    other = {"red": "black", "black": "red"}[mover]
    winner = ending.split()[0] if "wins" in ending else None
    their_winner = None
    if optional and result != 0:
        their_winner = other if result < 0 else mover
    if winner == their_winner:
        return None
    if "perpetual_check" in ending:
        return "verdicts on perpetual check differ"
    # No perpetual check: one of the two speaks of a chase.
    return "verdicts on a chase differ"


def wxf(engine_path, games):
    """Writes the games as PGN, has the engine convert them to WXF, and compares."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        with open(path, "w", encoding="utf-8") as f:
            for moves in games:
                f.write('[Game "Chinese Chess"]\n[Format "ICCS"]\n[Result "*"]\n\n')
                f.write(" ".join(f"{m[:2]}-{m[2:]}".upper() for m in moves) + " *\n\n")
        command = [engine_path, "convert", "--notation", "wxf", "--json", path]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    converted = [json.loads(line)["moves"] for line in out.splitlines()]
    count = 0
    for moves, mine in zip(games, converted, strict=True):
        form = pyffish.NOTATION_XIANGQI_WXF
        other = pyffish.get_san_moves(VARIANT, START, [theirs(m) for m in moves], False, form)
        if mine != other:
            sys.exit(f"WXF differs: {moves}\nours   {mine}\ntheirs {other}")
        count += len(mine)
    return count


def some_games(job):
    """Games of one process; what was seen in them."""
    path, count, nodes, most, seed = job
    engine = Engine(path)
    rng = random.Random(seed)
    seen = collections.Counter()
    games = [play(engine, rng, nodes, most, seen) for _ in range(count)]
    status = engine.quit()
    if status != 0:
        sys.exit(f"the engine left with status {status}")
    seen["WXF moves"] = wxf(path, games)
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=300, help="the engine's, a move")
    parser.add_argument("--most", type=int, default=300, help="plies of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    # Ten games a task, whatever the number of processes: the same games everywhere.
    tasks = [
        (args.engine, min(10, args.games - first), args.nodes, args.most, args.seed + first)
        for first in range(0, args.games, 10)
    ]
    seen = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for part in pool.map(some_games, tasks):
            seen.update(part)
    print(f"{args.games} games, pyffish {'.'.join(map(str, pyffish.version()))}")
    for what, count in sorted(seen.items()):
        print(f"{count:>8}  {what}")
    # Games in which nothing happens prove nothing.
    for what in ("mate", "checks"):
        if not seen[what]:
            sys.exit(f"no {what} in all games")


if __name__ == "__main__":
    main()
