'use strict';
// Reads the state once a second and shows it. It uses nothing but the public API.

const $ = id => document.getElementById(id);
const CARDS = 60;
const SYMPTOMS = 12;
const SUBJECTS = 3;
const REPLICAS = 60;
const PATIENCE_MILLIS = 10000;
let token = sessionStorage.getItem('amoeba.token') || '';

function percent(share) {
  if (share === null || share === undefined) return '–';
  const value = share * 100;
  return (value === 0 || value === 100 ? value : value.toFixed(1)) + ' %';
}

function number(value) {
  if (value === null || value === undefined) return '–';
  if (value >= 1e6) return (value / 1e6).toFixed(2) + ' M';
  if (value >= 1e4) return (value / 1e3).toFixed(1) + ' k';
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

function millis(value) {
  if (value === undefined) return '–';
  return value >= 10000 ? (value / 1000).toFixed(1) + ' s' : number(value) + ' ms';
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Shows exactly these children. Those that stay are not taken out: they would lose focus and selection.
function show(parent, children) {
  const staying = new Set(children);
  [...parent.children].forEach(child => staying.has(child) || child.remove());
  children.forEach((child, i) => {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] || null);
  });
}

// Only what is new is said: screen readers repeat a status that is set again.
function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function figure(title, value, unit, mood) {
  const box = element('div', 'figure ' + (mood || ''));
  const big = element('b', '', value);
  if (unit) big.append(element('small', '', unit));
  box.append(big, element('span', '', title));
  return box;
}

function drawFigures(state) {
  const subtasks = state.operators.reduce((sum, o) => sum + o.parallelism, 0);
  const primaries = state.nodes.reduce((sum, n) => sum + n.primaries.length, 0);
  const known = state.operators.filter(o => o.alignedShare !== undefined);
  const aligned = known.length ? known.reduce((s, o) => s + o.alignedShare, 0) / known.length : null;
  const local = state.operators.filter(o => o.localHitRate !== null);
  const share = local.length ? local.reduce((s, o) => s + o.localHitRate, 0) / local.length : null;
  const records = state.operators.reduce((s, o) => s + (o.recordsInPerSecond || 0), 0);
  const done = state.plans.filter(p => p.adaptationMillis !== undefined);
  const counts = state.nodes.flatMap(n => n.primaries).map(p => p.hashSlotCount);
  const between = counts.length ? `${number(Math.min(...counts))} – ${number(Math.max(...counts))}` : '–';
  if (state.storeAlone) {
    return $('figures').replaceChildren(
      figure('hash slots of a primary', between, ''),
      figure('primaries', number(primaries), ''),
      figure('nodes', number(state.nodes.length), ''),
      figure('last adaptation', done.length ? millis(done[0].adaptationMillis) : '–', ''));
  }
  const mood = value => value === null ? '' : value > .98 ? 'good' : 'warn';
  $('figures').replaceChildren(
    figure('hash slots aligned', percent(aligned), '', mood(aligned)),
    figure('local-hit rate', percent(share), '', mood(share)),
    figure('records in', number(records), '/s'),
    figure('last adaptation', done.length ? millis(done[0].adaptationMillis) : '–', ''),
    figure('nodes', number(state.nodes.length), ''),
    figure('primaries', number(primaries), ''),
    figure('subtasks', number(subtasks), ''));
}

function nodeCard(node, index) {
  const card = element('div', 'node');
  card.style.setProperty('--node', nodeColour(index));
  const title = element('h3', '', node.name);
  const count = node.primaries.reduce((sum, p) => sum + p.hashSlotCount, 0);
  title.append(' ', element('span', 'quiet', count ? number(count) + ' hash slots' : 'no primary'));
  card.append(title);
  const store = element('div', 'row');
  store.append(element('span', 'kind', 'Redis'));
  node.primaries.forEach(p => store.append(element('span', 'mono', p.host + ':' + p.port)));
  if (!node.primaries.length) store.append(element('span', 'quiet', '–'));
  const flink = element('div', 'row of-job');
  flink.append(element('span', 'kind', 'Flink'));
  node.subtasks.forEach(s => {
    const moved = subtaskPlaces.cameLately(subtaskName(s));
    const chip = element('span', 'subtask' + (s.status === 'RUNNING' ? '' : ' waiting') + (moved ? ' moved' : ''), subtaskName(s));
    chip.title = `${s.taskManager} on ${s.host}, attempt ${s.attempt}, ${s.status}` + (moved ? ', came here in the last minute' : '');
    flink.append(chip);
  });
  if (!node.subtasks.length) flink.append(element('span', 'quiet', '–'));
  card.append(store, flink);
  return card;
}

