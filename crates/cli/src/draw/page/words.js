// What the page says, in English and Chinese.

const WORDS = {
  en: {
    language: '中文',
    watch: 'Watch', practice: 'Try it yourself',
    algorithm: 'Algorithm', order: 'Move order', depth: 'Depth',
    minimax: 'minimax', 'alpha-beta': 'alpha-beta', negamax: 'negamax (fail-hard)', recorded: 'as recorded',
    given: 'as given', best: 'best first', worst: 'worst first',
    first: 'To the start', back: 'One step back', play: 'Play', pause: 'Pause', forward: 'One step on',
    last: 'To the end', nextCut: 'Next cut', step: 'Step', smaller: 'Smaller', larger: 'Larger', fit: 'Fit', save: 'Save SVG',
    search: 'Search', nodes: 'nodes', leaves: 'leaves', alphaCuts: 'α cuts', betaCuts: 'β cuts', value: 'value',
    soFar: 'so far',
    legend: 'Marks and keys',
    marks: [
      ['max', 'MAX to move'], ['min', 'MIN to move'],
      ['window', '[α, β]: what MAX and MIN are sure of already'],
      ['cut', 'cut off'], ['line', 'principal variation'],
      ['bound', '≥ ≤: so much at least, at most'],
    ],
    won: '+W3, −W3: MAX, MIN has won 3 plies from the root',
    keys: '← → a step · Home End · Space play · C next cut · P practice · + − size · L language. In practice: arrows move, Enter marks.',
    check: 'Check', again: 'Clear', answer: 'Show the search', fresh: 'New numbers',
    rootValue: 'Value of the root',
    task: (order) => `The search goes from left to right. Click the branches that alpha-beta cuts off${order}, then check.`,
    tree: 'The tree',
    more: (n) => `${n} more`,
    open: (n) => `${n} nodes below, open`,
    theRoot: 'the root',
    mover: (max) => (max ? 'MAX' : 'MIN'),
    limited: 'The tree was too large to be embedded whole: this is the search that was recorded. Other algorithms, orders and depths need a lesser --depth.',
    engine: 'This is the search of the engine as it was recorded, its last iteration.',
    unknown: 'Some leaves are not known, so only alpha-beta in the given order can be shown: it does not ask for them.',
    ready: (n, max) => `Ready. ${max ? 'MAX' : 'MIN'} is to move at the root. Step through the search with the buttons or the arrow keys.`,
    enterRoot: (n, who, w) => `The search begins at ${n}, ${who} to move.${w ? ` Nothing is known yet: the window is ${w}.` : ''}`,
    enter: (n, who, w) => `Down to ${n}, ${who} to move${w ? `, with the window ${w} of the nodes above` : ''}.`,
    leaf: (n, v) => `${n} is a leaf: its value is ${v}.`,
    first_: (n, who, kid, v) => `${n} (${who}) gets ${v} from ${kid}, the first value here.`,
    better: (n, who, kid, v, old, max) => `${n} (${who}) gets ${v} from ${kid}, ${max ? 'more' : 'less'} than ${old}.`,
    keeps: (n, who, kid, v, old) => `${n} (${who}) keeps ${old}: ${v} from ${kid} is no better.`,
    nothing: (n, who, kid, v) => `${n} (${who}): ${v} from ${kid} does not come into the window.`,
    alphaUp: (w) => ` α rises: the window is now ${w}.`,
    betaDown: (w) => ` β falls: the window is now ${w}.`,
    betaCut: (n, v, above, beta, rest, plies) =>
      `Beta cut at ${n}. MAX is sure of ${v} here, but ${above ? `MIN at ${above}` : 'MIN'} can already hold MAX to ${beta}${plies > 1 ? ` (${plies} plies up: a deep cut)` : ''}. As ${v} ≥ ${beta}, MIN will never let play come here: ${rest} need not be searched.`,
    alphaCut: (n, v, above, alpha, rest, plies) =>
      `Alpha cut at ${n}. MIN can hold MAX to ${v} here, but ${above ? `MAX at ${above}` : 'MAX'} is already sure of ${alpha}${plies > 1 ? ` (${plies} plies up: a deep cut)` : ''}. As ${v} ≤ ${alpha}, MAX will never come here: ${rest} need not be searched.`,
    nothingLeft: 'nothing was left to search here, so the cut saves nothing; what follows',
    others: (n) => `${n} other moves`,
    end: (v, who, best, a, b, c, d) =>
      `The search is over: the value is ${v}${best ? `, and ${who} plays ${best}` : ''}. It visited ${a} of ${b} nodes and ${c} of ${d} leaves.`,
    endRecorded: (v, who, best, a, c) =>
      `The search is over: the value is ${v}${best ? `, and ${who} plays ${best}` : ''}. It visited ${a} nodes and ${c} leaves.`,
    right: (n, all) => `${n} of ${all} cut branches found`,
    wrong: (n) => `, ${n} marked that must be searched`,
    allRight: 'All right!',
    valueRight: (v) => ` The value of the root is ${v}.`,
    valueWrong: ' The value of the root is another one.',
    missed: (n, why) => `Missed: ${n}. ${why}`,
    notCut: (n) => `${n} must be searched: when its turn comes, its parent's α is still below its β.`,
    noCuts: 'Nothing is cut off in this tree.',
    and: ' and ', comma: ', ',
  },
  zh: {
    language: 'English',
    watch: '演示', practice: '自己试试',
    algorithm: '算法', order: '走法次序', depth: '深度',
    minimax: '极大极小', 'alpha-beta': 'α-β 剪枝', negamax: '负极大值（fail-hard）', recorded: '所记录的搜索',
    given: '原次序', best: '好着在前', worst: '差着在前',
    first: '回到开头', back: '后退一步', play: '播放', pause: '暂停', forward: '前进一步',
    last: '到末尾', nextCut: '下一次剪枝', step: '步', smaller: '缩小', larger: '放大', fit: '适合窗口', save: '保存 SVG',
    search: '搜索', nodes: '结点', leaves: '叶', alphaCuts: 'α 剪枝', betaCuts: 'β 剪枝', value: '值',
    soFar: '到目前',
    legend: '图例与按键',
    marks: [
      ['max', 'MAX 走（极大结点）'], ['min', 'MIN 走（极小结点）'],
      ['window', '[α, β]：MAX 与 MIN 已有把握的值'],
      ['cut', '被剪去'], ['line', '主要变例'],
      ['bound', '≥ ≤：至少、至多'],
    ],
    won: '+W3、−W3：距根 3 步时 MAX、MIN 已胜',
    keys: '← → 单步 · Home End 首尾 · 空格 播放 · C 下一次剪枝 · P 练习 · + − 缩放 · L 语言。练习时方向键移动，回车标记。',
    check: '检查', again: '清除', answer: '看搜索过程', fresh: '换一组数',
    rootValue: '根的值',
    task: (order) => `搜索从左到右进行${order}。请点出 α-β 剪枝会剪去的分枝，然后检查。`,
    tree: '搜索树',
    more: (n) => `另有 ${n} 个`,
    open: (n) => `下面还有 ${n} 个结点，展开`,
    theRoot: '根',
    mover: (max) => (max ? 'MAX' : 'MIN'),
    limited: '树太大，未能整个放入本页：这里是所记录的搜索。要看其他算法、次序和深度，请减小 --depth。',
    engine: '这是所记录的引擎搜索的最后一次迭代。',
    unknown: '有些叶的值未知，所以只能演示原次序的 α-β 剪枝：它不会去问这些叶。',
    ready: (n, max) => `准备就绪。根处轮到 ${max ? 'MAX' : 'MIN'} 走。用按钮或方向键一步步看搜索。`,
    enterRoot: (n, who, w) => `搜索从${n}开始，轮到 ${who}。${w ? `还什么都不知道：窗口是 ${w}。` : ''}`,
    enter: (n, who, w) => `进入 ${n}，轮到 ${who}${w ? `，带着上面传下的窗口 ${w}` : ''}。`,
    leaf: (n, v) => `${n} 是叶，值为 ${v}。`,
    first_: (n, who, kid, v) => `${n}（${who}）从 ${kid} 得到第一个值 ${v}。`,
    better: (n, who, kid, v, old, max) => `${n}（${who}）从 ${kid} 得到 ${v}，比 ${old} ${max ? '大' : '小'}。`,
    keeps: (n, who, kid, v, old) => `${n}（${who}）仍为 ${old}：${kid} 的 ${v} 并不更好。`,
    nothing: (n, who, kid, v) => `${n}（${who}）：${kid} 的 ${v} 没有进入窗口。`,
    alphaUp: (w) => `α 上升，窗口变为 ${w}。`,
    betaDown: (w) => `β 下降，窗口变为 ${w}。`,
    betaCut: (n, v, above, beta, rest, plies) =>
      `在 ${n} 发生 β 剪枝。MAX 在这里已有把握得到 ${v}，而${above ? `在 ${above} 的 ` : ' '}MIN 已能把 MAX 限制在 ${beta}${plies > 1 ? `（在上面 ${plies} 层：深剪枝）` : ''}。因为 ${v} ≥ ${beta}，MIN 不会让棋走到这里：${rest}不必再搜索。`,
    alphaCut: (n, v, above, alpha, rest, plies) =>
      `在 ${n} 发生 α 剪枝。MIN 在这里能把 MAX 限制在 ${v}，而${above ? `在 ${above} 的 ` : ' '}MAX 已有把握得到 ${alpha}${plies > 1 ? `（在上面 ${plies} 层：深剪枝）` : ''}。因为 ${v} ≤ ${alpha}，MAX 不会走到这里：${rest}不必再搜索。`,
    nothingLeft: '这里已没有剩下的分枝，所以没有省下什么，',
    others: (n) => `其余 ${n} 个走法`,
    end: (v, who, best, a, b, c, d) =>
      `搜索结束：值为 ${v}${best ? `，${who} 走 ${best}` : ''}。访问了 ${b} 个结点中的 ${a} 个，${d} 个叶中的 ${c} 个。`,
    endRecorded: (v, who, best, a, c) =>
      `搜索结束：值为 ${v}${best ? `，${who} 走 ${best}` : ''}。访问了 ${a} 个结点、${c} 个叶。`,
    right: (n, all) => `${all} 条被剪分枝找到了 ${n} 条`,
    wrong: (n) => `，另有 ${n} 条标记的分枝其实必须搜索`,
    allRight: '全对！',
    valueRight: (v) => `根的值是 ${v}。`,
    valueWrong: '根的值不对。',
    missed: (n, why) => `漏掉：${n}。${why}`,
    notCut: (n) => `${n} 必须搜索：轮到它时，父结点的 α 仍小于 β。`,
    noCuts: '这棵树没有可剪的分枝。',
    and: '、', comma: '、',
  },
};

