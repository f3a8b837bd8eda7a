#!/usr/bin/env python3
"""Games under a manager that nobody here wrote: pygomo-lib (PyPI).

The library starts the engine, speaks the protocol and reads the answers and the
MESSAGE lines. Two engines play each other, and one plays somebody who puts
stones by chance near the others, by freestyle and by renju. The referee for
moves and results is another package, renju (PyPI): pygomo's own board knows no
gaps in threes and fours.

    python3 pygomo_match.py PATH/TO/gomoku [--games 4] [--turn 100] [--margin 300]
                            [--seed 1] [--sgf DIR]

An answer may come so many milliseconds (margin) behind the turn's time: that is
what a busy machine loses. The slowest one is printed.
"""

import argparse
import collections
import pathlib
import random
import sys
import time

from pygomo import EngineClient
from pygomo.protocol.models import BoardPosition, Move
from renju import BoardStatus, RenjuBoard, Rule

SIZE = 15
RULES = {"freestyle": (0, Rule.FREESTYLE), "renju": (4, Rule.RENJU)}


class Fault(Exception):
    """What a manager would lose the game for, or what it could not read."""


class Player:
    """An engine behind pygomo."""

    def __init__(self, path, rule, options):
        self.client = EngineClient(path)
        self.client.connect()
        about = self.client.about()
        if not about or 'name="' not in about:
            raise Fault(f"ABOUT: {about!r}")
        if not self.client.start(board_size=SIZE):
            raise Fault("START is not answered by OK")
        self.client.configure(timeout_match=0, max_memory=100_000_000, game_type=1)
        self.client.set_time(turn_time_ms=options.turn, time_left_ms=2147483647)
        self.client.set_rule(rule)
        self.options = options
        self.slowest = 0.0
        self.begun = False

    def move(self, board):
        """The answer to what lies on the board."""
        infos = []
        began = time.monotonic()
        if not board.moves:
            result = self.client.begin(on_info=infos.append)
        elif self.begun:
            result = self.client.turn(to_move(board.moves[-1]), on_info=infos.append)
        else:
            result = self.client.board(position(board.moves), on_info=infos.append)
        took = 1000 * (time.monotonic() - began)
        self.begun = True
        if result is None:
            raise Fault(f"no move: {error(self.client)}")
        self.slowest = max(self.slowest, took)
        if took > self.options.turn + self.options.margin:
            raise Fault(f"{took:.0f} ms for a turn of {self.options.turn} ms")
        if len(board.moves) > 0:
            check_info(result, infos)
        return to_place(result.move)

    def quit(self):
        self.client.quit()


def error(client):
    return client.router.get("error", timeout=0.2) if client.router else "it has left"


# The protocol's rows count from above, those of the package `renju` from below.
def to_move(place):
    return Move((place[0], SIZE - 1 - place[1]))


def to_place(move):
    return (move.col, SIZE - 1 - move.row)


def position(moves):
    """BOARD, for the side that is to move."""
    stones = BoardPosition()
    for i, place in enumerate(moves):
        own = (len(moves) - i) % 2 == 0
        stones.add_move(to_move(place), BoardPosition.SELF if own else BoardPosition.OPPONENT)
    return stones


def check_info(result, infos):
    """The library understands what is said about the search."""
    last = result.search_info or (infos[-1] if infos else None)
    if last is None:
        raise Fault("no MESSAGE about the search")
    if not last.pv or last.depth < 0 or last.sel_depth < last.depth:
        raise Fault(f"MESSAGE is not understood: {last}")
    # It takes names as counted from above, where rows count from below.
    best = (last.pv[0].col, last.pv[0].row)
    if best != to_place(result.move):
        raise Fault(f"the line begins with {last.pv[0]}, the move is {result.move}")


def chance(board, rng):
    """A stone near the others that the rules allow."""
    taken = {tuple(m) for m in board.moves}
    near = [
        (x, y)
        for x in range(SIZE)
        for y in range(SIZE)
        if (x, y) not in taken and any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in taken)
    ]
    rng.shuffle(near)
    for place in near or [(SIZE // 2, SIZE // 2)]:
        after = board.copy()
        after.play_move(*place)
        if not lost_by_foul(after):
            return place
    return near[0]


def lost_by_foul(board):
    """Black has just played where he must not."""
    return board.status == BoardStatus.WHITE_WIN and len(board.moves) % 2 == 1


def play(path, name, options, rng, against):
    """One game; the colour of the one engine, and the board at its end."""
    mask, rule = RULES[name]
    board = RenjuBoard(board_size=SIZE, rule=rule)
    for _ in range(rng.choice([0, 1, 2, 3, 4])):
        board.play_move(*chance(board, rng))
    count = 2 if against == "engine" else 1
    colour = rng.randrange(2)
    players = [Player(path, mask, options) for _ in range(count)]
    try:
        while board.status == BoardStatus.ONGOING:
            turn = (len(board.moves) + colour) % 2
            place = players[turn].move(board) if turn < count else chance(board, rng)
            if list(place) in [list(m) for m in board.moves]:
                raise Fault(f"{place} is occupied")
            board.play_move(*place)
            if turn < count and lost_by_foul(board):
                raise Fault(f"a forbidden move: {board.reason}")
    except Fault as fault:
        sys.exit(f"{name}, against {against}: {fault}\nafter {board.get_pos()}")
    finally:
        for player in players:
            player.quit()
    return colour, board, max(player.slowest for player in players)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--games", type=int, default=4, help="of each kind")
    parser.add_argument("--turn", type=int, default=100, help="ms")
    parser.add_argument("--margin", type=int, default=300, help="ms")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sgf", type=pathlib.Path, help="write the games into this folder")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    results = collections.Counter()
    slowest = 0.0
    for name in RULES:
        for against in ["engine", "chance"]:
            for number in range(options.games):
                colour, board, took = play(options.path, name, options, rng, against)
                slowest = max(slowest, took)
                ours = BoardStatus.WHITE_WIN if colour else BoardStatus.BLACK_WIN
                if against == "chance" and board.status != ours:
                    sys.exit(f"{name}: not won against chance: {board.get_pos()}")
                results[f"{name}, against {against}: {board.status.name.lower()}"] += 1
                if options.sgf:
                    options.sgf.mkdir(parents=True, exist_ok=True)
                    file = options.sgf / f"{name}-{against}-{number}.sgf"
                    file.write_text(board.to_sgf() + "\n")
    for what, count in sorted(results.items()):
        print(f"{count:4} {what}")
    print(f"the slowest answer took {slowest:.0f} ms of {options.turn}")


if __name__ == "__main__":
    main()
