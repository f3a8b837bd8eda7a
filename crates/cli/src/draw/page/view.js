// The picture: which nodes are drawn, where they stand, how they look.

// Larger trees are folded: the path to the current node is open, and what the reader opens.
const WHOLE = 260;
// So many children of a node are drawn in a folded tree.
const FEW = 8;

const SIZE = { name: 11, value: 13, window: 10, pad: 5, gap: 9, level: 36, row: 4, indent: 14, cell: 12, coin: 6 };

function textWidth(text, size) {
  let width = 0;
  for (const c of text) {
    if ("ijl.,:;'|!".includes(c)) width += 0.28;
    else if (' []()ftrI/-'.includes(c)) width += 0.34;
    else if (c >= '⺀') width += 1;
    else if (c === '∞') width += 0.8;
    else if (c >= 'A' && c <= 'Z') width += 0.7;
    else width += 0.58;
  }
  return width * size;
}

const escapeText = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

class View {
  constructor(tree, narrator) {
    this.tree = tree;
    this.narrator = narrator;
    this.opened = new Set();
    this.from = new Map();
    this.below = new Int32Array(tree.size).fill(1);
    for (let id = tree.size - 1; id > 0; id--) this.below[tree.parent[id]] += this.below[id];
  }

  // What is to be drawn: items with children, in the order of the search.
  items(state, settings, focus, practice) {
    const { tree } = this;
    const sizes = tree.sizeTo(settings.depth);
    const whole = sizes.nodes <= WHOLE;
    const path = new Set();
    for (let n = focus; n >= 0; n = tree.parent[n]) path.add(n);
    // At the end the principal variation is what there is to see.
    if (!practice) state.line().forEach((n) => path.add(n));
    const items = [];
    const build = (id, parent) => {
      const item = { id, kids: [], parent, folded: 0, more: 0 };
      items.push(item);
      if (tree.isLeaf(id, settings.depth)) return item;
      if (!(whole || id === 0 || path.has(id) || this.opened.has(id))) {
        item.folded = this.below[id] - 1;
        return item;
      }
      const kids = tree.ordered(id, settings.order, settings.depth);
      let [begin, end] = [0, kids.length];
      if (!whole && kids.length > FEW) {
        const on = kids.findIndex((kid) => path.has(kid));
        const wanted = this.from.get(id);
        begin = wanted !== undefined && on < 0 ? wanted : on < 0 ? 0 : on - (on % FEW);
        begin = Math.max(0, Math.min(begin, kids.length - 1));
        end = Math.min(kids.length, begin + FEW);
      }
      const stub = (count, to) => {
        const more = { id, kids: [], parent: item, folded: 0, more: count, to };
        items.push(more);
        item.kids.push(more);
      };
      if (begin > 0) stub(begin, Math.max(0, begin - FEW));
      for (const kid of kids.slice(begin, end)) item.kids.push(build(kid, item));
      if (end < kids.length) stub(kids.length - end, end);
      return item;
    };
    build(0, null);
    return { items, whole };
  }

  sketch(id) {
    const { sketch } = this.tree.data;
    if (!sketch || !sketch.of[id]) return null;
    if (sketch.kind === 'grid') {
      const rows = sketch.of[id].split('/');
      return { rows, width: rows[0].length * SIZE.cell, height: rows.length * SIZE.cell };
    }
    const heaps = sketch.of[id].split('+').map(Number);
    return { heaps, width: heaps.length * (SIZE.coin + 2), height: Math.max(...heaps) * SIZE.coin };
  }

