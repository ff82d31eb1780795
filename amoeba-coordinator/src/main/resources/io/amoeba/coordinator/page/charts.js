'use strict';
// The two histories, with what plans were carried out when. Chart.js is served by the coordinator itself.

const LINES = ['#14a38b', '#2f7de1', '#d9822b', '#8e5bd0', '#cf4a6a', '#7a8699', '#b9a516', '#5f3f2b'];
const ENDED = new Set(['completed', 'aborted', 'failed']);
const charts = {};

function chart(id, axis) {
  const style = getComputedStyle(document.body);
  const quiet = style.getPropertyValue('--quiet');
  const line = style.getPropertyValue('--line');
  return charts[id] ||= new Chart(document.getElementById(id), {
    type: 'line',
    plugins: [planMarkers],
    data: { datasets: [] },
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      elements: { point: { radius: 0 }, line: { borderWidth: 2, tension: .15 } },
      plugins: {
        legend: { display: false, labels: { color: quiet, boxWidth: 10, boxHeight: 2 } },
        tooltip: { callbacks: { title: items => clock(items[0].parsed.x), label: item => ` ${item.dataset.label}: ${axis.show(item.parsed.y)}` } },
      },
      scales: {
        x: { type: 'linear', grid: { display: false }, border: { color: line }, ticks: { color: quiet, maxTicksLimit: 7, maxRotation: 0, callback: value => clock(value) } },
        y: { min: 0, max: axis.max, grid: { color: line }, border: { display: false }, ticks: { color: quiet, maxTicksLimit: 6, callback: value => axis.show(value) } },
      },
    },
  });
}

// From the moment a plan is carried out until it ends.
function planSpans(state) {
  return state.plans.flatMap(plan => {
    const begun = plan.events.findIndex(event => event.state === 'executing');
    if (begun < 0) return [];
    const ended = plan.events.slice(begun).find(event => ENDED.has(event.state));
    return [{ id: plan.id, failed: ended && ended.state !== 'completed', from: plan.events[begun].atMillis, until: ended ? ended.atMillis : state.nowMillis }];
  }).sort((a, b) => a.from - b.from);
}

const planMarkers = {
  id: 'planMarkers',
  beforeDatasetsDraw(target) {
    const { ctx, chartArea: area, scales: { x } } = target;
    const style = getComputedStyle(document.body);
    let free = area.left;
    ctx.save();
    ctx.font = '11px system-ui, sans-serif';
    for (const span of target.planSpans || []) {
      if (span.until < x.min || span.from > x.max) continue;
      const from = x.getPixelForValue(Math.max(span.from, x.min));
      const until = x.getPixelForValue(Math.min(span.until, x.max));
      ctx.strokeStyle = ctx.fillStyle = style.getPropertyValue(span.failed ? '--bad' : '--quiet');
      ctx.globalAlpha = .14;
      ctx.fillRect(from, area.top, Math.max(1, until - from), area.bottom - area.top);
      ctx.globalAlpha = 1;
      ctx.setLineDash([3, 3]);
      ctx.beginPath();
      ctx.moveTo(from, area.top);
      ctx.lineTo(from, area.bottom);
      ctx.stroke();
      const width = ctx.measureText(span.id).width;
      const left = Math.min(from + 4, area.right - width);
      if (left >= free) { // a name that would cover another one is left out; the list of plans has it
        ctx.fillText(span.id, left, area.top + 10);
        free = left + width + 6;
      }
    }
    ctx.restore();
  },
};

// The day is said only of other days than today. Midnight is 00:00, which hour12 would call 24:00 in places.
function clock(millis) {
  const date = new Date(millis);
  const time = date.toLocaleTimeString([], { hourCycle: 'h23' });
  return date.toDateString() === new Date().toDateString()
    ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })} ${time}`;
}

function drawChart(id, axis, state, series) {
  const target = chart(id, axis);
  target.data.datasets = state.operators.map((operator, index) => ({
    label: operator.name,
    data: operator.history.atMillis.map((x, i) => ({ x, y: operator.history[series][i] })),
    borderColor: LINES[index % LINES.length],
    backgroundColor: LINES[index % LINES.length] + '22',
    fill: state.operators.length === 1,
    spanGaps: 3000,
    clip: 4, // the line at 100 % is whole
  }));
  target.options.plugins.legend.display = state.operators.length > 1;
  const times = state.operators.flatMap(operator => operator.history.atMillis);
  const newest = state.nowMillis;
  target.options.scales.x.min = times.length ? Math.max(newest - 600000, Math.min(Math.min(...times), newest - 60000)) : newest - 60000;
  target.options.scales.x.max = newest;
  target.planSpans = planSpans(state);
  target.update('none');
}

function drawCharts(state) {
  if (!window.Chart) return;
  drawChart('local', { max: 1, show: percent }, state, 'localHitRate');
  drawChart('records', { show: number }, state, 'recordsInPerSecond');
}

