const columns = ['document', 'operations', 'written', 'share', 'called', 'round-tripped', 'no values', 'seconds'];

/** A table of the results, and below it what was left out of each document and why. */
export const renderReport = (results) => {
  const rows = results.map((result) => [
    result.name,
    result.operations,
    result.written,
    result.operations === 0 ? '' : `${((100 * result.written) / result.operations).toFixed(1)} %`,
    result.called,
    result.sendable,
    result.unplanned.length,
    result.seconds.toFixed(0),
  ]);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  rows.push([
    'all',
    sum('operations'),
    sum('written'),
    `${((100 * sum('written')) / sum('operations')).toFixed(1)} %`,
    sum('called'),
    sum('sendable'),
    results.reduce((total, { unplanned }) => total + unplanned.length, 0),
    sum('seconds').toFixed(0),
  ]);
  return [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...results.flatMap(leftOutLines),
  ].join('\n');
};

const leftOutLines = ({ name, reasons }) => {
  const counts = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  return counts.length === 0 ? [] : [`${name} leaves out: ${counts.join(', ')}`];
};