let language = 'en';
const say = (key, ...args) => {
  const word = WORDS[language][key];
  return typeof word === 'function' ? word(...args) : word;
};

const signed = (n) => String(n).replace('-', '−');

// A value as the trees show it.
function show(v, infinite) {
  if (v === null || v === undefined) return '';
  const size = Math.abs(v), sign = v < 0 ? '−' : '+';
  if (size === INFINITE) return `${sign}∞`;
  if (size > GREATEST) return infinite ? `${sign}∞` : `${sign}W${WIN - size}`;
  return signed(v);
}

// The sentences that go with the steps of a search.
class Narrator {
  constructor(tree) {
    this.tree = tree;
    this.data = tree.data;
  }

  value(v) {
    return show(v, this.data.infinite);
  }

  window(alpha, beta) {
    return `[${this.value(alpha)}, ${this.value(beta)}]`;
  }

  // A node as sentences name it.
  name(id) {
    const { data, tree } = this;
    if (data.name && data.name[id]) return data.name[id];
    if (id === 0) return say('theRoot');
    const path = [];
    for (let n = id; n > 0; n = tree.parent[n]) path.push(n);
    path.reverse();
    const steps = path.map((n) => this.move(n) || tree.kids[tree.parent[n]].indexOf(n));
    return steps.join(this.data.moves.length > 1 ? '–' : '.');
  }

