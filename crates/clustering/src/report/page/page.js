'use strict';
(() => {
const $ = id => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const {topics, chapters, papers, sources} = data;
const PAGE = 50, HITS = 200, MOST = 60, MOST_DOTS = 400, NEAR = 12, FAR = 2.5;
const stage = $('stage'), canvas = $('canvas'), context = canvas.getContext('2d');
const paperAt = new Map(papers.map((paper, i) => [paper.i, i]));
const topicAt = new Map(topics.map((topic, i) => [topic.id, i]));
const members = topics.map(() => []);
papers.forEach((paper, i) => members[paper.t].push(i));
members.forEach(list => list.sort((a, b) => papers[b].s - papers[a].s || a - b));
const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

let abstracts = data.abstracts || null, unpackFailed = false;
let width = 1, height = 1, density = 1;
let view = {k: 1, x: 0, y: 0}, goal = {k: 1, x: 0, y: 0};
let hovered = -1, chosen = -1, topic = -1, hint = -1, band = null, query = '', hits = null, page = 0;
let haystacks = null, colours = [], ground = '#fff', text = '#000', frame = 0;
document.documentElement.classList.add('live');

/* Elements; data enters as text only. */
function make(tag, settings, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings || {})) {
    if (name === 'onclick') element.addEventListener('click', value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}
function mark(of) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg'), use = document.createElementNS(space, 'use');
  svg.setAttribute('class', 'mark c' + of.colour);
  svg.setAttribute('viewBox', '-7 -7 14 14');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', '#m' + of.mark);
  svg.append(use);
  return svg;
}
const badge = of => make('span', {class: 'badge c' + of.colour}, of.number);
const plain = number => number.toLocaleString('en');
const counted = (number, noun) => plain(number) + ' ' + noun + (number === 1 ? '' : 's');

/* The drawing. */
const paths = topics.map(one => new Path2D(one.region));
const shapes = data.marks.map(path => new Path2D(path));
const sprites = new Map();
function readColours() {
  const probe = make('span', {}), style = getComputedStyle(document.documentElement);
  document.body.append(probe);
  colours = topics.map(one => {
    probe.className = 'c' + one.colour;
    return getComputedStyle(probe).getPropertyValue('--ink').trim();
  });
  probe.remove();
  ground = style.getPropertyValue('--ground').trim();
  text = style.getPropertyValue('--text').trim();
  sprites.clear();
}
function radius() {
  const base = 13.5 * Math.pow(Math.max(papers.length, 1), -0.19) * Math.min(1.1, Math.max(0.75, Math.sqrt(width / 900)));
  return Math.round(Math.min(9, base * Math.pow(view.k, 0.3)) * 4) / 4;
}
function sprite(of, loose, size) {
  const key = of + (loose ? 'l' : 's') + size;
  if (sprites.has(key)) return sprites.get(key);
  if (sprites.size > 2000) sprites.clear();
  const side = Math.ceil((size * 1.5 + 2) * 2 * density), image = document.createElement('canvas');
  image.width = image.height = side;
  const pen = image.getContext('2d');
  pen.translate(side / 2, side / 2);
  pen.scale(size / 4.6 * density, size / 4.6 * density);
  pen.fillStyle = colours[of];
  pen.strokeStyle = ground;
  pen.lineWidth = 4.6 / size * Math.min(1.2, size / 6);
  pen.globalAlpha = loose ? 0.5 : 1;
  pen.fill(shapes[topics[of].mark]);
  pen.globalAlpha = 1;
  pen.stroke(shapes[topics[of].mark]);
  sprites.set(key, image);
  return image;
}
const across = place => place * width * view.k + view.x;
const down = place => place * height * view.k + view.y;
function isLit(i) {
  if (hits) return hits.has(i);
  if (band) return band.has(papers[i].t);
  const of = hint >= 0 ? hint : topic;
  return of < 0 || papers[i].t === of;
}
function drawRegions() {
  const focus = hint >= 0 ? hint : topic;
  const matrix = new DOMMatrix([width * view.k / 1000, 0, 0, height * view.k / 1000, view.x, view.y]);
  paths.forEach((path, of) => {
    const placed = new Path2D();
    placed.addPath(path, matrix);
    const strong = (band ? band.has(of) : focus === of) ? 2 : band || focus >= 0 || hits ? 0.5 : 1;
    context.fillStyle = context.strokeStyle = colours[of];
    context.globalAlpha = 0.11 * strong;
    context.fill(placed);
    context.globalAlpha = Math.min(0.8, 0.32 * strong);
    context.lineWidth = 1.2;
    context.stroke(placed);
  });
}
function drawPaper(i, size) {
  const x = across(papers[i].x), y = down(papers[i].y);
  if (x < -20 || y < -20 || x > width + 20 || y > height + 20) return;
  const image = sprite(papers[i].t, papers[i].l, size), side = image.width / density;
  context.drawImage(image, x - side / 2, y - side / 2, side, side);
}
function drawRing(i, size) {
  context.globalAlpha = 1;
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(across(papers[i].x), down(papers[i].y), size + 4, 0, 7);
  context.stroke();
}
function draw() {
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  drawRegions();
  const size = radius(), lit = [];
  context.globalAlpha = 0.14;
  for (let i = 0; i < papers.length; i++) isLit(i) ? lit.push(i) : drawPaper(i, size);
  context.globalAlpha = 1;
  const larger = hits ? size * 1.25 : size;
  for (const i of lit) drawPaper(i, Math.round(larger * 4) / 4);
  for (const i of [hovered, chosen]) if (i >= 0) {
    context.globalAlpha = 1;
    drawPaper(i, Math.max(size * 1.4, 5));
    drawRing(i, Math.max(size * 1.4, 5));
  }
}

/* Labels, those of the coarsest areas first: each at the nearest free place, or as its number alone; on a crowded map none that would lie far from its topic. */
const fields = chapters.filter(one => one.id && !one.depth);
function label(settings, hovered, left, ...parts) {
  const made = make('a', {dir: 'auto', draggable: 'false', ...settings}, ...parts);
  made.addEventListener('pointerenter', () => { hovered(); request(); });
  made.addEventListener('pointerleave', () => { left(); request(); });
  $('labels').append(made);
  return made;
}
const areaLabels = fields.map(one => label({href: '#' + one.id, class: 'area', title: 'Area: ' + one.label},
  () => { band = new Set(one.all); }, () => { band = null; }, make('span', {}, one.label)));
const labels = topics.map((one, of) => label({href: '#' + one.id, class: 'c' + one.colour, title: one.label},
  () => { hint = of; }, () => { hint = -1; }, badge(one), make('span', {}, one.label)));
let sizes = [], areaSizes = [], spots = [], areaSpots = [], spotsFor = 0;
function measureLabels() {
  [...areaLabels, ...labels].forEach(label => { label.hidden = false; label.classList.remove('short'); });
  areaSizes = areaLabels.map(label => [label.offsetWidth, label.offsetHeight]);
  const full = labels.map(label => [label.offsetWidth, label.offsetHeight]);
  labels.forEach(label => label.classList.add('short'));
  sizes = labels.map((label, of) => ({full: full[of], short: [label.offsetWidth, label.offsetHeight]}));
  spotsFor = 0;
}
function* around(reach) {
  yield [0, 0];
  for (let ring = 8; ring <= reach; ring += 8) for (let step = 0; step < 16; step++) {
    const turn = (step % 2 ? -1 : 1) * Math.ceil(step / 2) * Math.PI / 8 - Math.PI / 2;
    yield [1.3 * ring * Math.cos(turn), ring * Math.sin(turn)];
  }
}
/* The place that covers the fewest dots, at most so many; the nearest of equals. */
function freeSpot(point, [w, h], reach, taken, dots, most) {
  const k = view.k, right = width * k, bottom = height * k;
  let best = null, least = most + 1;
  for (const [dx, dy] of around(reach)) {
    const left = Math.max(4, Math.min(right - w - 4, point.x * right + dx - w / 2));
    const top = Math.max(4, Math.min(bottom - h - 4, point.y * bottom + dy - h / 2));
    const box = {left, top, right: left + w, bottom: top + h};
    if (taken.some(other => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)) continue;
    let covered = 0;
    for (const [x, y] of dots) {
      if (x > left - 7 && x < box.right + 7 && y > top - 7 && y < box.bottom + 7 && ++covered >= least) break;
    }
    if (covered < least) { least = covered; best = box; }
    if (!least) break;
  }
  return best;
}
function placeLabels() {
  const taken = [];
  const dots = papers.length > MOST_DOTS ? [] : papers.map(paper => [paper.x * width * view.k, paper.y * height * view.k]);
  if (view.k < 1.01) taken.push({left: width - 56, top: height - 128, right: width, bottom: height});
  areaSpots = fields.map((one, at) => {
    const box = view.k < FAR && freeSpot(one, areaSizes[at], 96, taken, dots, dots.length);
    if (box) taken.push(box);
    return box;
  });
  spots = topics.map((one, of) => {
    if (of >= MOST && view.k < 1 + of / MOST) return null;
    const {full, short} = sizes[of];
    const whole = (dots.length && freeSpot(one, full, 84, taken, dots, 0)) || freeSpot(one, full, dots.length ? 120 : 56, taken, dots, 2);
    const box = whole || freeSpot(one, short, dots.length ? Math.max(width, height) / 2 : 72, taken, dots, dots.length);
    if (box) taken.push(box);
    return box && {left: box.left, top: box.top, short: !whole};
  });
  spotsFor = view.k;
}
function moveLabels() {
  if (spotsFor !== view.k && (Math.abs(spotsFor / view.k - 1) > 0.04 || view.k === goal.k)) placeLabels();
  const drift = spotsFor ? view.k / spotsFor : 1;
  const focus = hint >= 0 ? hint : topic;
  const move = (label, spot) => {
    label.hidden = !spot;
    if (spot) label.style.transform = `translate(${(spot.left * drift + view.x).toFixed(1)}px,${(spot.top * drift + view.y).toFixed(1)}px)`;
  };
  areaLabels.forEach((label, at) => {
    move(label, areaSpots[at]);
    label.classList.toggle('dim', focus >= 0 && !fields[at].all.includes(focus));
  });
  labels.forEach((label, of) => {
    const spot = spots[of];
    move(label, spot);
    if (!spot) return;
    label.classList.toggle('short', spot.short);
    label.classList.toggle('dim', band ? !band.has(of) : focus >= 0 && focus !== of);
  });
}

/* Moving about. */
function clamp(place) {
  place.k = Math.min(40, Math.max(1, place.k));
  place.x = Math.min(0, Math.max(width - width * place.k, place.x));
  place.y = Math.min(0, Math.max(height - height * place.k, place.y));
  return place;
}
function request() {
  if (!frame) frame = requestAnimationFrame(tick);
}
function tick() {
  frame = 0;
  const far = Math.abs(goal.k - view.k) / view.k > 0.002 || Math.hypot(goal.x - view.x, goal.y - view.y) > 0.5;
  const share = still.matches || !far ? 1 : 0.24;
  for (const part of ['k', 'x', 'y']) view[part] += (goal[part] - view[part]) * share;
  if (share === 1) view = {...goal};
  draw();
  moveLabels();
  stage.classList.toggle('deep', goal.k > 1.01);
  if (share < 1) request();
}
function zoomAt(factor, x, y) {
  const k = Math.min(40, Math.max(1, goal.k * factor)), f = k / goal.k;
  goal = clamp({k, x: x - (x - goal.x) * f, y: y - (y - goal.y) * f});
  request();
}
function pan(dx, dy, now) {
  goal = clamp({k: goal.k, x: goal.x + dx, y: goal.y + dy});
  if (now) view = {...goal};
  request();
}
function showAll() { goal = {k: 1, x: 0, y: 0}; request(); }
function bringIn(point) {
  const x = point.x * width * goal.k + goal.x, y = point.y * height * goal.k + goal.y;
  if (x > 30 && y > 30 && x < width - 30 && y < height - 30) return;
  pan(width / 2 - x, height / 2 - y, false);
}
function nearest(x, y, reach) {
  let best = -1, least = reach * reach;
  for (let i = 0; i < papers.length; i++) {
    const distance = (across(papers[i].x) - x) ** 2 + (down(papers[i].y) - y) ** 2;
    if (distance < least && (isLit(i) || !hits)) { least = distance; best = i; }
  }
  return best;
}
const at = event => {
  const frame = stage.getBoundingClientRect();
  return [event.clientX - frame.left, event.clientY - frame.top];
};
const fingers = new Map();
let moved = 0;
function hover(i, x, y) {
  const tip = $('tip');
  if (i !== hovered) { hovered = i; request(); }
  stage.classList.toggle('over', i >= 0);
  tip.hidden = i < 0;
  if (i < 0) return;
  tip.replaceChildren(make('b', {dir: 'auto'}, papers[i].h), make('i', {dir: 'auto'}, topics[papers[i].t].number + '  ' + topics[papers[i].t].label));
  const left = Math.max(6, Math.min(width - tip.offsetWidth - 6, x + 16));
  const top = y + 20 + tip.offsetHeight > height ? Math.max(6, y - tip.offsetHeight - 16) : y + 20;
  tip.style.transform = `translate(${left}px,${top}px)`;
}
stage.addEventListener('wheel', event => {
  if (event.deltaY > 0 && goal.k <= 1.001 && !event.ctrlKey) return;
  event.preventDefault();
  const step = event.deltaY * (event.deltaMode ? 24 : 1) * (event.ctrlKey ? 4 : 1);
  zoomAt(Math.exp(-Math.max(-240, Math.min(240, step)) / 420), ...at(event));
}, {passive: false});
stage.addEventListener('pointerdown', event => {
  if (event.target.closest('button,a')) return;
  fingers.set(event.pointerId, at(event));
  moved = fingers.size > 1 ? 99 : 0;
});
stage.addEventListener('pointermove', event => {
  const here = at(event), before = fingers.get(event.pointerId);
  if (!before) {
    if (event.pointerType === 'mouse') hover(event.target.closest('button,a') ? -1 : nearest(...here, Math.max(NEAR, radius() + 3)), ...here);
    return;
  }
  if (fingers.size === 1) {
    moved += Math.hypot(here[0] - before[0], here[1] - before[1]);
    if (moved > 4) {
      if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      stage.classList.add('held');
      hover(-1);
      pan(here[0] - before[0], here[1] - before[1], true);
    }
  } else {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const spread = Math.hypot(here[0] - other[0], here[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
    zoomAt(spread, (here[0] + other[0]) / 2, (here[1] + other[1]) / 2);
    pan((here[0] - before[0]) / 2, (here[1] - before[1]) / 2, true);
  }
  fingers.set(event.pointerId, here);
});
function lift(event) {
  const was = fingers.delete(event.pointerId);
  stage.classList.remove('held');
  if (!was || event.type !== 'pointerup' || moved > 4) return;
  const found = nearest(...at(event), event.pointerType === 'mouse' ? NEAR : 24);
  if (found >= 0) go(papers[found].i);
  else if (location.hash) go('');
}
stage.addEventListener('pointerup', lift);
stage.addEventListener('pointercancel', lift);
stage.addEventListener('pointerleave', () => hover(-1));
stage.addEventListener('dblclick', event => { if (!event.target.closest('button,a')) zoomAt(2, ...at(event)); });
stage.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = [width / 2, height / 2];
  const acts = {
    ArrowLeft: () => pan(80, 0), ArrowRight: () => pan(-80, 0), ArrowUp: () => pan(0, 80), ArrowDown: () => pan(0, -80),
    '+': () => zoomAt(1.5, ...middle), '=': () => zoomAt(1.5, ...middle), '-': () => zoomAt(1 / 1.5, ...middle), '0': showAll,
  };
  if (!acts[event.key] || (event.target !== stage && event.key.startsWith('Arrow') && goal.k === 1)) return;
  if (event.key.startsWith('Arrow') && goal.k <= 1.001) return;
  event.preventDefault();
  acts[event.key]();
});
$('in').addEventListener('click', () => zoomAt(1.8, width / 2, height / 2));
$('out').addEventListener('click', () => zoomAt(1 / 1.8, width / 2, height / 2));
$('all').addEventListener('click', showAll);

/* The panel. */
const named = of => of.number + ' ' + of.label;
function paperRow(i, bare) {
  const paper = papers[i], of = topics[paper.t];
  const facts = [bare ? null : named(of), paper.o === undefined ? null : 'second ' + (bare ? named(topics[paper.o]) : topics[paper.o].number),
    paper.Y, paper.l ? 'loose' : null].filter(Boolean).join(' \u00b7 ');
  return make('li', {}, make('a', {class: 'row', href: '#' + paper.i}, mark(of),
    make('span', {dir: 'auto'}, paper.h, facts ? make('em', {}, facts) : ''), make('small', {title: 'Membership in its topic'}, paper.s.toFixed(2))));
}
function backTo(name, hash) {
  return make('button', {type: 'button', class: 'back', onclick: () => go(hash)}, '\u2190 ' + name);
}
function topicRow(of) {
  const one = topics[of];
  const row = make('a', {class: 'row topic', href: '#' + one.id}, mark(one), badge(one),
    make('span', {dir: 'auto'}, one.label), make('small', {}, plain(one.size)));
  row.addEventListener('pointerenter', () => { hint = of; request(); });
  row.addEventListener('pointerleave', () => { hint = -1; request(); });
  return make('li', {}, row);
}
function showChapter(one) {
  const name = one.id ? make('a', {href: '#' + one.id, 'data-card': ''}, one.label) : one.label;
  const heading = make('h' + Math.min(6, 2 + one.depth), {class: 'area d' + one.depth, dir: 'auto'}, name);
  return one.topics.length ? [heading, make('ul', {'aria-label': one.label}, ...one.topics.map(topicRow))] : [heading];
}
function showTopics() {
  if (chapters.length) return chapters.flatMap(showChapter);
  return [make('ul', {'aria-label': 'Topics'}, ...topics.map((_, of) => topicRow(of)))];
}
function showTopic(of) {
  const one = topics[of], list = members[of].slice(0, HITS);
  const card = make('a', {href: '#' + one.id, 'data-card': ''}, 'Phrases, evidence and all papers');
  return [backTo('All topics', ''), make('h3', {dir: 'auto'}, badge(one), ' ', one.label),
    make('p', {class: 'meta'}, counted(one.size, 'paper') + (one.standing ? ', stands ' + one.standing : '') + '. ', card), make('ul', {}, ...list.map(i => paperRow(i, true)))];
}
function fact(name, ...value) {
  return make('div', {}, make('dt', {}, name), make('dd', {dir: 'auto'}, ...value));
}
const tag = of => make('a', {class: 'tag', href: '#' + of.id}, mark(of), named(of));
function abstractOf(i) {
  if (abstracts) return abstracts[i] || 'No abstract.';
  return unpackFailed ? 'This browser cannot unpack the abstracts; they are in topic-map.json.' : 'Unpacking the abstracts \u2026';
}
function showPaper(i) {
  const paper = papers[i], of = topics[paper.t];
  const place = [paper.v, paper.Y, paper.d].filter(Boolean).join(', ');
  const facts = [
    fact('Topic', tag(of)),
    fact('Membership', paper.s.toFixed(2) + (paper.l ? ', sits loosely in its topic' : '')),
    paper.o === undefined ? null : fact('Second topic', tag(topics[paper.o])),
    paper.w ? fact('Keywords', paper.w.join(', ')) : null,
    fact(paper.f.length === 1 ? 'Dump' : 'Dumps', paper.f.map(at => sources[at]).join(', ')),
    paper.k ? fact(paper.k.length === 1 ? 'Key' : 'Keys', paper.k.join(', ')) : null,
    fact('Id', make('code', {}, paper.i)),
  ];
  const link = paper.u && /^https?:\/\//i.test(paper.u)
    ? make('p', {class: 'meta'}, make('a', {href: paper.u, rel: 'noopener noreferrer', target: '_blank'}, 'Open the paper')) : null;
  const part = paper.n ? make('p', {class: 'meta'}, `The model read ${plain(data.limit)} of ${counted(paper.n, 'token')}.`) : null;
  return [query ? backTo('Hits', '') : backTo(named(of), of.id), make('h3', {dir: 'auto'}, paper.h),
    paper.T ? make('p', {class: 'meta', dir: 'auto'}, paper.T) : null,
    paper.a ? make('p', {class: 'meta', dir: 'auto'}, paper.a.join(', ')) : null,
    place ? make('p', {class: 'meta', dir: 'auto'}, place) : null, part, link,
    make('p', {class: 'abstract', dir: 'auto'}, abstractOf(i)), make('dl', {class: 'facts'}, ...facts)].filter(Boolean);
}
function showHits() {
  const list = [...hits];
  if (!list.length) return [make('p', {class: 'empty'}, 'No paper holds all of these words.')];
  const more = list.length > HITS ? make('p', {class: 'empty'}, `The first ${HITS} of ${plain(list.length)}; the whole list is under Papers.`) : null;
  return [make('p', {class: 'empty'}, counted(list.length, 'paper')), make('ul', {}, ...list.slice(0, HITS).map(i => paperRow(i, false))), more];
}
function showPanel() {
  const parts = chosen >= 0 ? showPaper(chosen) : hits ? showHits() : topic >= 0 ? showTopic(topic) : showTopics();
  $('panel').replaceChildren(...parts.filter(Boolean));
  $('panel').scrollTop = 0;
}

/* Search and the list. */
const folded = words => words.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
function haystack(paper, i) {
  return folded([paper.h, paper.T, (paper.a || []).join(' '), (paper.k || []).join(' '), (paper.w || []).join(' '), paper.i, paper.Y,
    abstracts ? abstracts[i] : ''].filter(Boolean).join('\n'));
}
function search() {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  haystacks = haystacks || papers.map(haystack);
  const inTitle = [], inText = [];
  haystacks.forEach((words_, i) => {
    if (!words.every(word => words_.includes(word))) return;
    const title = folded(papers[i].h);
    (words.every(word => title.includes(word)) ? inTitle : inText).push(i);
  });
  return new Set([...inTitle, ...inText]);
}
let wait = 0;
function ask(words) {
  query = words;
  for (const field of [$('query'), $('query2')]) if (field.value !== words) field.value = words;
  clearTimeout(wait);
  wait = setTimeout(() => {
    if (location.hash && query) history.replaceState(null, '', location.pathname + location.search);
    chosen = topic = -1;
    page = 0;
    hits = search();
    $('hits').textContent = hits ? counted(hits.size, 'paper') : '';
    showPanel();
    showList();
    request();
  }, papers.length > 5000 ? 180 : 60);
}
const orders = {
  topic: (a, b) => papers[a].t - papers[b].t || papers[b].s - papers[a].s,
  headline: (a, b) => papers[a].h.localeCompare(papers[b].h, 'en'),
  score: (a, b) => papers[b].s - papers[a].s,
  year: (a, b) => (papers[b].Y || 0) - (papers[a].Y || 0),
};
let sorted = null, sortedBy = '';
function ordered() {
  const by = $('order').value;
  if (by !== sortedBy) { sorted = papers.map((_, i) => i).sort((a, b) => orders[by](a, b) || a - b); sortedBy = by; }
  return hits ? sorted.filter(i => hits.has(i)) : sorted;
}
function showList() {
  const list = ordered(), last = Math.max(0, Math.ceil(list.length / PAGE) - 1);
  page = Math.min(page, last);
  const from = page * PAGE, to = Math.min(list.length, from + PAGE);
  $('list').replaceChildren(...list.slice(from, to).map(i => paperRow(i, false)));
  $('range').textContent = list.length ? `${plain(from + 1)} to ${plain(to)} of ${plain(list.length)}` : 'No paper holds all of these words';
  $('back').disabled = page === 0;
  $('on').disabled = page === last;
}
function turn(by) {
  page += by;
  showList();
  $('papers').scrollIntoView();
}
$('query').addEventListener('input', event => ask(event.target.value));
$('query2').addEventListener('input', event => ask(event.target.value));
$('order').addEventListener('change', () => { page = 0; showList(); });
$('back').addEventListener('click', () => turn(-1));
$('on').addEventListener('click', () => turn(1));

/* Addresses: #p… is a paper, #t… a topic. */
function route() {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* a broken escape names nothing */ }
  chosen = paperAt.has(name) ? paperAt.get(name) : -1;
  topic = topicAt.has(name) ? topicAt.get(name) : -1;
  hint = -1;
  if (topic >= 0 && hits) { hits = null; query = $('query').value = $('query2').value = ''; showList(); }
  document.querySelectorAll('.card.lit').forEach(card => card.classList.remove('lit'));
  if (topic >= 0) $(topics[topic].id).classList.add('lit');
  if (chosen >= 0) bringIn(papers[chosen]);
  if (topic >= 0) bringIn(topics[topic]);
  showPanel();
  request();
}
function go(name) {
  const hash = name ? '#' + name : location.pathname + location.search;
  if (location.hash.slice(1) !== name) history.pushState(null, '', hash);
  route();
}
function reveal(element) {
  const frame = element.getBoundingClientRect();
  if (frame.top < 0 || frame.top > innerHeight - 160) element.scrollIntoView({block: innerWidth > 900 ? 'center' : 'start'});
}
document.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const name = link.getAttribute('href').slice(1);
  const inMap = link.closest('.atlas') && !link.hasAttribute('data-card');
  if (paperAt.has(name)) {
    event.preventDefault();
    go(name);
    reveal($('side'));
    $('panel').focus({preventScroll: true});
  } else if (topicAt.has(name) && inMap) {
    event.preventDefault();
    go(name);
  } else if (topicAt.has(name)) {
    event.preventDefault();
    go(name);
    $(name).scrollIntoView();
  }
});
addEventListener('hashchange', () => {
  route();
  if (chosen >= 0) reveal($('side'));
});
addEventListener('popstate', route);
addEventListener('keydown', event => {
  if (event.key === 'Escape' && (location.hash || query)) {
    if (query) ask('');
    go('');
  } else if (event.key === '/' && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    event.preventDefault();
    $('query').focus();
  }
});

