'use strict';
// Hash slots as bands: one for the node of each hash slot's primary, one per operator for the node of
// its owner, and a thin one that says where both are the same.

const HASH_SLOTS = 16384;
const HUES = [172, 262, 28, 210, 336, 95, 48, 305, 190, 8, 130, 235];
const dark = window.matchMedia('(prefers-color-scheme: dark)');

function nodeColour(index) {
  const hue = HUES[index % HUES.length];
  const turn = Math.floor(index / HUES.length) * 11;
  return `hsl(${(hue + turn) % 360} ${dark.matches ? '58% 55%' : '62% 44%'})`;
}

function nodesOfPrimaries(state) {
  const nodes = new Int16Array(HASH_SLOTS).fill(-1);
  state.nodes.forEach((node, index) => node.primaries.forEach(primary =>
    primary.hashSlots.forEach(([from, to]) => nodes.fill(index, from, to + 1))));
  return nodes;
}

function subtasksOfOwners(operator) {
  const subtasks = new Int16Array(HASH_SLOTS).fill(-1);
  (operator.owners || []).forEach(([from, to, subtask]) => subtasks.fill(subtask, from, to + 1));
  return subtasks;
}

function nodesOfOwners(state, operator, subtasks) {
  const index = new Map(state.nodes.map((node, i) => [node.name, i]));
  const places = operator.subtaskNodes.map(name => index.has(name) ? index.get(name) : -1);
  return subtasks.map(subtask => subtask < 0 ? -1 : places[subtask] ?? -1);
}

function paintBand(canvas, colourOf) {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  if (canvas.width !== width) { canvas.width = width; canvas.height = 1; }
  const context = canvas.getContext('2d');
  let from = 0;
  let colour = colourOf(0);
  for (let x = 1; x <= width; x++) {
    const next = x < width ? colourOf(Math.floor(x * HASH_SLOTS / width)) : null;
    if (next !== colour) {
      context.fillStyle = colour;
      context.fillRect(from, 0, x - from, 1);
      from = x;
      colour = next;
    }
  }
}

function bandRow(id, className) {
  let row = document.getElementById(id);
  if (!row) {
    row = document.createElement('div');
    row.id = id;
    row.className = 'band ' + className;
    row.innerHTML = '<div class="label"></div><canvas height="1" role="img"></canvas>';
    document.getElementById('bands').append(row);
    const canvas = row.lastChild;
    canvas.addEventListener('mousemove', event => {
      const slot = Math.min(HASH_SLOTS - 1, Math.max(0,
        Math.floor(event.offsetX * HASH_SLOTS / canvas.clientWidth)));
      showTip(event, canvas.describe ? canvas.describe(slot) : '');
    });
    canvas.addEventListener('mouseleave', hideTip);
  }
  return row;
}

function showTip(event, text) {
  const tip = document.getElementById('tip');
  tip.textContent = text;
  tip.hidden = !text;
  tip.style.left = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top = (event.clientY + 16) + 'px';
}

function hideTip() { document.getElementById('tip').hidden = true; }

function label(row, name, detail) {
  const element = row.firstChild;
  element.textContent = name + ' ';
  const small = document.createElement('small');
  small.textContent = detail;
  element.append(small);
  row.lastChild.setAttribute('aria-label', `${name} ${detail}`);
}

// Under the primaries: which of them are new where they are. Seen only while there are some.
function drawMoved(store, empty) {
  const moved = Array.from({ length: HASH_SLOTS }, (_, slot) => hashSlotPlaces.cameLately(slot));
  const count = moved.filter(Boolean).length;
  if (!count) return false;
  const row = bandRow('band-moved', 'match');
  store.after(row);
  label(row, 'moved', `${number(count)} in the last minute`);
  row.lastChild.describe = slot => `hash slot ${slot}\n` + (moved[slot] ? 'came here in the last minute' : 'has not moved lately');
  const colour = getComputedStyle(document.body).getPropertyValue('--warn');
  paintBand(row.lastChild, slot => moved[slot] ? colour : empty);
  return true;
}

function drawBands(state) {
  const empty = dark.matches ? '#26313a' : '#e1e6ea';
  const colours = state.nodes.map((node, index) => nodeColour(index));
  const primaries = nodesOfPrimaries(state);
  const name = index => index < 0 ? 'no node' : state.nodes[index].name;
  const kept = new Set(['band-store', 'band-scale']);
  const store = bandRow('band-store', 'store');
  label(store, 'Redis', 'primaries');
  store.lastChild.describe = slot => `hash slot ${slot}\nprimary on ${name(primaries[slot])}`;
  paintBand(store.lastChild, slot => primaries[slot] < 0 ? empty : colours[primaries[slot]]);
  if (drawMoved(store, empty)) kept.add('band-moved');
  state.operators.forEach((operator, position) => {
    const subtasks = subtasksOfOwners(operator);
    const owners = nodesOfOwners(state, operator, subtasks);
    const row = bandRow('band-o' + position, 'owner');
    const match = bandRow('band-m' + position, 'match');
    kept.add(row.id).add(match.id);
    label(row, operator.name, 'owners');
    label(match, 'aligned', operator.alignedShare === undefined ? '' : percent(operator.alignedShare));
    row.lastChild.describe = match.lastChild.describe = slot => `hash slot ${slot}\nprimary on ${name(primaries[slot])}\n`
      + (subtasks[slot] < 0 ? 'owner unknown' : `owned by ${operator.name} ${subtasks[slot]} on ${name(owners[slot])}`);
    paintBand(row.lastChild, slot => owners[slot] < 0 ? empty : colours[owners[slot]]);
    const good = getComputedStyle(document.body).getPropertyValue('--good');
    paintBand(match.lastChild, slot => owners[slot] >= 0 && owners[slot] === primaries[slot] ? good : empty);
  });
  document.querySelectorAll('#bands > *').forEach(row => { if (!kept.has(row.id)) row.remove(); });
  let scale = document.getElementById('band-scale');
  if (!scale) {
    scale = document.createElement('div');
    scale.id = 'band-scale';
    scale.className = 'scale';
    scale.innerHTML = '<div>' + [0, 4096, 8192, 12288, 16383].map(n => `<span>${n}</span>`).join('') + '</div>';
  }
  document.getElementById('bands').append(scale);
}
