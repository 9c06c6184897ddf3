/**
 * The panels of the chart, taken from the tables of the reports.
 *
 * @typedef {{ readonly name: string, readonly value: number, readonly least: number, readonly most: number, readonly group: 'ours' | 'peer' | 'floor' }} Bar
 * @typedef {{ readonly title: string, readonly hint: string, readonly bars: readonly Bar[] }} Panel
 * @typedef {{ readonly name: string } & import('../report.mjs').Report} NamedReport
 */

/** Which report becomes which panel, and the column that its bars show. */
const sources = [
  {
    report: 'http',
    column: '16 at a time, calls/s',
    title: 'HTTP, 16 calls at a time',
    hint: 'calls/s, more is better',
  },
  {
    report: 'stdio',
    column: '16 at a time, calls/s',
    title: 'stdio, 16 calls at a time',
    hint: 'calls/s, more is better',
  },
  { report: 'cold-start', column: 'median', title: 'Cold start to the first tools/list', hint: 'ms, less is better' },
];

const floors = new Set(['bare node:http', 'hand-written']);
/** Refusals are compared with good calls, in the tables, and not with other servers. */
const refusals = new Set(['ours, wrong argument', 'ours, unknown tool']);

/** @param {readonly NamedReport[]} reports @returns {readonly Panel[]} */
export const panelsOf = (reports) =>
  sources.flatMap(({ report, column, title, hint }) => {
    const table = reports.find(({ name }) => name === report)?.tables[0];
    return table ? [{ title, hint, bars: barsOf(table, column) }] : [];
  });

/** @type {(table: import('../report.mjs').Table, column: string) => readonly Bar[]} */
const barsOf = ({ columns, rows }, column) => {
  const at = (/** @type {string} */ name) => columns.findIndex((candidate) => candidate.name === name);
  const [value, least, most] = [at(column), at('least'), at('most')];
  return rows
    .filter(([name]) => !refusals.has(String(name)))
    .map((row) => ({
      name: String(row[0]),
      value: Number(row[value]),
      least: Number(row[least]),
      most: Number(row[most]),
      group: groupOf(String(row[0])),
    }));
};

/** @type {(name: string) => Bar['group']} */
const groupOf = (name) => (floors.has(name) ? 'floor' : name.startsWith('ours') ? 'ours' : 'peer');
