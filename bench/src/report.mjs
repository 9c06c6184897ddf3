/**
 * What a benchmark found. Numbers stay numbers here, for `--json`; how many digits a reader needs is the column's
 * business.
 *
 * @typedef {{ readonly name: string, readonly digits?: number }} Column
 * @typedef {{ readonly title: string, readonly columns: readonly Column[], readonly rows: readonly (readonly (string | number)[])[] }} Table
 * @typedef {{ readonly what: string, readonly measured: number, readonly limit: number, readonly unit: string }} Target
 * @typedef {{ readonly tables: readonly Table[], readonly targets: readonly Target[], readonly notes: readonly string[] }} Report
 */

/** @param {Target} target */
export const isMet = (target) => target.measured <= target.limit;

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
const formatTarget = (target) => {
  const { what, measured, limit, unit } = target;
  return `target ${isMet(target) ? 'MET   ' : 'MISSED'}  ${what}: ${measured.toFixed(2)} ${unit}, at most ${limit} ${unit}`;
};

/** @param {Table} table */
const formatTable = (table) => {
  const lines = [
    table.columns.map((column) => column.name),
    ...table.rows.map((row) => row.map((cell, index) => formatCell(cell, table.columns[index]))),
  ];
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

/**
 * @param {string | number} cell
 * @param {Column | undefined} column
 */
const formatCell = (cell, column) => (typeof cell === 'number' ? cell.toFixed(column?.digits ?? 0) : cell);
