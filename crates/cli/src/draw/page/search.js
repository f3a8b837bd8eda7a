// The tree, and the searches that the page steps through. The searches are
// those of `search_core::reference`, move for move: a test compares the counts.

const INFINITE = 2147483647;
const WIN = 1000000000;
const GREATEST = WIN - 1000;

const ENTER = 0, LEAF = 1, BACK = 2, CUT = 3, END = 4;
const UNSEEN = 0, OPEN = 1, DONE = 2, CUT_OFF = 3;

class Tree {
  constructor(data) {
    this.data = data;
    this.size = data.parent.length;
    this.parent = data.parent;
    this.value = data.value;
    this.kids = Array.from({ length: this.size }, () => []);
    this.ply = new Int32Array(this.size);
    this.root = data.root === 'min' ? -1 : 1;
    for (let id = 1; id < this.size; id++) {
      this.kids[this.parent[id]].push(id);
      this.ply[id] = this.ply[this.parent[id]] + 1;
    }
    this.height = this.ply.reduce((most, ply) => Math.max(most, ply), 0);
    this.recorded = data.recorded || null;
    this.forget();
  }

  // After the numbers have changed.
  forget() {
    this.truths = new Map();
    this.orders = new Map();
  }

  isMax(id) {
    return (this.ply[id] % 2 === 0) === (this.root === 1);
  }

  isLeaf(id, depth) {
    return this.kids[id].length === 0 || this.ply[id] >= depth;
  }

  isUnknown(id) {
    return this.data.unknown !== undefined && this.data.unknown.includes(id);
  }

  hasUnknown() {
    return (this.data.unknown || []).length > 0;
  }

  // What every node is worth to this depth, by minimax; `null` where a leaf is not known.
  truth(depth) {
    if (this.recorded || this.hasUnknown()) return null;
    if (!this.truths.has(depth)) {
      const values = new Float64Array(this.size);
      for (let id = this.size - 1; id >= 0; id--) {
        if (this.isLeaf(id, depth)) {
          values[id] = this.value[id];
          continue;
        }
        let best = null;
        for (const child of this.kids[id]) {
          const v = values[child];
          if (best === null || (this.isMax(id) ? v > best : v < best)) best = v;
        }
        values[id] = best;
      }
      this.truths.set(depth, values);
    }
    return this.truths.get(depth);
  }

  // The children in the order in which they are searched.
  ordered(id, order, depth) {
    const kids = this.kids[id];
    if (order === 'given' || kids.length < 2) return kids;
    const truth = this.truth(depth);
    if (truth === null) return kids;
    const key = `${order} ${depth} ${id}`;
    if (!this.orders.has(key)) {
      const sign = this.isMax(id) === (order === 'best') ? -1 : 1;
      // Sorting is stable: equal ones stay in the order of the game.
      this.orders.set(key, [...kids].sort((a, b) => sign * (truth[a] - truth[b])));
    }
    return this.orders.get(key);
  }

  sizeTo(depth) {
    let nodes = 0, leaves = 0;
    for (let id = 0; id < this.size; id++) {
      if (this.ply[id] > depth) continue;
      nodes++;
      if (this.isLeaf(id, depth)) leaves++;
    }
    return { nodes, leaves, alpha: 0, beta: 0 };
  }

  // A search: its steps (if they are wanted), its counts and its value.
  search({ algorithm, order, depth }, record) {
    if (algorithm === 'recorded') return this.replay();
    const run = { steps: [], counts: { nodes: 0, leaves: 0, alpha: 0, beta: 0 }, value: null, best: -1 };
    const { counts } = run;
    const step = record ? (...args) => run.steps.push(args) : () => {};
    const hard = algorithm === 'negamax', cuts = algorithm !== 'minimax';

    const visit = (id, alpha, beta) => {
      counts.nodes++;
      if (this.isLeaf(id, depth)) {
        counts.leaves++;
        step(LEAF, id, this.value[id], alpha, beta);
        return this.value[id];
      }
      step(ENTER, id, null, alpha, beta);
      const max = this.isMax(id);
      const kids = this.ordered(id, order, depth);
      // Fail-hard: a node is worth no less than its window.
      let best = hard ? (max ? alpha : beta) : null;
      for (let i = 0; i < kids.length; i++) {
        let v = visit(kids[i], alpha, beta);
        const better = best === null || (max ? v > best : v < best);
        if (better) {
          best = hard ? Math.min(Math.max(v, alpha), beta) : v;
          if (id === 0) run.best = kids[i];
          if (cuts && max) alpha = Math.max(alpha, best);
          if (cuts && !max) beta = Math.min(beta, best);
        }
        step(BACK, id, v, alpha, beta, kids[i], better ? best : null);
        if (cuts && alpha >= beta) {
          if (max) counts.beta++; else counts.alpha++;
          step(CUT, id, best, alpha, beta, kids.slice(i + 1));
          break;
        }
      }
      return best;
    };

    run.value = visit(0, -INFINITE, INFINITE);
    step(END, 0, run.value);
    return run;
  }

