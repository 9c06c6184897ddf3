import type { CheckedFile } from '@recourse/server-aql/check';
import type { Paint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';
import { excerpt } from './excerpt.ts';

/** A checked file with the text that its problems point into. */
export interface PageFile extends CheckedFile {
  readonly text?: string;
}

type Problem = CheckedFile['problems'][number];

/** Renders the findings in the format of compilers, so that editors and terminals can jump to them. */
export const checkPage = (files: readonly PageFile[], paint: Paint): readonly string[] => [
  ...files.flatMap((file) => fileLines(file, paint)),
  summary(files, paint),
];

const fileLines = (file: PageFile, paint: Paint): readonly string[] => {
  const name = visible(file.file);
  if (file.unreadable !== undefined)
    return [`${paint.bold(name)}  ${paint.red('error')}  ${visible(file.unreadable)}`, ''];
  const hidden = new Set(file.problems.filter(({ confidential }) => confidential).map(({ line }) => line));
  const { adapter } = file;
  return [
    ...file.problems.flatMap((problem) => problemLines(problem, file, { paint, isHidden: hidden.has(problem.line) })),
    ...(adapter
      ? [
          `${paint.green('✓')} ${paint.bold(name)}  ${visible(adapter.name)} ${visible(adapter.version)}, ${count(adapter.operations, 'operation')}`,
          '',
        ]
      : []),
  ];
};

const problemLines = (
  { line, column, severity, code, message, suggestion }: Problem,
  { file, text }: PageFile,
  { paint, isHidden }: { readonly paint: Paint; readonly isHidden: boolean },
): readonly string[] => {
  const place = paint.bold(`${visible(file)}:${line}:${column}`);
  const kind = severity === 'error' ? paint.red('error') : paint.yellow('warning');
  const advice = suggestion === undefined ? '' : ` (${visible(suggestion)})`;
  // A line that may hold a secret is not shown again.
  const lines = text === undefined || isHidden ? [] : excerpt(text, line, column).map((one) => paint.dim(one));
  return [`${place}  ${kind}  ${code}  ${visible(message)}${advice}`, ...lines, ''];
};

const summary = (files: readonly PageFile[], paint: Paint): string => {
  const problems = files.flatMap((file) => file.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const unreadable = files.filter((file) => file.unreadable !== undefined).length;
  const verdicts = [
    unreadable > 0 && paint.red(`${unreadable} unreadable`),
    errors > 0 && paint.red(count(errors, 'error')),
    warnings > 0 && paint.yellow(count(warnings, 'warning')),
  ].filter(Boolean);
  return `${count(files.length, 'file')}: ${verdicts.length === 0 ? paint.green('no problems') : verdicts.join(', ')}`;
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