function nodeText(node) {
  const primaries = node.primaries.map(p => `Redis ${p.host}:${p.port}, ${number(p.hashSlotCount)} hash slots`);
  const subtasks = node.subtasks.map(s => `${subtaskName(s)}, ${s.status.toLowerCase()}`);
  return [node.name, ...primaries, ...subtasks].join('\n');
}

// More nodes than people read one by one are tiles; a search makes them few again.
function nodeTile(node, index) {
  const whole = node.primaries.length && (node.subtasks.length || shown.storeAlone);
  const tile = element('i', whole ? '' : 'half-empty');
  tile.style.setProperty('--node', nodeColour(index));
  tile.describe = () => nodeText(node);
  return tile;
}

// Tiles and cards are kept while nothing about their node changes: there may be a thousand.
let keptNodes = new Map();

function drawNodes(state) {
  $('nodeSearch').hidden = state.nodes.length <= CARDS;
  // A search that is no longer seen must not hide nodes.
  const wanted = $('nodeSearch').hidden ? '' : $('nodeFilter').value.trim().toLowerCase();
  const found = state.nodes
    .map((node, index) => ({ node, index }))
    .filter(({ node }) => !wanted || nodeText(node).toLowerCase().includes(wanted));
  const many = found.length > CARDS;
  say($('nodeCount'), `${number(found.length)} of ${number(state.nodes.length)} nodes`);
  $('nodes').className = many ? 'tiles' : '';
  const drawn = new Map();
  show($('nodes'), found.map(({ node, index }) => {
    const moved = node.subtasks.map(s => subtaskPlaces.cameLately(subtaskName(s)));
    const key = JSON.stringify([many, nodeColour(index), node, moved]);
    drawn.set(key, keptNodes.get(key) || (many ? nodeTile(node, index) : nodeCard(node, index)));
    return drawn.get(key);
  }));
  keptNodes = drawn;
}

// The first subjects of a problem, and how many more there are.
function subjects(found) {
  const more = found.subjects.length - SUBJECTS;
  return found.subjects.slice(0, SUBJECTS).join(', ') + (more > 0 ? ` and ${number(more)} more` : '');
}

function statement(found) {
  return found.subjects.length ? `${subjects(found)}: ${found.text}` : found.text;
}

// What was seen where, and the remedy; the code is what the documentation and the API call it.
function symptom(found) {
  const item = element('li', found.severity);
  if (found.subjects.length) item.append(element('b', '', `${subjects(found)}: `));
  item.append(found.text, ' ', element('span', 'mono quiet', found.code));
  if (found.remedy) item.append(element('div', 'quiet', found.remedy));
  return item;
}

function drawSymptoms(state) {
  const items = state.symptoms.slice(0, SYMPTOMS).map(symptom);
  const more = state.symptoms.length - items.length;
  if (more > 0) items.push(element('li', '', `and ${number(more)} more`));
  $('symptoms').replaceChildren(...(items.length ? items : [element('li', 'none', 'none')]));
}

function cells(row, ...values) {
  values.forEach(value => {
    const cell = element('td');
    cell.append(value instanceof Node ? value : String(value));
    row.append(cell);
  });
  return row;
}

function fill(table, rows, columns) {
  const body = $(table).tBodies[0];
  if (!rows.length) {
    const row = element('tr');
    const cell = element('td', 'empty', 'none yet');
    cell.colSpan = columns;
    row.append(cell);
    rows = [row];
  }
  show(body, rows);
}

function known(value, text) {
  return value === null ? element('span', 'quiet', 'unknown') : text(value);
}

// A row for each replica; the primary is named in the first of its rows.
function drawReplicas(state) {
  const address = server => element('span', 'mono', `${server.host}:${server.port}`);
  const rows = state.nodes.flatMap(n => n.primaries).flatMap(p => p.replicas.map((r, i) => () => cells(element('tr'),
    i ? '' : address(p), i ? '' : known(p.replicaReadShare, percent), address(r),
    known(r.lagSeconds, s => number(s) + ' s'), known(r.lagBytes, b => number(b) + ' B'))));
  $('replication').hidden = !rows.length;
  const shown = rows.slice(0, REPLICAS).map(row => row());
  const more = rows.length - shown.length;
  if (more > 0) shown.push(cells(element('tr'), `and ${number(more)} more`));
  fill('replicas', shown, 5);
}