  move(id) {
    return this.data.moves[this.data.move[id]] || '';
  }

  list(ids) {
    if (ids.length > 4) return say('others', ids.length);
    const names = ids.map((id) => this.name(id));
    if (names.length < 2) return names[0] || say('nothingLeft');
    return names.slice(0, -1).join(say('comma')) + say('and') + names[names.length - 1];
  }

  sentence(state, settings) {
    const step = state.step();
    const { tree } = this;
    if (step === null) return say('ready', this.name(0), tree.isMax(0));
    const [kind, id, v, alpha, beta, with_, best] = step;
    const windows = settings.algorithm !== 'minimax';
    const max = tree.isMax(id), who = say('mover', max), n = this.name(id);
    const window = windows ? this.window(alpha, beta) : '';
    switch (kind) {
      case ENTER:
        return say(id === 0 ? 'enterRoot' : 'enter', n, who, window);
      case LEAF:
        return say('leaf', n, this.value(v));
      case BACK: {
        const before = this.before(state, id);
        const kid = this.name(with_), value = this.value(v);
        if (best === null) {
          return before === null ? say('nothing', n, who, kid, value) : say('keeps', n, who, kid, value, this.value(before));
        }
        const text = before === null ? say('first_', n, who, kid, value)
          : say('better', n, who, kid, value, this.value(before), max);
        const [a, b] = this.windowBefore(state, id);
        if (!windows || (a === alpha && b === beta)) return text;
        return text + say(max ? 'alphaUp' : 'betaDown', window);
      }
      case CUT:
        return this.cut(state, step);
      default:
        return this.ending(state, settings, v);
    }
  }

