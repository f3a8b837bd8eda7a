#!/usr/bin/env python3
"""Perft from the start position, side by side with Fairy-Stockfish.

Both count the same depth with one thread, in turn; processor time of the whole
process, the best of several rounds each. Needs Debian's `fairy-stockfish`.

    python3 perft_ratio.py PATH/TO/xiangqi [--depth 5] [--rounds 5]
"""

import argparse
import resource
import shutil
import subprocess
import sys


def measure(command, script):
    """Output and processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    fairy = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    script = f"setoption name UCI_Variant value xiangqi\nposition startpos\ngo perft {args.depth}\nquit\n"
    times = {"ours": [], "fairy": []}
    for _ in range(args.rounds):
        out, seconds = measure([args.engine, "perft", str(args.depth)], "")
        total = int(out.split()[-1])
        times["ours"].append(seconds)
        out, seconds = measure([fairy], script)
        theirs = int(out.rsplit("Nodes searched: ", 1)[1].split()[0])
        times["fairy"].append(seconds)
        if total != theirs:
            sys.exit(f"the counts differ: {total}, {theirs}")
    best = {name: min(list) for name, list in times.items()}
    for name, seconds in best.items():
        print(f"{name:<6} {seconds:6.2f} s  {total / seconds / 1e6:6.1f} M nodes a second  {sorted(times[name])}")
    print(f"ratio  {best['fairy'] / best['ours']:6.1f}")


if __name__ == "__main__":
    main()
