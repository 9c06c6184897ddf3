import { readFile, writeFile } from 'node:fs/promises';
import { versionOf } from '../lab.mjs';

const page = new URL('../../../../../docs/recovery.md', import.meta.url);
const share = (part, whole) => (whole === 0 ? '–' : `${part} of ${whole}`);

/** A row for each server, and one for all. */
export const tableOf = async (rows) => {
  const names = [...new Set(rows.map(({ server }) => server))];
  const lines = [];
  for (const name of names) lines.push(line(`\`${name}\` ${await versionOf(name)}`, rows.filter(({ server }) => server === name))); // prettier-ignore
  return [
    '<!-- prettier-ignore -->',
    '| server | wrong calls | right code | without its pack | corrected | repeated | not sent | unsafe repetitions |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    line('**all**', rows),
  ].join('\n');
};

const line = (name, rows) => {
  const of = (kind) => rows.filter((row) => row.kind === kind);
  const right = (kind) => share(of(kind).filter(({ isRight }) => isRight).length, of(kind).length);
  const mapped = share(rows.filter(({ isMapped }) => isMapped).length, rows.length);
  const without = share(rows.filter(({ isMappedWithout }) => isMappedWithout).length, rows.length);
  const unsafe = rows.reduce((sum, row) => sum + row.unsafe, 0);
  return `| ${name} | ${rows.length} | ${mapped} | ${without} | ${right('corrected')} | ${right('retried')} | ${right('refused')} | ${unsafe} |`;
};

/** Puts the table between its two marks in the page. */
export const writeTable = async (rows) => {
  const text = await readFile(page, 'utf8');
  const marks = /(<!-- wrong-calls -->\n)[\s\S]*?(<!-- \/wrong-calls -->)/;
  if (!marks.test(text)) throw new Error('docs/recovery.md has no place for the table');
  const table = await tableOf(rows);
  await writeFile(
    page,
    text.replace(marks, (_, start, end) => `${start}\n${table}\n\n${end}`),
  );
};
