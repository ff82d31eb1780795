"use strict";
// What pages of experiments share: series become plots. Needs Chart.js.

// Samples with their time in seconds since a moment, which is in seconds since 1970.
function since(moment, samples) {
  return samples.map(sample => ({ ...sample, at: (sample.atSeconds ?? sample.second) - moment }));
}
// A table of what was claimed, and whether it holds, in the element "claims".
function claims(all) {
  if (all.length === 0) return;
  const COLORS = { reached: "#1a7f37", missed: "#cf222e", undecided: "#9a6700" };
  const heading = document.createElement("h2");
  heading.textContent = "Claims";
  const table = document.createElement("table");
  for (const claim of all) {
    const row = table.insertRow();
    const verdict = row.insertCell();
    verdict.textContent = claim.verdict;
    verdict.style.color = COLORS[claim.verdict];
    verdict.style.paddingRight = "1rem";
    row.insertCell().textContent = claim.statement;
  }
  document.getElementById("claims").append(heading, table);
}
// Means of windows of so many seconds; value and weight of each second.
function windows(seconds, value, weight = () => 1, width = 2) {
  const sums = new Map();
  for (const second of seconds) {
    const at = Math.floor(second.at / width) * width;
    const sum = sums.get(at) ?? { total: 0, weight: 0 };
    sum.total += value(second) * weight(second);
    sum.weight += weight(second);
    sums.set(at, sum);
  }
  return [...sums].filter(([, sum]) => sum.weight > 0).map(([at, sum]) => ({ x: at + width / 2, y: sum.total / sum.weight }));
}
// Something of the difference of two samples, every so many seconds; what is not a number is left out.
function differences(samples, difference, width = 2) {
  const points = [];
  let last = samples[0];
  for (const sample of samples) {
    if (sample.at - last.at >= width) {
      points.push({ x: (sample.at + last.at) / 2, y: difference(sample, last) });
      last = sample;
    }
  }
  return points.filter(point => Number.isFinite(point.y));
}
// Differences of a counter, per second.
function rates(samples, counter, width = 2) {
  return differences(samples, (sample, last) => (counter(sample) - counter(last)) / (sample.at - last.at), width);
}
function line(label, points, color, dash = []) {
  return { label, data: points, borderColor: color, backgroundColor: color, borderWidth: 1.2, pointRadius: 0, borderDash: dash };
}
// Vertical lines, dotted and dashed, and a horizontal one.
function marks(dotted, dashed, level) {
  return {
    id: "marks",
    afterDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      const vertical = (at, dash) => {
        if (at < x.min || at > x.max) return;
        ctx.setLineDash(dash);
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(at), area.top);
        ctx.lineTo(x.getPixelForValue(at), area.bottom);
        ctx.stroke();
      };
      ctx.save();
      ctx.strokeStyle = "#57606a";
      dotted.forEach(at => vertical(at, [1, 4]));
      dashed.forEach(at => vertical(at, [6, 4]));
      if (level !== undefined && level >= y.min && level <= y.max) {
        ctx.strokeStyle = "#cf222e";
        ctx.setLineDash([]);
        ctx.beginPath();
        ctx.moveTo(area.left, y.getPixelForValue(level));
        ctx.lineTo(area.right, y.getPixelForValue(level));
        ctx.stroke();
      }
      ctx.restore();
    }
  };
}
// From the first second of a run to the last.
function range(run) {
  return { min: Math.floor(run.traffic[0].at), max: Math.ceil(run.traffic[run.traffic.length - 1].at) };
}
// The same of all runs together.
function wholeRange(runs) {
  return { min: Math.min(...runs.map(run => range(run).min)), max: Math.max(...runs.map(run => range(run).max)) };
}
function plot(canvas, datasets, x, y, plugins = []) {
  new Chart(canvas, {
    type: "line", data: { datasets }, plugins,
    options: {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      scales: { x: { type: "linear", title: { display: true, text: "seconds" }, ...x }, y },
      plugins: { legend: { display: datasets.length > 1 } }
    }
  });
}
// Groups of bars; each dataset has a label, a color, and a value or null for each group.
function bars(canvas, groups, datasets, unit) {
  new Chart(canvas, {
    type: "bar",
    data: { labels: groups, datasets: datasets.map(({ label, color, values }) => ({ label, data: values, backgroundColor: color, maxBarThickness: 48 })) },
    options: {
      animation: false, maintainAspectRatio: false,
      scales: { y: { beginAtZero: true, title: { display: true, text: unit } } },
      plugins: { legend: { display: datasets.length > 1 } }
    }
  });
}
// A heading and a canvas below it, at the end of an element.
function section(parent, title) {
  const heading = document.createElement("h2");
  heading.textContent = title;
  const box = document.createElement("div");
  box.className = "plot";
  const canvas = document.createElement("canvas");
  box.append(canvas);
  document.getElementById(parent).append(heading, box);
  return canvas;
}
// The same in a column of its own, in the element "plots".
function panel(title) {
  const column = document.createElement("div");
  column.id = "plot-" + document.querySelectorAll(".plot").length;
  document.getElementById("plots").append(column);
  return section(column.id, title);
}
// A color for each name, as far from each other as can be.
function palette(names) {
  return name => "hsl(" + names.indexOf(name) * 360 / names.length + " 65% 42%)";
}
// The seconds of the first round of each run, in a plot for each figure; vertical lines are dotted.
function firstRounds(runs, figures, color, dotted) {
  for (const [figure, title] of figures) {
    plot(panel("First round: " + title),
      runs.map(run => line(run.name, run.rounds[0].seconds.map(second => ({ x: second.at, y: second[figure] })), color(run.name))),
      {}, { beginAtZero: true }, [marks(dotted, [])]);
  }
}