  // What stands in a node at this moment.
  dress(item, state, settings, practice) {
    const { tree, narrator } = this;
    const { id } = item;
    const leaf = tree.isLeaf(id, settings.depth);
    const seen = state.status[id];
    item.leaf = leaf;
    item.max = tree.isMax(id);
    item.move = narrator.move(id);
    item.title = (tree.data.name && tree.data.name[id]) || '';
    item.sketch = this.sketch(id);
    item.state = ['unseen', 'open', 'done', 'cut-off'][seen];
    if (!practice && (seen === CUT_OFF || state.isBelowCut(id))) item.state = 'cut-off';
    const by = practice || id === 0 ? '' : state.cut[tree.parent[id]];
    item.cutBy = by && (by === 'alpha' ? 'α' : 'β');
    item.window = '';
    item.value = '';
    if (item.more > 0) {
      Object.assign(item, { title: '', move: '', sketch: null, value: `+${item.more}`, leaf: true });
      return;
    }
    // Numbers stand there for all to see; what a position is worth has to be found out.
    const known = tree.data.numbers || practice;
    if (leaf && (known || seen === DONE)) {
      item.value = tree.isUnknown(id) ? '?' : narrator.value(tree.recorded ? tree.recorded.value[id] : tree.value[id]);
    } else if (!leaf && !practice && (seen === OPEN || seen === DONE)) {
      const v = state.value[id];
      const bound = state.cut[id] || seen === OPEN ? (item.max ? '≥' : '≤') : '';
      if (v !== null) item.value = bound + narrator.value(v);
      if (settings.algorithm !== 'minimax') item.window = narrator.window(state.alpha[id], state.beta[id]);
    }
  }

  // How large it is; a leaf with a board may have its value at its side.
  measure(item, beside) {
    const lines = [];
    if (item.title) lines.push([item.title, SIZE.name, 'name']);
    if (item.value || !item.leaf) lines.push([item.value || ' ', SIZE.value, 'value']);
    if (!item.leaf && (item.window || item.roomy)) lines.push([item.window || ' ', SIZE.window, 'window']);
    item.lines = lines;
    let width = item.leaf ? 18 : 36, height = 2 * SIZE.pad - 2;
    // Room for what a window may become, so that nothing jumps.
    if (item.roomy && !item.leaf) width = Math.max(width, item.roomy);
    for (const [text, size] of lines) {
      width = Math.max(width, textWidth(text, size) * 1.06 + 2 * SIZE.pad);
      height += size + 3;
    }
    item.beside = beside && item.leaf && item.sketch !== null && lines.length < 2;
    if (item.beside) {
      const value = lines.length > 0 ? textWidth(lines[0][0], SIZE.value) * 1.06 : 0;
      width = item.sketch.width + Math.max(value, 14) + 3 * SIZE.pad;
      height = item.sketch.height + 2 * SIZE.pad;
    } else if (item.sketch) {
      width = Math.max(width, item.sketch.width + 2 * SIZE.pad);
      height += item.sketch.height + 4;
    }
    if (item.folded > 0) width = Math.max(width, textWidth(`▾ ${item.folded}`, 10) + 8);
    item.width = width;
    item.height = height;
  }

  // Boxes beside each other in levels; leaves of one parent below each other
  // where side by side they would grow too wide.
  layout({ items }, room) {
    const flat = this.lay(items, false);
    return flat <= Math.max(room, 560) * 1.25 ? flat : this.lay(items, true);
  }

  lay(items, stacked) {
    const moves = items.some((item) => item.move);
    const levels = [];
    const level = (item) => (item.parent ? item.parent.level + 1 : 0);
    for (const item of items) {
      item.level = level(item);
      item.stack = stacked && item.kids.length > 1 && item.kids.every((kid) => kid.kids.length === 0);
      if (item.stack) item.kids.forEach((kid) => this.measure(kid, true));
      if (!(item.parent && item.parent.stack)) levels[item.level] = Math.max(levels[item.level] || 0, item.height);
    }
    const tops = [];
    let y = moves ? 16 : 6;
    for (const height of levels) {
      tops.push(y);
      y += (height || 0) + SIZE.level + (moves ? 8 : 0);
    }
    for (const item of [...items].reverse()) {
      const spans = item.kids.map((kid) => kid.span);
      item.inside = item.stack ? Math.max(...spans) + SIZE.indent
        : spans.reduce((sum, span) => sum + span, 0) + SIZE.gap * Math.max(0, spans.length - 1);
      item.span = Math.max(item.width, item.inside);
    }
    if (items.length > 0) items[0].left = 4;
    for (const item of items) {
      if (item.parent && item.parent.stack) continue;
      item.y = tops[item.level];
      if (item.stack) {
        let y = item.y + item.height + 6 + (moves ? 10 : 0);
        for (const kid of item.kids) {
          kid.x = item.left + SIZE.indent;
          kid.y = y;
          y += kid.height + SIZE.row + (moves ? 8 : 0);
        }
        item.x = item.left;
        continue;
      }
      let x = item.left + Math.max(0, item.span - item.inside) / 2;
      for (const kid of item.kids) {
        kid.left = x;
        x += kid.span + SIZE.gap;
      }
      item.x = item.left + (item.span - item.width) / 2;
    }
    for (const item of [...items].reverse()) {
      if (item.stack || item.kids.length === 0 || (item.parent && item.parent.stack)) continue;
      const first = item.kids[0], last = item.kids[item.kids.length - 1];
      const middle = (first.x + first.width / 2 + last.x + last.width / 2) / 2;
      item.x = Math.min(Math.max(middle - item.width / 2, item.left), item.left + item.span - item.width);
    }
    this.width = items.length > 0 ? items[0].span + 8 : 0;
    this.height = items.reduce((most, item) => Math.max(most, item.y + item.height + (item.folded ? 14 : 0)), 0) + 8;
    return this.width;
  }

