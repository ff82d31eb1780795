'use strict';
// Background work of the store's servers: a row for each, below the primary that leads the shard.

const SERVERS = 60;

// The bar is as long as the share of the keys that are written; a work that tells none fills it.
function workBar(running) {
  const share = running.share === null ? '' : ' ' + percent(running.share);
  const bar = element('span', 'work', running.kind + share);
  bar.style.setProperty('--done', (running.share === null ? 100 : running.share * 100) + '%');
  return bar;
}

function lastWorks(works) {
  const cell = element('span');
  for (const { kind, last } of works) {
    if (last.seconds === null && last.result !== 'failed') continue;
    if (cell.childNodes.length) cell.append(', ');
    cell.append(kind);
    if (last.result === 'failed') cell.append(' ', element('span', 'chip failed', 'failed'));
    if (last.seconds !== null) cell.append(` ${number(last.seconds)} s`);
    if (last.atMillis !== null) cell.append(` at ${clock(last.atMillis)}`);
  }
  return cell.childNodes.length ? cell : '–';
}

// The earliest work, or else why there is no forecast.
function nextWork(works) {
  const due = works.filter(w => w.next.forecast === 'due').sort((a, b) => a.next.atMillis - b.next.atMillis)[0];
  if (due) {
    const cell = element('span', '', `${due.kind} at ${clock(due.next.atMillis)} `);
    cell.append(element('span', 'quiet', due.next.reason));
    return cell;
  }
  const unknown = works.find(w => w.next.forecast === 'unknown');
  return unknown ? element('span', 'quiet', 'no forecast: ' + unknown.next.reason) : '–';
}

function serverRow(server, leads) {
  const name = element('span', leads ? '' : 'replica');
  name.append(element('span', 'mono', `${server.host}:${server.port}`));
  if (leads) name.append(' ', element('span', 'chip', 'lead'));
  const work = server.upkeep;
  if (!work) return cells(element('tr'), name, element('span', 'quiet', 'no answer'), '', '', '');
  return cells(element('tr'), name, work.running ? workBar(work.running) : '–', lastWorks(work.works),
    nextWork(work.works), work.forkMicros ? millis(work.forkMicros / 1000) : '–');
}

function drawUpkeep(state) {
  const primaries = state.nodes.flatMap(n => n.primaries);
  $('upkeep').hidden = !primaries.some(p => p.upkeep || p.replicas.some(r => r.upkeep));
  const servers = $('upkeep').hidden ? []
    : primaries.flatMap(p => [[p, true], ...p.replicas.map(r => [r, false])]);
  const rows = servers.slice(0, SERVERS).map(([server, leads]) => serverRow(server, leads));
  const more = servers.length - rows.length;
  if (more > 0) rows.push(cells(element('tr'), `and ${number(more)} more`));
  fill('servers', rows, 5);
}
