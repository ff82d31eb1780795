'use strict';
// Plans and what may be done about them, and the decision log. Orders go through the public API.

const VERDICTS = { worth_it: 'worth it', not_worth_it: 'not worth it', unknown: '–' };
const MAX_LINES = 8;
let orderUnderWay = false;

async function order(path, note) {
  if (orderUnderWay) return;
  orderUnderWay = true;
  try {
    const headers = { 'Content-Type': 'application/json', ...authorization() };
    const answer = await fetch('/api/v1/' + path, {
      method: 'POST', headers, body: JSON.stringify(note ? { note } : {}), signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const body = await answer.json().catch(() => ({}));
    notice(answer.ok ? '' : body.error || 'refused with status ' + answer.status);
  } catch (problem) {
    notice('the coordinator does not answer: ' + problem.message);
  } finally {
    orderUnderWay = false;
  }
  refresh();
}

function notice(text) {
  $('notice').hidden = !text;
  $('notice').firstElementChild.textContent = text;
}

function button(text, className, action, about) {
  const made = element('button', className, text);
  made.type = 'button';
  made.setAttribute('aria-label', `${text} ${about}`);
  made.addEventListener('click', action);
  return made;
}

function planOrders(plan) {
  const orders = element('span', 'orders');
  const give = verb => () => order(`plans/${encodeURIComponent(plan.id)}/${verb}`);
  if (plan.state === 'proposed') {
    orders.append(button('approve', 'small', give('approve'), plan.id), button('reject', 'small quietly', give('reject'), plan.id));
  } else if (plan.state === 'approved' || plan.state === 'executing') {
    orders.append(button('abort', 'small quietly', give('abort'), plan.id));
  }
  return orders;
}

function planHistory(plan) {
  return plan.events
    .map(e => `${clock(e.atMillis)} ${e.state} by ${e.by}${e.note ? ': ' + e.note : ''}`)
    .concat(`topology ${plan.fingerprint}`)
    .join('\n');
}

function planResult(plan) {
  if (plan.outcome) {
    const { before, after, verdict } = plan.outcome;
    return `${VERDICTS[verdict]}: local ${percent(before.localHitRate)} → ${percent(after.localHitRate)}, ${number(before.recordsPerSecond)} → ${number(after.recordsPerSecond)} /s`;
  }
  if (plan.state === 'executing' || plan.state === 'aborting') {
    return [plan.progress, ...plan.status.problems.map(statement)].join('; ');
  }
  if (plan.state === 'proposed') return '';
  return plan.state === 'completed' && plan.operators.length ? 'being measured' : plan.events[plan.events.length - 1].note;
}

// The reason, and each part of the change in a line.
function planWhy(plan) {
  const cell = element('td', 'why', plan.reason);
  const lines = plan.changes;
  for (const line of lines.slice(0, MAX_LINES)) cell.append(element('div', 'move mono', line));
  if (lines.length > MAX_LINES) cell.append(element('div', 'move', `and ${number(lines.length - MAX_LINES)} more`));
  if (plan.dryRun) cell.append(dryRun(plan.dryRun));
  return cell;
}

// What the plan would have done to what was seen, behind a line that opens it.
function dryRun(found) {
  const unmet = found.checks.filter(check => check.outcome !== 'met').length;
  const details = element('details', 'dry-run');
  details.append(element('summary', '', `dry run: ${unmet ? `${number(unmet)} of ${number(found.checks.length)} checks not met` : `${number(found.checks.length)} checks met`}`));
  const lines = [
    `as seen at ${clock(found.seenAtMillis)}: ${number(found.movedHashSlots)} hash slots, ${number(found.movedKeys)} keys, ${number(found.movedBytes)} bytes, ${number(found.migratedPrimaries)} primaries move; ${number(found.startedServers)} servers, ${number(found.addedSubtasks)} subtasks more; takes ${millis(found.expectedMillis)}`,
    ...found.operators.map(one => `${one.operator}: ${percent(one.alignedBefore)} → ${percent(one.alignedAfter)} of the hash slots on the node of their subtask`),
    ...found.skipped.map(problem => `not moved: ${statement(problem)} (${problem.code})${problem.remedy ? '. ' + problem.remedy : ''}`),
    ...found.checks.map(check => `${check.check.replaceAll('_', ' ')} ${check.outcome.replaceAll('_', ' ')}: ${check.text}`),
  ];
  for (const line of lines) details.append(element('div', 'found', line));
  return details;
}

// Rows are kept while nothing about them changes, and buttons while the plan's state is the same: a
// button must not vanish below the pointer, nor lose the focus.
const planRows = new Map();

// A rise of the local-hit rate, or the time without service that is avoided.
function planGain(gain) {
  if ('lossMillisAfter' in gain) return `${millis(gain.lossMillisBefore)} → ${millis(gain.lossMillisAfter)} lost`;
  return gain.localHitRateAfter === null ? '–' : `${percent(gain.localHitRateBefore)} → ${percent(gain.localHitRateAfter)}`;
}

function planRow(plan, mayOrder) {
  const key = JSON.stringify([plan, mayOrder]);
  const kept = planRows.get(plan.id);
  if (kept && kept.key === key) return kept.row;
  const chip = element('span', 'chip ' + plan.state, plan.state);
  chip.title = planHistory(plan);
  const row = cells(element('tr'), plan.id, clock(plan.plannedAtMillis), chip, number(plan.movedHashSlots),
    planGain(plan.gain), millis(plan.adaptationMillis));
  row.append(planWhy(plan), element('td', 'result', planResult(plan)));
  // A dry run never changes, and whoever reads it goes on reading it.
  const read = kept?.row.querySelector('details');
  const focused = read?.contains(document.activeElement);
  if (read) row.querySelector('details')?.replaceWith(read);
  const orders = JSON.stringify([plan.state, mayOrder]);
  if (kept && kept.orders === orders) {
    while (kept.row.cells.length > 1) kept.row.deleteCell(0);
    kept.row.prepend(...row.cells);
    if (focused) read.querySelector('summary').focus();
    kept.key = key;
    return kept.row;
  }
  const last = element('td');
  if (mayOrder) last.append(planOrders(plan));
  row.append(last);
  row.dataset.plan = plan.id;
  row.tabIndex = -1;
  planRows.set(plan.id, { key, orders, row });
  return row;
}

function drawPlans(state) {
  const focused = document.activeElement?.closest('#plans tr[data-plan]');
  fill('plans', state.plans.map(plan => planRow(plan, state.mayOrder)), 9);
  for (const id of planRows.keys()) {
    if (!state.plans.some(plan => plan.id === id)) planRows.delete(id);
  }
  // Whoever gave an order by keyboard stays at that plan, but not on a button that does something else.
  if (focused && !focused.isConnected) planRows.get(focused.dataset.plan)?.row.focus();
}

function drawDecisions(state) {
  fill('decisions', state.decisions.slice(0, 20).map(d => {
    const span = d.untilMillis - d.sinceMillis < 1000 ? clock(d.sinceMillis) : `${clock(d.sinceMillis)} … ${clock(d.untilMillis)}`;
    const row = cells(element('tr'), d.times > 1 ? `${span} (${number(d.times)} times)` : span, d.plan || '–');
    const why = element('td', 'why', d.text);
    if (d.codes.length) why.append(' ', element('span', 'mono quiet', d.codes.join(' ')));
    row.append(why);
    return row;
  }), 3);
}

function drawControl(state) {
  const words = { observe: 'observing', propose: 'proposing', act: 'acting' };
  $('mode').textContent = words[state.mode] || state.mode;
  $('mode').className = 'chip ' + state.mode;
  $('paused').hidden = !state.paused;
  if (state.paused) $('paused').textContent = `paused by ${state.pausedBy} since ${clock(state.pausedAtMillis)}`;
  $('pause').hidden = !state.mayOrder;
  $('pause').textContent = state.paused ? 'resume' : 'pause';
  $('pause').dataset.order = state.paused ? 'resume' : 'pause';
}

document.getElementById('pause').addEventListener('click', event => order(event.target.dataset.order));
document.getElementById('notice').querySelector('button').addEventListener('click', () => notice(''));
