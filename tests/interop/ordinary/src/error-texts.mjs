import { openLab, versionOf } from './lab.mjs';
import { outcomeOf, wordsOf } from './outcome.mjs';
import { callOf, groupsOf, servers } from './servers.mjs';

/** The outcome of every bad call with the plain client, one row each. */
export const collectErrorTexts = async () => {
  const rows = [];
  for (const server of servers) {
    const version = await versionOf(server.name);
    for (const { before, cases } of groupsOf(server)) {
      const lab = await openLab(server, { before });
      try {
        const client = await lab.connect();
        for (const bad of cases) {
          const outcome = await outcomeOf(lab, client, callOf(server, bad, lab.world));
          const { result, thrown } = outcome;
          const shown = thrown ? `thrown ${thrown.code}` : result.isError ? 'isError' : 'success';
          rows.push({ server: server.name, version, ...bad, shown, text: wordsOf(outcome) });
        }
      } finally {
        await lab.close();
      }
    }
  }
  return rows;
};

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', '\\n').replaceAll('`', "'");

/** The rows as a page: a table for each server. */
export const renderErrorTexts = (rows) => {
  const parts = [
    '# What ordinary servers answer',
    'Real answers to bad calls, by the official client of SDK 2. `ROOT` and `<folder>` are temporary folders; a line break is written `\\n`. Written by `node src/write-error-texts.mjs`; a test holds the page to what the servers answer.',
  ];
  for (const { name } of servers) {
    const own = rows.filter(({ server }) => server === name);
    parts.push(
      `## ${name} ${own[0].version}`,
      [
        '<!-- prettier-ignore -->',
        '| case | call | shown as | text |',
        '| --- | --- | --- | --- |',
        ...own.map(
          (row) =>
            `| ${row.case} | \`${row.tool} ${cell(JSON.stringify(row.arguments))}\` | ${row.shown} | \`${cell(row.text)}\` |`,
        ),
      ].join('\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
};