/* Light and dark, remembered where the browser lets us. */
function remembered() { try { return localStorage.getItem('papermap-theme'); } catch { return null; } }
function remember(theme) { try { localStorage.setItem('papermap-theme', theme); } catch { /* not allowed: only for this visit */ } }
function setTheme(theme) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  readColours();
  request();
}
$('theme').addEventListener('click', () => {
  const now = document.documentElement.dataset.theme || (dark.matches ? 'dark' : 'light');
  const next = now === 'dark' ? 'light' : 'dark';
  remember(next);
  setTheme(next);
});
dark.addEventListener('change', () => setTheme());

/* Start. */
async function unpackList(packed) {
  const binary = atob(packed), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}
async function unpack() {
  const packed = $('packed').textContent.trim();
  if (!packed) return;
  try {
    const lists = [];
    for (const list of packed.split('\n')) lists.push(await unpackList(list));
    abstracts = lists.flat();
  } catch { unpackFailed = true; }
  $('packed').textContent = '';
  haystacks = null;
  if (chosen >= 0) showPanel();
  if (query) ask(query);
}
function fit() {
  const frame = stage.getBoundingClientRect(), ratio = devicePixelRatio || 1;
  if (!frame.width || !frame.height) return;
  if (ratio !== density) sprites.clear();
  const fx = frame.width / width, fy = frame.height / height;
  [width, height, density] = [frame.width, frame.height, ratio];
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  goal = clamp({k: goal.k, x: goal.x * fx, y: goal.y * fy});
  view = {...goal};
  measureLabels();
  placeLabels();
  draw();
  moveLabels();
}
function watchDensity() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => { fit(); watchDensity(); }, {once: true});
}
setTheme(remembered());
fit();
new ResizeObserver(fit).observe(stage);
watchDensity();
showList();
route();
unpack();
if (chosen >= 0) addEventListener('load', () => setTimeout(() => $('map').scrollIntoView({behavior: 'instant'})));
})();
