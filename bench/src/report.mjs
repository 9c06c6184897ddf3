/**
 * The results of a benchmark. Numbers stay numbers here, for `--json`; each column says how many digits to show.
 *
 * @typedef {{ readonly name: string, readonly digits?: number }} Column
 * @typedef {{ readonly title: string, readonly columns: readonly Column[], readonly rows: readonly (readonly (string | number)[])[] }} Table
 * @typedef {{ readonly what: string, readonly measured: number, readonly limit: number, readonly bound?: 'at most' | 'at least', readonly unit: string }} Target
 * @typedef {{ readonly tables: readonly Table[], readonly targets: readonly Target[], readonly notes: readonly string[] }} Report
 * @typedef {{ readonly quick: boolean, readonly only?: readonly string[] | undefined }} Options
 */

/** A limit is the most that may be measured, unless it says that it is the least. @param {Target} target */
export const isMet = ({ measured, limit, bound = 'at most' }) =>
  bound === 'at most' ? measured <= limit : measured >= limit;

/** How far a figure is from its limit, as a part of the limit: what is missing is below zero. @param {Target} target */
export const distanceOf = ({ measured, limit, bound = 'at most' }) =>
  bound === 'at most' ? (limit - measured) / limit : (measured - limit) / limit;

/**
 * A report for people.
 *
 * @param {string} name
 * @param {Report} report
 */
export const formatReport = (name, report) =>
  [
    `# ${name}`,
    ...report.tables.map(formatTable),
    ...report.notes.map((note) => `note: ${note}`),
    ...report.targets.map(formatTarget),
    '',
  ].join('\n\n');

/** @param {Target} target */
const formatTarget = (target) =>
  `target ${isMet(target) ? 'MET   ' : 'MISSED'}  ${target.what}: ${describeTarget(target)}`;

/** The figure, its limit, and what is missing where it is missed. @param {Target} target */
export const describeTarget = (target) => {
  const { measured, limit, bound = 'at most', unit } = target;
  const missing = isMet(target) ? '' : `; ${(-distanceOf(target) * 100).toFixed(0)} % off`;
  return `${measured.toFixed(2)} ${unit}, ${bound} ${limit} ${unit}${missing}`;
};

/** @param {Table} table */
const formatTable = (table) => {
  const lines = textsOf(table);
  const widths = table.columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const isText = table.columns.map((_, index) => typeof table.rows[0]?.[index] === 'string');
  const aligned = lines.map((line) =>
    line
      .map((cell, index) => (isText[index] ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [table.title, ...aligned.map((line) => `  ${line}`)].join('\n');
};

/** A table as strings, its header first. @param {Table} table @returns {readonly (readonly string[])[]} */
export const textsOf = (table) => [
  table.columns.map((column) => column.name),
  ...table.rows.map((row) => row.map((cell, index) => formatCell(cell, table.columns[index]))),
];

/**
 * @param {string | number} cell
 * @param {Column | undefined} column
 */
const formatCell = (cell, column) => (typeof cell === 'number' ? cell.toFixed(column?.digits ?? 0) : cell);