function drawHandOvers(state) {
  fill('handOvers', state.operators.filter(o => o.handOver).map(o => {
    const h = o.handOver;
    const state = h.epoch === 0 ? 'hash routing' : h.complete ? 'complete' : h.phase;
    const chip = element('span', 'chip ' + (h.complete ? 'completed' : h.epoch ? 'executing' : ''), state);
    const routers = h.ordered ? `${h.routersActive} active, ${h.routersPrepared} prepared of ${h.routersExpected}` : 'direct';
    return cells(element('tr'), o.name, h.epoch, chip, routers, h.ordered && h.epoch ? `${h.gatesFinished} of ${h.gatesExpected}` : '–',
      number(h.heldRecords), h.longestHoldMicros ? millis(h.longestHoldMicros / 1000) : '–');
  }), 7);
}

function draw(state) {
  state.nodes ||= []; state.operators ||= []; state.symptoms ||= [];
  seePlaces(state);
  document.body.classList.toggle('store-alone', state.storeAlone === true);
  $('job').textContent = state.job
    ? `${state.job.name} · ${state.job.state.toLowerCase()} · Flink ${state.job.flinkVersion}` : state.storeAlone ? 'Redis without Flink' : 'no job';
  drawControl(state);
  $('drill').hidden = state.drill.activity === 'idle';
  $('drill').className = 'chip drill';
  $('drill').textContent = `drill: ${number(state.drill.completedSwitches)} switches`;
  drawFigures(state);
  drawBands(state);
  drawNodes(state);
  drawSymptoms(state);
  drawReplicas(state);
  drawUpkeep(state);
  drawHandOvers(state);
  drawPlans(state);
  drawDecisions(state);
  drawCharts(state);
}

function live(connected, text) {
  $('live').className = 'chip' + (connected ? '' : ' lost');
  say($('live').lastChild, text);
  $('content').classList.toggle('stale', !connected);
}

function authorization() {
  return token ? { Authorization: 'Bearer ' + token } : {};
}

// Looks do not overlap: what is slow, or never answered, must neither pile up nor overtake.
let standsBy = false;
let looking = false;
let lookAgain = false;
let tokenTried = false;
let shown = null;

async function refresh() {
  if (looking) {
    lookAgain = true;
    return;
  }
  looking = true;
  try {
    await look();
  } catch (problem) {
    live(false, problem.name === 'TimeoutError' ? 'no answer' : 'not connected');
  } finally {
    looking = false;
  }
  if (lookAgain) {
    lookAgain = false;
    refresh();
  }
}

async function look() {
  const asked = token;
  const answer = await fetch('/api/v1/state', {
    headers: authorization(), cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MILLIS),
  });
  const locked = answer.status === 401 || answer.status === 403;
  $('login').hidden = !locked;
  $('content').hidden = locked;
  // A look that was under way when the token was given tells of the former one.
  if (tokenTried && asked === token) {
    tokenTried = false;
    notice(!locked ? '' : answer.status === 401 ? 'unknown token' : 'this token may not read: it needs the role viewer or operator');
  }
  if (locked) return lock(answer.status === 401 ? 'locked' : 'not permitted');
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({}));
    standsBy = answer.status === 503;
    notice(body.error || '');
    return live(false, standsBy ? 'stands by' : 'error ' + answer.status);
  }
  if (standsBy) {
    standsBy = false;
    notice('');
  }
  shown = await answer.json();
  try {
    redraw();
  } catch (problem) {
    console.error(problem);
    return live(false, 'not shown: error in the page');
  }
  live(true, 'live');
}

// The header says nothing of what the last token has shown.
function lock(why) {
  shown = null;
  for (const id of ['pause', 'paused', 'drill']) $(id).hidden = true;
  for (const id of ['job', 'mode']) say($(id), '');
  live(false, why);
}

function redraw() {
  if (shown) draw(shown);
}

$('login').addEventListener('submit', event => {
  event.preventDefault();
  token = $('token').value.trim();
  $('token').value = '';
  sessionStorage.setItem('amoeba.token', token);
  tokenTried = true;
  refresh();
});
$('nodes').addEventListener('mousemove', event => event.target.describe ? showTip(event, event.target.describe()) : hideTip());
$('nodes').addEventListener('mouseleave', hideTip);
$('nodeFilter').addEventListener('input', redraw);
addEventListener('resize', redraw);
refresh();
setInterval(() => looking || refresh(), 1000);
