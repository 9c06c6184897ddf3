import type { Io } from '../command.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { createPaint } from '../terminal/paint.ts';
import type { CheckedStore } from './check-store.ts';

/** Renders the facts about a store, then its problems, each with its remedy. */
export const checkPage = (checked: CheckedStore, io: Pick<Io, 'colours'>): string => {
  const paint = createPaint(io.colours);
  const facts = alignColumns([[checked.kind, checked.place], ...factsOf(checked)]);
  const problems = checked.problems.flatMap(({ problem, remedy }) => [
    `${paint.red('✗')} ${problem}.`,
    ...remedy.split('\n').map((line) => `  ${line}`),
  ]);
  const verdict = problems.length > 0 ? problems : [`${paint.green('✓')} ${good(checked)}`];
  return [...facts, '', ...verdict].join('\n');
};

const good = ({ kind }: CheckedStore): string =>
  kind === 'memory'
    ? 'Nothing to check: the store is in memory and is lost when the server stops.'
    : 'The store is reachable, up to date and writable, all sealed rows can be read, and the record of events is intact.';

const factsOf = (checked: CheckedStore): readonly (readonly string[])[] => {
  const { version, key, sealed, bytes, freeBytes, rows, most, oldest_event } = checked;
  const bounded = (count: number, bound: number | undefined): string =>
    `${number(count)}${bound === undefined ? '' : ` of at most ${number(bound)}`}`;
  return [
    ...(version === undefined ? [] : [['version', String(version)]]),
    ...(key === undefined || !sealed
      ? []
      : [
          [
            'key',
            `${keyWords(key, checked.kind)}${sealed.readable === 0 ? '' : `, sealed rows: ${number(sealed.readable)}`}`,
          ],
        ]),
    ...(bytes === undefined
      ? []
      : [['size', `${size(bytes)}${freeBytes === undefined ? '' : `, ${size(freeBytes)} free`}`]]),
    ...(rows
      ? [
          ['tokens', bounded(rows.tokens, most?.tokens)],
          ['outcomes', bounded(rows.outcomes, most?.outcomes)],
          [
            'events',
            `${bounded(rows.events, most?.events)}${oldest_event === undefined ? '' : `, since ${oldest_event}`}`,
          ],
          ['calls', `${number(rows.calls)} counted toward quotas`],
          ['keys', number(rows.keys)],
        ]
      : []),
  ];
};

const keyWords = (source: NonNullable<CheckedStore['key']>, kind: CheckedStore['kind']): string => {
  if (source === 'environment') return 'from RECOURSE_KEY';
  if (source === 'file') return 'from the key file next to the store';
  return kind === 'sqlite'
    ? 'none: a server creates one when it starts'
    : 'none: calls cannot be held for confirmation, and outcomes are not kept for retries';
};

const number = (count: number): string => count.toLocaleString('en');

const size = (bytes: number): string => {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ''}`;
};