  // What stood at a node before the last step.
  before(state, id) {
    for (let t = state.at - 2; t >= 0; t--) {
      const [kind, node, , , , , best] = state.run.steps[t];
      if (node === id && kind === BACK && best !== null) return best;
      if (node === id && kind === ENTER) return null;
    }
    return null;
  }

  windowBefore(state, id) {
    for (let t = state.at - 2; t >= 0; t--) {
      const [kind, node, , alpha, beta] = state.run.steps[t];
      if (node === id && kind !== END) return [alpha, beta];
    }
    return [null, null];
  }

  // Which ancestor of the other player holds the bound, and why that cuts.
  cut(state, [, id, v, alpha, beta, rest]) {
    const { tree } = this;
    const max = tree.isMax(id), bound = max ? beta : alpha;
    let above = -1, plies = 0;
    for (let n = tree.parent[id], up = 1; n >= 0; n = tree.parent[n], up++) {
      if (tree.isMax(n) !== max && state.value[n] === bound) {
        above = n;
        plies = up;
        break;
      }
    }
    const place = above < 0 ? '' : this.name(above);
    return say(max ? 'betaCut' : 'alphaCut', this.name(id), this.value(v), place, this.value(bound), this.list(rest), plies);
  }

  ending(state, settings, v) {
    const { tree } = this;
    const best = state.run.best;
    const move = best < 0 ? '' : this.move(best) || this.name(best);
    const who = say('mover', tree.isMax(0));
    const { nodes, leaves } = state.counts;
    if (tree.recorded) return say('endRecorded', this.value(v), who, move, nodes, leaves);
    const all = tree.sizeTo(settings.depth);
    return say('end', this.value(v), who, move, nodes, all.nodes, leaves, all.leaves);
  }
}
