#!/usr/bin/env python3
"""Time to depth with several threads against one.

Each position of `bench` is searched by one thread until it has taken at least LEAST seconds
for a depth; the same depth is then searched by several. Times are wall-clock times: nothing
else should run. Positions decided before that are left out.

    python3 threads_ratio.py PATH/TO/xiangqi [--threads 2] [--least 2] [--most 6]
"""

import argparse
import math
import subprocess
import time


class Engine:
    def __init__(self, path):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.tell("uci", "setoption name Hash value 64")

    def tell(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        while True:
            line = self.process.stdout.readline().split()
            if not line:
                raise SystemExit("the engine has left")
            yield line
            if line[0] == word:
                return

    def search(self, fen, threads, limit):
        """Milliseconds to each depth, and of all."""
        self.tell(f"setoption name Threads value {threads}", "ucinewgame", f"position fen {fen}", "isready")
        list(self.until("readyok"))
        depths, start = {}, time.perf_counter()
        self.tell(f"go {limit}")
        for line in self.until("bestmove"):
            if line[0] == "info" and "depth" in line and "score" in line:
                exact = "upperbound" not in line and "lowerbound" not in line
                if exact:
                    depths[int(line[line.index("depth") + 1])] = int(line[line.index("time") + 1])
        return depths, (time.perf_counter() - start) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--least", type=float, default=2)
    parser.add_argument("--most", type=float, default=6)
    args = parser.parse_args()
    bench = subprocess.run([args.engine, "bench", "--depth", "1"], capture_output=True, text=True, check=True)
    fens = [line.split("--fen ", 1)[1] for line in bench.stdout.splitlines() if "--fen " in line]
    engine, ratios = Engine(args.engine), []
    for number, fen in enumerate(fens, 1):
        depths, _ = engine.search(fen, 1, f"movetime {int(args.most * 1000)}")
        slow = [(d, ms) for d, ms in depths.items() if ms >= args.least * 1000]
        if not slow:
            print(f"{number:>2}  no depth takes between {args.least:g} and {args.most:g} s", flush=True)
            continue
        depth, _ = min(slow)
        # Anew: what the clock cut off must not be in the table.
        _, one = engine.search(fen, 1, f"depth {depth}")
        _, many = engine.search(fen, args.threads, f"depth {depth}")
        ratios.append(many / one)
        print(f"{number:>2}  depth {depth:>2}  {one / 1000:6.2f} s  {many / 1000:6.2f} s  {many / one:5.2f}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} positions, geometric mean {mean:.3f}")


if __name__ == "__main__":
    main()