  // The whole picture as the text of an SVG element.
  draw(state, settings, { practice, focus, marks, verdict, room }) {
    const chosen = this.items(state, settings, focus, practice);
    const { items } = chosen;
    const windows = settings.algorithm !== 'minimax' && !practice;
    // Windows are as wide as their widest value: both bounds known.
    let roomy = 0;
    if (windows) {
      let widest = textWidth('−∞', SIZE.window);
      for (const item of items) {
        const v = this.tree.value[item.id];
        if (v !== null) widest = Math.max(widest, textWidth(this.narrator.value(v), SIZE.window));
      }
      roomy = 2 * widest + textWidth('[, ]', SIZE.window) + 2 * SIZE.pad;
    }
    const line = new Set(practice ? [] : state.line());
    for (const item of items) {
      this.dress(item, state, settings, practice);
      item.roomy = roomy;
      item.on = item.more === 0 && line.has(item.id);
      item.mark = item.more === 0 && marks.has(item.id);
      item.verdict = (item.more === 0 && verdict && verdict.get(item.id)) || '';
      item.current = !practice && item.more === 0 && item.id === focus;
      this.measure(item);
    }
    this.layout(chosen, room);
    this.drawn = items;
    const edges = items.filter((item) => item.parent).map((item) => this.edge(item)).join('');
    return edges + items.map((item) => this.node(item, practice)).join('');
  }