  // The steps of a search that was recorded elsewhere.
  replay() {
    const { alpha, beta, value, end, updates } = this.recorded;
    const run = { steps: [], counts: { nodes: 0, leaves: 0, alpha: 0, beta: 0 }, value: value[0], best: -1 };
    const { counts, steps } = run;
    const visit = (id) => {
      counts.nodes++;
      let [low, high] = [alpha[id], beta[id]];
      if (this.kids[id].length === 0) {
        counts.leaves++;
        steps.push([LEAF, id, value[id], low, high]);
        return;
      }
      steps.push([ENTER, id, null, low, high]);
      const max = this.isMax(id);
      const skipped = this.kids[id].filter((kid) => end[kid] === 'x');
      let next = 0;
      for (const kid of this.kids[id]) {
        if (end[kid] === 'x') continue;
        visit(kid);
        const better = next < updates[id].length && updates[id][next] === value[kid];
        if (better) {
          next++;
          if (id === 0) run.best = kid;
          if (max) low = Math.max(low, value[kid]); else high = Math.min(high, value[kid]);
        }
        steps.push([BACK, id, value[kid], low, high, kid, better ? value[kid] : null]);
      }
      if (end[id] === 'a' || end[id] === 'b') {
        if (end[id] === 'b') counts.beta++; else counts.alpha++;
        steps.push([CUT, id, value[id], low, high, skipped]);
      }
    };
    visit(0);
    steps.push([END, 0, value[0]]);
    return run;
  }
}

// What is known after some steps of a search.
class State {
  constructor(tree, run) {
    this.tree = tree;
    this.run = run;
    this.first = new Int32Array(tree.size).fill(-1);
    run.steps.forEach((step, t) => {
      if (this.first[step[1]] < 0) this.first[step[1]] = t;
    });
    this.reset();
  }

  reset() {
    const n = this.tree.size;
    this.at = 0;
    this.status = new Uint8Array(n);
    this.value = new Array(n).fill(null);
    this.alpha = new Array(n).fill(null);
    this.beta = new Array(n).fill(null);
    this.cut = new Array(n).fill('');
    this.counts = { nodes: 0, leaves: 0, alpha: 0, beta: 0 };
  }

  // Steps 0 to t - 1 have been done. To go back is to begin anew: cheap enough.
  seek(t) {
    if (t < this.at) this.reset();
    for (; this.at < t; this.at++) this.apply(this.run.steps[this.at]);
  }

  apply([kind, id, v, alpha, beta, with_, best]) {
    if (kind === ENTER || kind === LEAF) {
      this.counts.nodes++;
      this.alpha[id] = alpha;
      this.beta[id] = beta;
      this.status[id] = OPEN;
      if (kind === LEAF) {
        this.counts.leaves++;
        this.value[id] = v;
        this.status[id] = DONE;
      }
    } else if (kind === BACK) {
      this.status[with_] = DONE;
      if (this.value[with_] === null) this.value[with_] = v;
      if (best !== null) this.value[id] = best;
      this.alpha[id] = alpha;
      this.beta[id] = beta;
    } else if (kind === CUT) {
      const max = this.tree.isMax(id);
      this.cut[id] = max ? 'beta' : 'alpha';
      this.counts[max ? 'beta' : 'alpha']++;
      for (const kid of with_) this.status[kid] = CUT_OFF;
    } else {
      this.status[id] = DONE;
      this.value[id] = v;
    }
  }

  step() {
    return this.at > 0 ? this.run.steps[this.at - 1] : null;
  }

  // Below a node that was cut off.
  isBelowCut(id) {
    for (let n = this.tree.parent[id]; n >= 0; n = this.tree.parent[n]) {
      if (this.status[n] === CUT_OFF) return true;
    }
    return false;
  }

  // From the root along the best moves found, once the search is over.
  line() {
    const line = [];
    if (this.at < this.run.steps.length) return line;
    let id = 0;
    while (id !== undefined) {
      line.push(id);
      const value = this.value[id];
      id = this.tree.kids[id].length === 0 ? undefined : this.next(id, value);
    }
    return line;
  }

  next(id, value) {
    if (id === 0 && this.run.best >= 0) return this.run.best;
    const seen = this.tree.kids[id].filter((kid) => this.status[kid] === DONE && this.value[kid] === value);
    // The first in the order of the search: later ones only equal it.
    return seen.sort((a, b) => this.first[a] - this.first[b])[0];
  }
}
