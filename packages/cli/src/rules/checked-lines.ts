import type { RulesProblem } from '@recourse/client/rules';
import type { Paint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

/** A checked rules file. */
export interface CheckedRules {
  readonly file: string;
  readonly unreadable?: string;
  readonly problems: readonly RulesProblem[];
  readonly passed: number;
  readonly rules: number;
}

/** The result for people, in the form in which compilers write it, so that editors can jump to the place. */
export const checkedLines = (files: readonly CheckedRules[], paint: Paint): readonly string[] =>
  files.flatMap(({ file, unreadable, problems, passed, rules }) => {
    const name = visible(file);
    if (unreadable !== undefined) return [`${paint.bold(name)}  ${paint.red('error')}  ${visible(unreadable)}`];
    if (problems.length === 0)
      return [`${paint.green('✓')} ${paint.bold(name)}  ${rules} rules, ${passed} tests passed`];
    return problems.map(
      ({ line, column, message }) =>
        `${paint.bold(`${name}:${line}:${column}`)}  ${paint.red('error')}  ${visible(message)}`,
    );
  });
