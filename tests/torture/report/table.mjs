import { faults } from '../faults.mjs';

const headings = ['fault', 'store', 'episodes', 'effects', 'ends', 'in doubt', 'allowed', 'breaches'];
const percent = (share) => `${Number((100 * share).toFixed(1))} %`;

const cellsOf = ({ fault, store, episodes, effects, ends, doubts, intents, allowed, breaches }) => [
  fault,
  store,
  String(episodes),
  String(effects),
  Object.entries(ends)
    .sort(([, one], [, other]) => other - one)
    .map(([end, count]) => `${end} ${count}`)
    .join(', '),
  percent(doubts / intents),
  percent(allowed),
  String(breaches.length),
];

/** The result as lines of text, with columns of equal width. */
export const renderText = ({ rows, killsAfterEffect, seed }) => {
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const text = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return [...text, '', ...problems(rows), summary({ rows, killsAfterEffect, seed })].join('\n');
};

const problems = (rows) =>
  rows.flatMap(({ fault, store, tooManyDoubts, breaches }) => [
    ...(tooManyDoubts ? [`${fault} on ${store}: too many intents ended in doubt`] : []),
    ...breaches
      .slice(0, 3)
      .flatMap(({ wrong, end, why, repeat }) => [
        `${fault} on ${store}: ${wrong}, ended '${end}'`,
        `  repeat with: npm run torture -- ${repeat}`,
        ...why.split('\n').map((line) => `  ${line}`),
      ]),
  ]);

const summary = ({ rows, killsAfterEffect, seed }) => {
  const failed = rows.filter(({ ok }) => !ok).length;
  return [
    `${total(rows, 'episodes')} episodes, seed ${seed}`,
    `${killsAfterEffect} processes killed between effect and settlement`,
    `${rows.length - failed} rows passed, ${failed} failed`,
  ].join('\n');
};

const total = (rows, column) => rows.reduce((sum, row) => sum + row[column], 0);

/** The result as Markdown, with what each fault does. */
export const renderMarkdown = ({ rows, killsAfterEffect, seed }) => {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const names = [...new Set(rows.map(({ fault }) => fault))];
  return [
    `${total(rows, 'episodes')} episodes, seed ${seed}; ${killsAfterEffect} processes were killed between effect and settlement.`,
    '',
    '<!-- prettier-ignore -->',
    line(headings),
    line(headings.map(() => '---')),
    ...rows.map((row) => line(cellsOf(row).map((cell, column) => (column === 0 ? `\`${cell}\`` : cell)))),
    '',
    '<!-- prettier-ignore -->',
    line(['fault', 'what happens']),
    line(['---', '---']),
    ...names.map((name) => line([`\`${name}\``, faults[name].does])),
  ].join('\n');
};
