/** Draws the panels as one SVG: a bar for each server, a thin line from its least to its most. No library. */

const width = 760;
const labelWidth = 190;
const valueWidth = 72;
const margin = 20;
const rowHeight = 24;
const barHeight = 14;
const headHeight = 46;
const gap = 18;
const legendHeight = 34;
const barsFrom = margin + labelWidth;
const barsWidth = width - margin - valueWidth - barsFrom;

/** Its own ground behind it, so that it can be read wherever it is shown; dark where the reader prefers that. */
const style = `
    .ground { fill: #ffffff; }
    text { fill: #1f2328; font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; }
    .title { font-weight: 600; font-size: 15px; }
    .hint { fill: #59636e; font-size: 12px; }
    .axis { stroke: #d1d9e0; }
    .ours { fill: #0969da; }
    .peer { fill: #8c959f; }
    .floor { fill: #d1d9e0; }
    .range { stroke: #1f2328; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; }
      text { fill: #e6edf3; }
      .hint { fill: #9198a1; }
      .axis { stroke: #3d444d; }
      .ours { fill: #4493f8; }
      .peer { fill: #7d8590; }
      .floor { fill: #3d444d; }
      .range { stroke: #e6edf3; }
    }`;

/**
 * The meaning of the colours, and of the thin line if there is one.
 *
 * @typedef {{ readonly entries: readonly { readonly group: 'ours' | 'peer' | 'floor', readonly text: string }[], readonly range?: string }} Legend
 */

/** @type {Legend} */
const benchmarks = {
  entries: [
    { group: 'ours', text: 'Recourse' },
    { group: 'peer', text: 'others' },
    { group: 'floor', text: 'floor: no protocol, nothing checked' },
  ],
  range: 'least to most of the rounds',
};

/**
 * @param {readonly import('./panels.mjs').Panel[]} panels
 * @param {string} description what the picture shows, for those who do not see it
 * @param {Legend} [legend]
 */
export const drawChart = (panels, description, legend = benchmarks) => {
  let top = margin;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top);
    top += headHeight + panel.bars.length * rowHeight + gap;
    return text;
  });
  const height = top + legendHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>${escape(description)}</title>`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" width="${width}" height="${height}" rx="6"/>`,
    ...drawn,
    drawLegend(top + 6, legend),
    '</svg>',
    '',
  ].join('\n');
};

/** @type {(panel: import('./panels.mjs').Panel, top: number) => string} */
const drawPanel = ({ title, hint, bars }, top) => {
  const longest = Math.max(1, ...bars.flatMap(({ value, most }) => [value, most]));
  const scale = (/** @type {number} */ value) => round((value / longest) * barsWidth);
  const bottom = top + headHeight + bars.length * rowHeight - 4;
  return [
    `  <text class="title" x="${margin}" y="${top + 16}">${escape(title)}</text>`,
    `  <text class="hint" x="${margin}" y="${top + 33}">${escape(hint)}</text>`,
    ...bars.map((bar, index) => drawBar(bar, top + headHeight + index * rowHeight, scale)),
    `  <line class="axis" x1="${barsFrom}" y1="${top + headHeight - 4}" x2="${barsFrom}" y2="${bottom}"/>`,
  ].join('\n');
};

/** @type {(bar: import('./panels.mjs').Bar, top: number, scale: (value: number) => number) => string} */
const drawBar = ({ name, value, least, most, group }, top, scale) => {
  const middle = top + barHeight / 2;
  const [from, to] = [barsFrom + scale(least), barsFrom + scale(most)];
  const textAt = Math.max(barsFrom + scale(value), to) + 8;
  return [
    `  <text x="${barsFrom - 10}" y="${middle + 4.5}" text-anchor="end">${escape(name)}</text>`,
    `  <rect class="${group}" x="${barsFrom}" y="${top}" width="${Math.max(1, scale(value))}" height="${barHeight}" rx="2"/>`,
    `  <line class="range" x1="${from}" y1="${middle}" x2="${to}" y2="${middle}"/>`,
    `  <text x="${textAt}" y="${middle + 4.5}">${round(value).toLocaleString('en')}</text>`,
  ].join('\n');
};

/** @type {(top: number, legend: Legend) => string} */
const drawLegend = (top, { entries, range }) => {
  let left = margin;
  const drawn = entries.map(({ group, text }) => {
    const at = left;
    left += 34 + text.length * 7;
    return `  <rect class="${group}" x="${at}" y="${top}" width="12" height="12" rx="2"/><text class="hint" x="${at + 18}" y="${top + 10.5}">${text}</text>`;
  });
  if (range === undefined) return drawn.join('\n');
  return [
    ...drawn,
    `  <line class="range" x1="${left}" y1="${top + 6}" x2="${left + 18}" y2="${top + 6}"/><text class="hint" x="${left + 24}" y="${top + 10.5}">${range}</text>`,
  ].join('\n');
};

/** @param {number} value */
const round = (value) => Math.round(value);

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