  edge(item) {
    const { parent } = item;
    const kind = ['edge', item.state, item.on ? 'on' : '', item.mark ? 'marked' : '', item.verdict].filter(Boolean).join(' ');
    let path, cx, cy, turn;
    if (parent.stack) {
      const x = parent.x + 6, y = item.y + item.height / 2;
      path = `M${x} ${parent.y + parent.height}V${y}H${item.x + 1}`;
      [cx, cy, turn] = [(x + item.x) / 2 + 1, y, 90];
    } else {
      const x1 = parent.x + parent.width / 2, y1 = parent.y + parent.height;
      const x2 = item.x + item.width / 2, y2 = item.y;
      path = `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`;
      [cx, cy, turn] = [(x1 + x2) / 2, (y1 + y2) / 2, (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI];
    }
    const cutHere = item.state === 'cut-off' && !(parent.state === 'cut-off');
    const strokes = cutHere || item.mark || item.verdict
      ? `<path class="axe" transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${(turn + 65).toFixed(0)})" d="M-6 -2.2H6M-6 2.2H6"/>` : '';
    // Which bound it was, at the first of the branches that it cut off.
    const first = cutHere && parent.kids.find((kid) => kid.state === 'cut-off') === item && item.cutBy;
    const side = cx < parent.x + parent.width / 2 - 1 ? -13 : 13;
    const letter = first && !parent.stack ? `<text class="letter" font-size="13" x="${(cx + side).toFixed(1)}" y="${(cy + 3).toFixed(1)}">${item.cutBy}</text>` : '';
    return `<g class="${kind}"><path d="${path}"/>${strokes}${letter}</g>`;
  }

  node(item, practice) {
    const classes = ['node', item.max ? 'max' : 'min', item.leaf ? 'leaf' : 'inner', item.state,
      item.on ? 'on' : '', item.current ? 'current' : '', item.mark ? 'marked' : '', item.verdict,
      item.more > 0 ? 'more' : ''].filter(Boolean).join(' ');
    const { x, y, width, height } = item;
    const middle = x + width / 2;
    const radius = item.leaf ? 4 : item.max ? 0 : Math.min(height, 36) / 2;
    let out = `<rect class="shape" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="${radius}"/>`;
    if (item.move) out += `<text class="move" x="${middle.toFixed(1)}" y="${y - 4}">${escapeText(item.move)}</text>`;
    let at = y + SIZE.pad - 1;
    const lines = [...item.lines];
    const write = ([text, size, kind]) => {
      at += size;
      out += `<text class="${kind}" font-size="${size}" x="${middle.toFixed(1)}" y="${at.toFixed(1)}">${escapeText(text)}</text>`;
      at += 3;
    };
    if (item.title) write(lines.shift());
    if (item.beside) {
      this.beside(item, lines, (text) => { out += text; });
    } else if (item.sketch) {
      out += this.drawSketch(item.sketch, middle - item.sketch.width / 2, at + 1);
      at += item.sketch.height + 4;
    }
    if (!item.beside) lines.forEach(write);
    if (item.folded > 0) out += `<text class="fold" font-size="10" x="${middle.toFixed(1)}" y="${y + height + 11}">▾ ${item.folded}</text>`;
    const name = item.more > 0 ? say('more', item.more) : this.narrator.name(item.id);
    const role = item.more > 0 || item.folded > 0 || practice || item.first >= 0 ? 'button' : 'img';
    const pressed = practice && item.parent && item.more === 0 ? ` aria-pressed="${item.mark}"` : '';
    const label = [name, item.leaf ? '' : say('mover', item.max), item.value, item.window].filter(Boolean).join(', ');
    const to = item.more > 0 ? ` data-to="${item.to}"` : '';
    return `<g class="${classes}" tabindex="-1" role="${role}"${pressed} data-id="${item.id}"${to} data-name="${escapeText(name)}" aria-label="${escapeText(label)}">${out}</g>`;
  }

  // The board of a leaf, its value on the right.
  beside(item, lines, put) {
    put(this.drawSketch(item.sketch, item.x + SIZE.pad, item.y + SIZE.pad));
    if (lines.length === 0) return;
    const [text, size, kind] = lines[0];
    const x = item.x + SIZE.pad + item.sketch.width + (item.width - SIZE.pad - item.sketch.width) / 2;
    put(`<text class="${kind}" font-size="${size}" x="${x.toFixed(1)}" y="${(item.y + item.height / 2 + 5).toFixed(1)}">${escapeText(text)}</text>`);
  }

  drawSketch(sketch, left, top) {
    let out = '';
    if (sketch.heaps) {
      sketch.heaps.forEach((heap, i) => {
        const x = left + (i + 0.5) * (SIZE.coin + 2);
        for (let coin = 0; coin < heap; coin++) {
          out += `<circle class="coin" cx="${x.toFixed(1)}" cy="${(top + sketch.height - (coin + 0.5) * SIZE.coin).toFixed(1)}" r="2.6"/>`;
        }
      });
      return out;
    }
    const cell = SIZE.cell, r = cell * 0.28;
    let grid = '';
    for (let i = 1; i < sketch.rows.length; i++) grid += `M${left.toFixed(1)} ${top + i * cell}h${sketch.width}`;
    for (let i = 1; i < sketch.rows[0].length; i++) grid += `M${(left + i * cell).toFixed(1)} ${top}v${sketch.height}`;
    out += `<path class="grid" d="${grid}"/>`;
    sketch.rows.forEach((row, i) => {
      [...row].forEach((mark, j) => {
        const x = (left + (j + 0.5) * cell).toFixed(1), y = (top + (i + 0.5) * cell).toFixed(1);
        if (mark === 'X') out += `<path class="mark" d="M${x} ${y}m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}"/>`;
        else if (mark === 'O') out += `<circle class="mark" cx="${x}" cy="${y}" r="${r}"/>`;
        else if (mark !== '.') out += `<text font-size="9" x="${x}" y="${Number(y) + 3}">${escapeText(mark)}</text>`;
      });
    });
    return out;
  }
}
