import type { ListedCode } from '@recourse/contract/stability';
import type { Io } from '../command.ts';
import { alignColumns } from './align-columns.ts';
import { createPaint } from './paint.ts';
import { clip } from './labelled.ts';

/** Codes for people: one block for each namespace, one line for each code. */
export const codesTable = (codes: readonly ListedCode[], io: Pick<Io, 'colours' | 'columns'>): string => {
  const paint = createPaint(io.colours);
  const rows = alignColumns([
    ['  CODE', 'HTTP', 'RETRY', 'RECOVERY', 'MEANS'],
    ...codes.map((listed) => [
      `${mark(listed)} ${listed.code}`,
      listed.http === null ? '-' : String(listed.http),
      listed.retryable ? 'yes' : '-',
      listed.recovery,
      `${listed.summary[0] ?? ''}${listed.kind === 'error' ? '' : ` (${listed.kind})`}`,
    ]),
  ]).map((row) => clip(row, io.columns ?? Infinity));
  const [header = '', ...lines] = rows;
  const blocks = namespacesOf(codes).map((namespace) => {
    const own = lines.filter((_, index) => codes[index]?.namespace === namespace);
    return [paint.bold(`${namespace ?? 'core'}, ${own.length} codes`), paint.dim(header), ...own].join('\n');
  });
  return [...blocks, paint.dim(legend(codes))].filter((block) => block !== '').join('\n\n');
};

const mark = ({ reserved, deprecated }: ListedCode): string => (deprecated ? '!' : reserved ? '·' : ' ');

const namespacesOf = (codes: readonly ListedCode[]): readonly (string | null)[] => [
  ...new Set(codes.map(({ namespace }) => namespace)),
];

const legend = (codes: readonly ListedCode[]): string =>
  [
    codes.some(({ reserved }) => reserved) && '· reserved: not in use yet',
    codes.some(({ deprecated }) => deprecated) && '! deprecated',
    "'recourse explain CODE' shows the details of a code.",
  ]
    .filter((part) => part !== false)
    .join('\n');
