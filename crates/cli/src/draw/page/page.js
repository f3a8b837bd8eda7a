// The controls.

(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($('data').textContent);
  const tree = new Tree(data);
  const narrator = new Narrator(tree);
  const view = new View(tree, narrator);
  const svg = $('tree'), stage = $('stage');

  const settings = { algorithm: data.algorithm, order: 'given', depth: tree.height };
  let practice = data.exercise;
  let run, state, focus = 0, scale = 0, playing = null, marks = new Set(), verdict = null;
  language = data.language || ((navigator.language || '').startsWith('zh') ? 'zh' : 'en');

  // Practice is about cut-offs: minimax has none.
  const task = () => (practice && settings.algorithm === 'minimax' ? { ...settings, algorithm: 'alpha-beta' } : settings);

  function search() {
    run = tree.search(task(), true);
    state = new State(tree, run);
    state.seek(0);
    marks = new Set();
    verdict = null;
    $('slider').max = run.steps.length;
    compare();
  }

  // Which rows the table has: every search that this tree allows.
  function rows() {
    if (tree.recorded) return [{ algorithm: 'recorded', order: 'given' }];
    if (tree.hasUnknown()) return [{ algorithm: 'alpha-beta', order: 'given' }];
    const others = ['given', 'best', 'worst'].map((order) => ({ algorithm: 'alpha-beta', order }));
    return [{ algorithm: 'minimax', order: 'given' }, ...others];
  }

  let table = [];
  function compare() {
    table = rows().map((row) => {
      const found = tree.search({ ...row, depth: settings.depth }, false);
      return { ...row, counts: found.counts, value: found.value };
    });
  }

  function showTable() {
    const body = $('counts').tBodies[0];
    body.replaceChildren();
    const cells = (counts) => [counts.nodes, counts.leaves, counts.alpha, counts.beta];
    const add = (label, numbers, value, chosen, choose) => {
      const row = body.insertRow();
      const head = row.insertCell();
      if (choose) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.addEventListener('click', choose);
        head.append(button);
      } else {
        head.textContent = label;
      }
      for (const n of numbers) row.insertCell().textContent = n;
      row.insertCell().textContent = value;
      if (chosen) row.className = 'chosen';
      return row;
    };
    if (!practice) {
      const now = add(say('soFar'), cells(state.counts), state.value[0] === null ? '' : narrator.value(state.value[0]));
      now.id = 'so-far';
    }
    // In an exercise the counts would tell too much.
    if (practice && verdict === null) {
      $('counts').hidden = true;
      return;
    }
    $('counts').hidden = false;
    for (const { algorithm, order, counts, value } of table) {
      const label = algorithm === 'alpha-beta' && table.length > 1 ? `α-β, ${say(order)}` : say(algorithm);
      const chosen = task().algorithm === algorithm && (algorithm === 'minimax' || settings.order === order);
      const row = add(label, cells(counts), narrator.value(value), chosen, practice || table.length < 2 ? null : () => {
        Object.assign(settings, { algorithm, order });
        restart();
      });
      row.dataset.search = `${algorithm} ${order}`;
    }
  }

  function options(select, values, labels, chosen) {
    select.replaceChildren(...values.map((value, i) => new Option(labels[i], value, false, String(value) === String(chosen))));
    select.disabled = values.length < 2;
  }

  function showChoices() {
    const all = !tree.recorded && !tree.hasUnknown();
    const algorithms = tree.recorded ? ['recorded'] : all ? ['minimax', 'alpha-beta', 'negamax'] : ['alpha-beta', 'negamax'];
    const usable = practice ? algorithms.filter((a) => a !== 'minimax') : algorithms;
    options($('algorithm'), usable, usable.map((a) => say(a)), task().algorithm);
    const orders = all ? ['given', 'best', 'worst'] : ['given'];
    options($('order'), orders, orders.map((o) => say(o)), settings.order);
    $('order').disabled ||= settings.algorithm === 'minimax' && !practice;
    const depths = all && data.evaluated ? Array.from({ length: tree.height }, (_, i) => i + 1) : [tree.height];
    options($('depth'), depths, depths, settings.depth);
    $('depth-label').hidden = depths.length < 2;
  }

  function showWords() {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    $('title').textContent = (data.title && data.title[language]) || say('tree');
    document.title = $('title').textContent;
    $('language').textContent = say('language');
    for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say);
    for (const element of document.querySelectorAll('[data-title]')) {
      element.title = say(element.dataset.title);
      element.setAttribute('aria-label', say(element.dataset.title));
    }
    const note = tree.recorded ? (data.engine ? 'engine' : 'limited') : tree.hasUnknown() ? 'unknown' : '';
    $('note').hidden = note === '';
    $('note').textContent = note && say(note);
    svg.setAttribute('aria-label', say('tree'));
    $('slider').setAttribute('aria-label', say('step'));
    showLegend();
    showChoices();
  }

  function showLegend() {
    const pictures = {
      max: '<rect class="shape" x="3" y="4" width="20" height="12"/>',
      min: '<rect class="shape" x="3" y="4" width="20" height="12" rx="6"/>',
      window: '<text x="13" y="14" font-size="10">[α,β]</text>',
      cut: '<g class="edge cut-off"><path d="M1 10H26"/><path class="axe" transform="translate(13 10) rotate(65)" d="M-5 -2H5M-5 2H5"/></g>',
      line: '<g class="edge on"><path d="M2 10H25"/></g>',
      bound: '<text x="13" y="14" font-size="11">≥ ≤</text>',
    };
    const list = $('legend').querySelector('ul');
    list.replaceChildren();
    const add = (html) => {
      const li = document.createElement('li');
      li.innerHTML = html;
      list.append(li);
    };
    for (const [kind, words] of say('marks')) {
      const group = kind === 'max' || kind === 'min' ? `<g class="${kind} inner done">${pictures[kind]}</g>` : pictures[kind];
      add(`<svg class="tree" width="27" height="20" aria-hidden="true">${group}</svg>${escapeText(words)}`);
    }
    if (!data.infinite) add(escapeText(say('won')));
    add(escapeText(say('keys')));
  }

  const narrow = () => innerWidth < 900;

  function draw() {
    const had = document.activeElement && svg.contains(document.activeElement) ? document.activeElement.dataset : null;
    const room = stage.clientWidth;
    svg.innerHTML = view.draw(state, task(), { practice, focus, marks, verdict, room });
    const { width, height } = view;
    svg.setAttribute('viewBox', `0 0 ${width.toFixed(0)} ${height.toFixed(0)}`);
    // Fitted to the room, but never too small to read: rather the reader scrolls.
    const high = narrow() ? 0.52 * innerHeight : innerHeight - stage.getBoundingClientRect().top - scrollY - 20;
    const fitting = Math.max(0.62, Math.min(1.6, (room - 8) / width, Math.max(0.85, (high - 8) / height)));
    const factor = scale || fitting;
    svg.setAttribute('width', (width * factor).toFixed(0));
    svg.setAttribute('height', (height * factor).toFixed(0));
    svg.classList.toggle('practice', practice);
    const nodes = [...svg.querySelectorAll('.node')];
    const at = had && nodes.find((n) => n.dataset.id === had.id && n.dataset.to === had.to);
    const stop = at || nodes.find((n) => Number(n.dataset.id) === focus) || nodes[0];
    if (stop) stop.setAttribute('tabindex', '0');
    if (at) at.focus({ preventScroll: true });
    if (!practice) follow(factor);
  }

  // Keeps the current node in sight.
  function follow(factor) {
    const item = view.drawn.find((i) => i.current);
    if (!item) return;
    const left = svg.offsetLeft + item.x * factor, top = svg.offsetTop + item.y * factor;
    const right = left + item.width * factor, bottom = top + item.height * factor;
    const margin = 24;
    if (left < stage.scrollLeft + margin) stage.scrollLeft = left - margin;
    else if (right > stage.scrollLeft + stage.clientWidth - margin) stage.scrollLeft = right - stage.clientWidth + margin;
    if (top < stage.scrollTop + margin) stage.scrollTop = top - margin;
    else if (bottom > stage.scrollTop + stage.clientHeight - margin) stage.scrollTop = bottom - stage.clientHeight + margin;
  }

  function show() {
    const step = state.step();
    focus = step === null ? 0 : step[1];
    $('watch').setAttribute('aria-pressed', !practice);
    $('practice').setAttribute('aria-pressed', practice);
    $('player').hidden = practice;
    $('exercise').hidden = !practice;
    $('fresh').hidden = !(data.numbers && !tree.recorded && !tree.hasUnknown());
    const order = settings.order === 'given' ? '' : ` (${say(settings.order)})`;
    $('sentence').textContent = practice ? say('task', order) : narrator.sentence(state, task());
    $('slider').value = state.at;
    $('count').textContent = `${state.at} / ${run.steps.length}`;
    $('first').disabled = $('back').disabled = state.at === 0;
    $('last').disabled = $('forward').disabled = state.at === run.steps.length;
    $('next-cut').disabled = nextCut() < 0;
    $('play').textContent = say(playing ? 'pause' : 'play');
    showTable();
    draw();
  }

  function seek(t) {
    state.seek(Math.max(0, Math.min(run.steps.length, t)));
    show();
  }

  function nextCut() {
    for (let t = state.at; t < run.steps.length; t++) if (run.steps[t][0] === CUT) return t + 1;
    return -1;
  }

  function restart() {
    stop();
    search();
    showChoices();
    show();
  }

  function stop() {
    clearInterval(playing);
    playing = null;
  }

  function play() {
    if (playing) {
      stop();
      return show();
    }
    if (state.at === run.steps.length) state.seek(0);
    playing = setInterval(() => {
      if (state.at >= run.steps.length) stop();
      seek(state.at + 1);
    }, 900);
    show();
  }

  function setPractice(on, at) {
    stop();
    practice = on;
    search();
    showChoices();
    seek(at || 0);
  }

  // The branches that the search cuts off, each with the step that does it.
  function cutBranches() {
    const cuts = new Map();
    for (const step of run.steps) {
      if (step[0] === CUT) for (const kid of step[5]) cuts.set(kid, step);
    }
    return cuts;
  }

  function above(id, set) {
    for (let n = tree.parent[id]; n > 0; n = tree.parent[n]) if (set.has(n)) return true;
    return false;
  }

  function check() {
    const cuts = cutBranches();
    verdict = new Map();
    const list = $('verdict');
    list.replaceChildren();
    const add = (kind, text) => {
      const li = document.createElement('li');
      li.className = kind;
      li.textContent = text;
      list.append(li);
    };
    const full = new State(tree, run);
    let found = 0, wrong = 0;
    const notes = [];
    for (const [id, step] of cuts) {
      if (marks.has(id)) {
        found++;
        verdict.set(id, 'good');
      } else {
        verdict.set(id, 'missed');
        full.seek(run.steps.indexOf(step) + 1);
        notes.push(['missed', say('missed', narrator.name(id), narrator.cut(full, step))]);
      }
    }
    for (const id of marks) {
      // What hangs below a branch that was cut off is not searched either.
      if (cuts.has(id) || above(id, cuts)) continue;
      wrong++;
      verdict.set(id, 'wrong');
      notes.push(['wrong', say('notCut', narrator.name(id))]);
    }
    const right = found === cuts.size && wrong === 0;
    let text = cuts.size === 0 ? say('noCuts') : say('right', found, cuts.size);
    if (wrong > 0) text += say('wrong', wrong);
    text += right ? ` ${say('allRight')}` : language === 'zh' ? '。' : '.';
    const answer = $('root-value').value.trim().replace('−', '-');
    if (answer !== '') {
      const value = narrator.value(run.value).replace('−', '-');
      const same = answer === value || answer.replace(/^\+/, '') === value || answer.replace('inf', '∞') === value;
      text += same ? say('valueRight', narrator.value(run.value)) : say('valueWrong');
    }
    add(right ? 'good' : 'missed', text);
    for (const [kind, note] of notes.slice(0, 12)) add(kind, note);
    show();
    list.scrollIntoView({ block: 'nearest' });
  }

  function clear() {
    marks = new Set();
    verdict = null;
    $('verdict').replaceChildren();
    $('root-value').value = '';
    show();
  }

  function fresh() {
    for (let id = 0; id < tree.size; id++) {
      if (tree.kids[id].length === 0) tree.value[id] = Math.floor(Math.random() * 19) - 9;
    }
    tree.forget();
    clear();
    restart();
  }

  // A node or a stub was chosen.
  function choose(element) {
    const id = Number(element.dataset.id);
    if (element.dataset.to !== undefined) {
      view.from.set(id, Number(element.dataset.to));
      if (!practice) stop();
      // The path to the current node no longer decides what is shown there.
      focus = id;
      return draw();
    }
    if (practice) {
      const item = view.drawn.find((i) => i.id === id && i.more === 0);
      if (item && item.folded > 0 && !view.opened.has(id)) {
        view.opened.add(id);
        return draw();
      }
      if (id === 0) return;
      if (marks.has(id)) marks.delete(id); else marks.add(id);
      verdict = null;
      $('verdict').replaceChildren();
      return show();
    }
    const item = view.drawn.find((i) => i.id === id && i.more === 0);
    if (item && item.folded > 0) {
      view.opened.add(id);
      return draw();
    }
    if (state.first[id] >= 0) {
      stop();
      seek(state.first[id] + 1);
    }
  }

  // From the focused node to another by arrows.
  function walk(element, key) {
    const items = view.drawn;
    const nodes = [...svg.querySelectorAll('.node')];
    const item = items[nodes.indexOf(element)];
    if (!item) return false;
    const siblings = item.parent ? item.parent.kids : [item];
    const at = siblings.indexOf(item);
    const to = { ArrowUp: item.parent, ArrowDown: item.kids[0], ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1] }[key];
    if (!to) return true;
    const target = nodes[items.indexOf(to)];
    element.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
    target.focus();
    return true;
  }

  function zoom(by) {
    const now = Number(svg.getAttribute('width')) / view.width;
    scale = Math.max(0.25, Math.min(4, now * by));
    draw();
  }

  // The picture as a file, with its colours as they are on a white sheet.
  function save() {
    const copy = svg.cloneNode(true);
    const style = document.createElementNS(svg.namespaceURI, 'style');
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const root = rules.find((rule) => rule.selectorText === ':root').style;
    const ours = rules.filter((rule) => (rule.selectorText || '').startsWith('.tree ')).map((rule) => rule.cssText);
    // Not every program that draws SVG knows variables.
    style.textContent = ours.join('\n').replace(/var\((--[a-z]+)\)/g, (_, name) => root.getPropertyValue(name).trim());
    copy.prepend(style);
    for (const node of copy.querySelectorAll('[tabindex]')) node.removeAttribute('tabindex');
    const sheet = document.createElementNS(svg.namespaceURI, 'rect');
    for (const [name, value] of [['width', '100%'], ['height', '100%'], ['fill', '#fff']]) sheet.setAttribute(name, value);
    style.after(sheet);
    copy.setAttribute('width', view.width.toFixed(0));
    copy.setAttribute('height', view.height.toFixed(0));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
    link.download = 'tree.svg';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  const on = (id, act, event = 'click') => $(id).addEventListener(event, act);
  on('first', () => { stop(); seek(0); });
  on('back', () => { stop(); seek(state.at - 1); });
  on('forward', () => { stop(); seek(state.at + 1); });
  on('last', () => { stop(); seek(run.steps.length); });
  on('next-cut', () => { stop(); seek(nextCut()); });
  on('play', play);
  on('slider', () => { stop(); seek(Number($('slider').value)); }, 'input');
  on('watch', () => setPractice(false));
  on('practice', () => setPractice(true));
  on('answer', () => setPractice(false, 0));
  on('again', clear);
  on('fresh', fresh);
  on('exercise', (event) => { event.preventDefault(); check(); }, 'submit');
  on('smaller', () => zoom(1 / 1.25));
  on('larger', () => zoom(1.25));
  on('fit', () => { scale = 0; draw(); });
  on('save', save);
  const toggleLanguage = () => { language = language === 'en' ? 'zh' : 'en'; showWords(); $('verdict').replaceChildren(); show(); };
  on('language', toggleLanguage);
  for (const id of ['algorithm', 'order']) on(id, () => { settings[id] = $(id).value; restart(); }, 'change');
  on('depth', () => { settings.depth = Number($('depth').value); restart(); }, 'change');
  svg.addEventListener('click', (event) => {
    const node = event.target.closest('.node');
    if (node) choose(node);
  });

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const element = event.target;
    const { key } = event;
    const inTree = svg.contains(element) && element.classList.contains('node');
    if (element.tagName === 'SELECT' || (element.tagName === 'INPUT' && element.type === 'text')) return;
    const handled = () => event.preventDefault();
    if (inTree && (key === 'Enter' || key === ' ')) {
      handled();
      return choose(element);
    }
    if (inTree && (practice || key === 'ArrowUp' || key === 'ArrowDown') && key.startsWith('Arrow')) {
      handled();
      walk(element, key);
      return;
    }
    if (key === ' ' && (element.tagName === 'BUTTON' || element.tagName === 'SUMMARY')) return;
    const keys = practice ? {} : {
      ArrowRight: () => { stop(); seek(state.at + 1); }, ArrowLeft: () => { stop(); seek(state.at - 1); },
      Home: () => { stop(); seek(0); }, End: () => { stop(); seek(run.steps.length); },
      PageDown: () => { stop(); seek(state.at + 10); }, PageUp: () => { stop(); seek(state.at - 10); },
      ' ': play, c: () => { if (nextCut() >= 0) { stop(); seek(nextCut()); } },
    };
    const everywhere = { p: () => setPractice(!practice), l: toggleLanguage, '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), f: () => { scale = 0; draw(); } };
    const act = keys[key.length === 1 ? key.toLowerCase() : key] || everywhere[key.toLowerCase()];
    if (act) {
      handled();
      act();
    }
  });

  let resized = 0;
  window.addEventListener('resize', () => {
    cancelAnimationFrame(resized);
    resized = requestAnimationFrame(draw);
  });

  search();
  showWords();
  show();
})();
