#!/usr/bin/env python3
"""The pages of `--format html`, opened and used in headless Chromium.

Clicks through the whole search of the lecture's tree A to O, does the exercise,
turns the page with keys, looks at it on a phone and in the dark, and compares
what the page's own searches count with the program and with a second
alpha-beta that is written here. Needs Debian's `chromium` and `chromium-driver`,
and selenium from PyPI.

    python3 browser.py DIRECTORY/OF/THE/PROGRAMS [--screenshots DIRECTORY]
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

LECTURES = pathlib.Path(__file__).parents[3] / "search-core/tests/data/lectures.json"
A_TO_O = "[[[3,5],[6,5]],[[2,1],[6,4]]]"
DESK, PHONE = (1280, 800), (390, 844)


def check(what, got, expected):
    if got != expected:
        sys.exit(f"{what}: expected {expected!r}, got {got!r}")


def alpha_beta(tree, order, maximizes=True):
    """Value, nodes, leaves, alpha cuts and beta cuts, fail-soft."""
    counts = [0, 0, 0, 0]

    def truth(node, best):
        if not isinstance(node, list):
            return node
        return (max if best else min)(truth(child, not best) for child in node)

    def visit(node, best, alpha, beta):
        counts[0] += 1
        if not isinstance(node, list):
            counts[1] += 1
            return node
        children = node
        if order != "given":
            children = sorted(node, key=lambda c: truth(c, not best), reverse=best == (order == "best"))
        value = None
        for child in children:
            v = visit(child, not best, alpha, beta)
            if value is None or (v > value if best else v < value):
                value = v
            if best:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                counts[3 if best else 2] += 1
                break
        return value

    value = visit(tree, maximizes, float("-inf"), float("inf"))
    return [*counts, value]


class Page:
    """A page in the browser."""

    def __init__(self, programs, shots):
        self.programs = pathlib.Path(programs)
        self.shots = shots and pathlib.Path(shots)
        self.directory = tempfile.TemporaryDirectory()
        options = Options()
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = shutil.which("chromedriver") or "/usr/bin/chromedriver"
        self.browser = webdriver.Chrome(options=options, service=Service(driver))
        self.number = 0

    def run(self, program, *words):
        done = subprocess.run([self.programs / program, *words], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} {' '.join(words)}: {done.stderr}")
        return done.stdout

    def look(self, size=DESK, dark=False, language="en-US"):
        command = self.browser.execute_cdp_cmd
        mobile = size == PHONE
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": mobile}
        command("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        command("Emulation.setEmulatedMedia", {"features": [scheme]})
        command("Emulation.setLocaleOverride", {"locale": language})
        agent = self.browser.execute_script("return navigator.userAgent")
        command("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})

    def open(self, program, *words):
        """Has the page made, and opens it."""
        self.number += 1
        path = pathlib.Path(self.directory.name) / f"{self.number}.html"
        self.run(program, *words, "--format", "html", "-o", str(path))
        self.browser.get(path.as_uri())
        self.clean()

    def clean(self):
        """Nothing may have gone wrong, and nothing may have been fetched."""
        check("the console", self.browser.get_log("browser"), [])
        fetched = "return performance.getEntriesByType('resource').map(e => e.name)"
        check("fetched", [u for u in self.browser.execute_script(fetched) if not u.startswith("data:")], [])

    def shot(self, name):
        if self.shots:
            self.browser.save_screenshot(str(self.shots / f"{name}.png"))

    def id(self, name):
        return self.browser.find_element(By.ID, name)

    def click(self, name):
        self.id(name).click()

    def text(self, name):
        return self.id(name).text

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def node(self, name):
        return self.browser.find_element(By.CSS_SELECTOR, f'#tree .node[data-name="{name}"]')

    def state(self, name):
        return self.node(name).get_attribute("class").split()

    def label(self, name):
        return self.node(name).get_attribute("aria-label")

    def row(self, name):
        """Nodes, leaves, alpha cuts, beta cuts and value of a row of the table."""
        # As one script: every question to the browser takes a while.
        script = "return [...document.querySelectorAll(arguments[0])].map(c => c.textContent)"
        cells = self.browser.execute_script(script, f"{name} td")
        return [int(c.replace("\u2212", "-")) for c in cells[1:]]

    def choose(self, name, value):
        Select(self.id(name)).select_by_value(value)


def the_lecture(page):
    """All of the search of the tree A to O, forwards and backwards."""
    page.look()
    page.open("gametree", "--leaves", A_TO_O, "--names", "letters")
    check("steps", page.text("count"), "0 / 24")
    said = []
    while page.id("forward").is_enabled():
        page.click("forward")
        said.append(page.text("sentence"))
        if "cut at E" in said[-1]:
            check("K when it is cut", "cut-off" in page.state("K"), True)
            check("G before it is cut", "unseen" in page.state("G"), True)
            check("E", page.label("E"), "E, MAX, \u22656, [6, 5]")
            page.shot("beta-cut")
    check("steps done", len(said), 24)
    leaves = [s[0] for s in said if "is a leaf" in s]
    check("leaves in order", "".join(leaves), "HIJLM")
    cuts = [s for s in said if "cut at" in s]
    check("cuts", [c[:c.index(".")] for c in cuts], ["Beta cut at E", "Alpha cut at C"])
    check("why E", "MIN at B can already hold MAX to 5" in cuts[0] and "6 \u2265 5" in cuts[0], True)
    check("why C", "MAX at A is already sure of 5" in cuts[1] and "2 \u2264 5" in cuts[1], True)
    check("the end", "the value is 5, and MAX plays B" in said[-1], True)
    check("the root", page.label("A"), "A, MAX, 5, [5, +\u221e]")
    cut = [e.get_attribute("data-name") for e in page.browser.find_elements(By.CSS_SELECTOR, "#tree .node.cut-off")]
    check("cut off", sorted(cut), ["G", "K", "N", "O"])
    line = [e.get_attribute("data-name") for e in page.browser.find_elements(By.CSS_SELECTOR, "#tree .node.on")]
    check("principal variation", line, ["A", "B", "D", "I"])
    check("so far", page.row("#so-far"), [11, 5, 1, 1, 5])
    check("minimax", page.row("tr[data-search='minimax given']"), [15, 8, 0, 0, 5])
    page.shot("lecture")
    # The lecture's windows, as they stand when each node is left.
    for name, value in [("D", 5), ("E", "\u22656"), ("B", 5), ("F", 2), ("C", "\u22642")]:
        check(name, page.label(name).split(", ")[2], str(value))

    for t in range(23, -1, -1):
        page.click("back")
        if t > 0:
            check(f"step {t} again", page.text("sentence"), said[t - 1])
    check("back at the start", (page.text("count"), page.state("K").count("unseen")), ("0 / 24", 1))

    # The same by keys and by the slider.
    page.browser.find_element(By.TAG_NAME, "body").click()
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    check("arrows", page.text("count"), "1 / 24")
    page.press(Keys.END)
    check("End", page.text("count"), "24 / 24")
    page.press(Keys.HOME, "c")
    check("C", page.text("sentence"), said[11])
    page.browser.execute_script("s = arguments[0]; s.value = 20; s.dispatchEvent(new Event('input'))", page.id("slider"))
    check("slider", page.text("sentence"), said[19])
    page.node("F").click()
    check("a click on a node", page.text("sentence"), said[15])

    # Other searches of the same tree.
    page.choose("algorithm", "minimax")
    page.click("last")
    check("minimax to its end", page.row("#so-far"), [15, 8, 0, 0, 5])
    check("minimax has no windows", page.label("A"), "A, MAX, 5")
    page.choose("algorithm", "negamax")
    page.click("last")
    check("fail-hard E", page.label("E").split(", ")[2], "\u22655")
    page.choose("algorithm", "alpha-beta")
    page.choose("order", "worst")
    page.click("last")
    check("bad order", page.row("#so-far"), [15, 8, 0, 0, 5])
    page.clean()

    # The picture as a file.
    page.browser.execute_script(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; };"
    )
    page.click("save")
    saved = page.browser.execute_async_script("setTimeout(() => arguments[0](window.saved), 50)")
    check("saved", saved.startswith("<svg") and "var(" not in saved and "fill: #fff2cc" in saved.replace("rgb(255, 242, 204)", "#fff2cc"), True)


def the_exercise(page):
    page.look()
    page.open("gametree", "--leaves", A_TO_O, "--names", "letters", "--exercise")
    check("hidden", (page.id("player").is_displayed(), page.id("counts").is_displayed()), (False, False))
    check("nothing told", page.label("A"), "A, MAX")
    page.node("B").click()
    page.node("K").click()
    page.id("root-value").send_keys("6")
    page.click("check")
    verdict = page.text("verdict").split("\n")
    check("1 of 2", verdict[0], "1 of 2 cut branches found, 1 marked that must be searched. The value of the root is another one.")
    check("missed", verdict[1].startswith("Missed: G. Alpha cut at C."), True)
    check("wrong", verdict[2].startswith("B must be searched"), True)
    check("marks", ["good" in page.state("K"), "wrong" in page.state("B"), "missed" in page.state("G")], [True] * 3)
    page.shot("exercise")
    # By keys alone: from B over C to G.
    page.click("again")
    page.node("K").click()
    page.browser.execute_script("arguments[0].focus()", page.node("A"))
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER)
    check("marked by a key", page.node("G").get_attribute("aria-pressed"), "true")
    page.id("root-value").send_keys("5", Keys.ENTER)
    check("right", page.text("verdict"), "2 of 2 cut branches found All right! The value of the root is 5.")
    page.click("fresh")
    page.click("answer")
    page.click("last")
    check("new numbers are searched", page.row("#so-far")[0] <= 15, True)
    page.clean()


def the_lectures(page):
    """Every tree of the lectures: the page counts what the program counts."""
    page.look()
    for entry in json.loads(LECTURES.read_text())["trees"]:
        words = ["--leaves", json.dumps(entry["tree"]), "--root", entry.get("root", "MAX").lower()]
        page.open("gametree", *words)
        unknown = "null" in words[1]
        for algorithm in ["alpha-beta", "negamax"] + ([] if unknown else ["minimax"]):
            compare(page, words, algorithm)
        check(entry["id"], page.row("#so-far")[4], entry["value"])
    page.clean()


def compare(page, words, algorithm):
    """The search of the page and that of the program."""
    if page.id("algorithm").get_attribute("value") != algorithm:
        page.choose("algorithm", algorithm)
    page.click("last")
    text = page.run("gametree", *words, "--algorithm", algorithm)
    title = r"value (\S+), best move .*; (\d+) nod\S+ (\d+) lea\S+ (\d+) alpha \S+ (\d+) beta"
    value, *counts = re.search(title, text).groups()
    check(f"{algorithm} {words}", page.row("#so-far"), [*map(int, counts), int(value)])


def orders(page):
    """Random trees: each order against a second alpha-beta."""
    page.look()
    rng = random.Random(9)

    def tree(depth):
        if depth == 0 or (depth < 4 and rng.random() < 0.1):
            return rng.randint(-9, 9)
        return [tree(depth - 1) for _ in range(rng.randint(1, 4))]

    for seed in range(6):
        numbers, best = [tree(4), tree(4)], seed % 2 == 0
        words = ["--leaves", json.dumps(numbers), "--root", "max" if best else "min"]
        page.open("gametree", *words)
        for order in ["given", "best", "worst"]:
            row = page.row(f"tr[data-search='alpha-beta {order}']")
            check(f"{order} {words}", row, alpha_beta(numbers, order, best))
        page.choose("order", "best")
        page.click("last")
        check("stepped", page.row("#so-far"), alpha_beta(numbers, "best", best))
    page.clean()


def games(page):
    """Trees of games: depth, boards, recorded searches."""
    page.look()
    page.open("tictactoe", "tree", "--fold", "--depth", "3")
    for depth in ["3", "2", "1"]:
        if page.id("depth").get_attribute("value") != depth:
            page.choose("depth", depth)
        lines = page.run("tictactoe", "compare", "--fold", "--depth", depth, "--json").splitlines()
        for line in map(json.loads, lines):
            if line["algorithm"] in ("minimax", "alpha-beta"):
                row = page.row(f"tr[data-search='{line['algorithm']} given']")
                keys = ["nodes", "leaves", "alpha_cuts", "beta_cuts"]
                check(f"tictactoe {depth}", row[:4], [line[k] for k in keys])
    page.choose("depth", "2")
    page.click("last")
    check("the lecture's value", page.row("#so-far")[4], 1)
    check("boards", len(page.browser.find_elements(By.CSS_SELECTOR, "#tree .grid")), 16)
    page.shot("tictactoe")
    page.open("grundy", "tree", "7")
    page.click("last")
    check("grundy", "\u2212W4" in page.text("sentence"), True)
    check("heaps", len(page.browser.find_elements(By.CSS_SELECTOR, "#tree .coin")) > 100, True)
    page.shot("grundy")
    page.open("tictactoe", "tree", "--depth", "3", "--algorithm", "pvs")
    page.click("last")
    check("one search", (page.id("algorithm").is_enabled(), page.id("order").is_enabled()), (False, False))
    check("the engine's value", page.text("counts").split()[-1].lstrip("\u2212").isdigit(), True)
    page.clean()


def large(page):
    """What is not seen is not drawn; to open, to fold, to step."""
    page.look()
    rng = random.Random(5)

    def tree(depth):
        return rng.randint(-99, 99) if depth == 0 else [tree(depth - 1) for _ in range(3)]

    path = pathlib.Path(page.directory.name) / "large.json"
    path.write_text(json.dumps(tree(10)))
    page.open("gametree", "--file", str(path))
    timing = "return performance.getEntriesByType('navigation')[0].loadEventEnd"
    print(f"  88,573 nodes open in {page.browser.execute_script(timing) / 1000:.2f} s")
    drawn = lambda: len(page.browser.find_elements(By.CSS_SELECTOR, "#tree .node"))
    check("folded", drawn(), 4)
    check("minimax", page.row("tr[data-search='minimax given']")[:2], [88573, 59049])
    page.node("C").click()
    check("opened", drawn(), 7)
    page.click("next-cut")
    check("the path is open", 20 < drawn() < 60, True)
    page.click("last")
    check("the line is open", len(page.browser.find_elements(By.CSS_SELECTOR, "#tree .node.on")), 11)
    # A node with many children shows some of them at a time.
    page.open("gametree", "--leaves", json.dumps([[n % 17 for n in range(400)], 3]))
    page.click("forward")
    page.click("forward")
    check("few of 400", drawn() < 20, True)
    more = page.browser.find_element(By.CSS_SELECTOR, "#tree .node.more")
    check("more", more.get_attribute("aria-label").startswith("392 more"), True)
    page.clean()


def phone(page):
    page.look(PHONE, dark=True, language="zh-CN")
    page.open("gametree", "--leaves", A_TO_O)
    check("language", page.text("watch"), "\u6f14\u793a")
    script = "return [document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]"
    width, paper = page.browser.execute_script(script)
    check("nothing beside the screen", width <= PHONE[0], True)
    check("dark", all(int(n) < 80 for n in re.findall(r"\d+", paper)[:3]), True)
    script = "r = arguments[0].getBoundingClientRect(); return [r.left >= 0, r.right <= innerWidth, r.bottom <= innerHeight]"
    for name in ["forward", "back", "sentence", "tree"]:
        check(f"{name} in sight", page.browser.execute_script(script, page.id(name)), [True] * 3)
    small = "return [...document.querySelectorAll('button')].filter(b => b.offsetParent && b.getBoundingClientRect().height < 30).length"
    check("buttons for thumbs", page.browser.execute_script(small), 0)
    page.click("next-cut")
    check("why", "\u03b2 \u526a\u679d" in page.text("sentence"), True)
    page.shot("phone")
    page.click("language")
    check("English", page.text("sentence").startswith("Beta cut at E."), True)
    page.clean()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("--screenshots")
    args = parser.parse_args()
    page = Page(args.programs, args.screenshots)
    try:
        for part in [the_lecture, the_exercise, the_lectures, orders, games, large, phone]:
            print(part.__name__.replace("_", " "))
            part(page)
    finally:
        page.browser.quit()
        page.directory.cleanup()
    print("the pages work")


if __name__ == "__main__":
    main()
