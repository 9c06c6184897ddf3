/** @recourse-example: this code is shown, never produced. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import type { Io } from '../command.ts';
import { exampleFacts } from '../examples/example-outcome.ts';
import { recoverySentences } from '../explain/recovery-sentences.ts';
import { createPaint } from '../terminal/paint.ts';
import type { Paint } from '../terminal/paint.ts';
import { clip, labelled, textWidth } from '../terminal/labelled.ts';

/** A short walk through the contract: one failure, from the line that makes it to the agent that reads it. */
export const tourPage = async (io: Pick<Io, 'cwd' | 'colours'>): Promise<string> => {
  const paint = createPaint(io.colours);
  const failure = fail(
    'RATE_LIMIT_EXCEEDED',
    { limit: 5000, remaining: 0, retry_after_seconds: 30 },
    { effect: 'none', correlation_id: 'req-7f3a' },
  );
  return [
    paint.bold('Recourse: a failed tool call that says what to do next'),
    ...section(1, 'A tool fails with a code', madeBy, paint),
    ...section(2, 'The agent reads this', await readByAgent(failure, paint), paint),
    ...section(3, 'The same failure in seven dialects', await inEveryDialect(failure, paint), paint),
    ...section(4, 'A person looks up the code', askedByPerson(failure, paint), paint),
    ...section(5, 'Next steps', nextSteps(io.cwd, paint), paint),
  ].join('\n');
};

const indent = '   ';

const section = (number: number, title: string, lines: readonly string[], paint: Paint): readonly string[] => [
  '',
  `${paint.cyan(String(number))}  ${paint.bold(title)}`,
  '',
  ...lines.map((line) => (line === '' ? '' : `${indent}${line}`)),
];

const madeBy: readonly string[] = [
  "return fail('RATE_LIMIT_EXCEEDED', {",
  '  limit: 5000, remaining: 0, retry_after_seconds: 30,',
  '});',
  '',
  'A misspelled code or a wrong detail does not compile.',
];

const readByAgent = async (failure: Failure, paint: Paint): Promise<readonly string[]> => {
  const dialect = await loadDialect('recourse');
  return [
    ...JSON.stringify(dialect.render(failure, exampleFacts), null, 2).split('\n').map(paint.dim),
    '',
    'The agent can act on these fields without interpreting any text:',
    `  ${'recovery'.padEnd(16)}${failure.recovery.padEnd(7)}${paint.dim('what to do')}`,
    `  ${'retry_after_ms'.padEnd(16)}${String(failure.retry_after_ms).padEnd(7)}${paint.dim('when')}`,
    `  ${'effect'.padEnd(16)}${failure.effect.padEnd(7)}${paint.dim('what the call has already done')}`,
  ];
};

const inEveryDialect = async (failure: Failure, paint: Paint): Promise<readonly string[]> => {
  const lines: string[] = [];
  let same = 0;
  for (const name of dialectNames) {
    const dialect = await loadDialect(name);
    const wire = dialect.render(failure, exampleFacts);
    const parsed = dialect.parse(wire);
    if (parsed && !parsed.ok && parsed.code === failure.code && parsed.recovery === failure.recovery) same += 1;
    lines.push(`${name.padEnd(13)}${paint.dim(clip(JSON.stringify(wire), textWidth - indent.length - 13))}`);
  }
  return [...lines, '', `Dialects that preserve the code and the recovery: ${same} of ${dialectNames.length}.`];
};

const askedByPerson = (failure: Failure, paint: Paint): readonly string[] =>
  [
    `${paint.dim('$')} recourse explain ${failure.code}`,
    '',
    labelled('Message', failure.message, 10),
    labelled('Hint', failure.hint, 10),
    labelled('Recovery', `${failure.recovery}: ${recoverySentences[failure.recovery]}`, 10, textWidth - indent.length),
    '…',
  ].flatMap((text) => text.split('\n'));

const nextSteps = (cwd: string, paint: Paint): readonly string[] => {
  const own = path.join('packages', 'cli', 'dist', 'main.js');
  const command = existsSync(path.join(cwd, own)) ? `node ${own}` : 'npx -y @recourse/cli';
  return [
    `${command} explain -32005`,
    `${command} codes --namespace github`,
    `${command} --help`,
    '',
    `Your own codes, in five minutes: ${paint.bold('docs/guide/your-first-contract.md')}`,
  ];
};
