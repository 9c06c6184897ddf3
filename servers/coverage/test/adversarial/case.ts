import type { JsonObject } from '@recourse/contract';
import type { ProjectName } from './projects/index.ts';

interface CaseBase {
  /** `kind.class.project.number`; new cases go to the end of their table, so that ids stay. */
  readonly id: string;
  readonly class: string;
  readonly project: ProjectName;
  readonly tool: string;
  /** `{outside}`, `{root}` and `{beside}` stand for folders that are known only when it is sent. */
  readonly input: JsonObject;
}

/** An input that must be refused with exactly this code. */
export interface HostileCase extends CaseBase {
  readonly kind: 'hostile';
  readonly code: string;
}

/** An input that real users send, and that must pass. */
export interface HonestCase extends CaseBase {
  readonly kind: 'honest';
  /** Words that the plan must have among its arguments. */
  readonly plan: readonly string[];
  /** Whether it is also run to its end with the real runner. */
  readonly execute: boolean;
}

export type Case = HostileCase | HonestCase;

type Target = Pick<CaseBase, 'class' | 'project'> & { readonly tool?: string };

/** A table of hostile inputs of one class and project: by code, what is sent. */
export const hostileTable = (
  { tool = 'check', ...target }: Target,
  rows: readonly (readonly [code: string, input: JsonObject, tool?: string])[],
): readonly HostileCase[] =>
  rows.map(([code, input, own = tool], index) => ({
    kind: 'hostile',
    id: `hostile.${target.class}.${target.project}.${index + 1}`,
    ...target,
    tool: own,
    input,
    code,
  }));

/** The same where only the arguments of the runner differ. */
export const hostileArguments = (
  target: Target,
  rows: readonly (readonly [code: string, ...words: string[]])[],
): readonly HostileCase[] =>
  hostileTable(
    target,
    rows.map(([code, ...testArgs]) => [code, { testArgs }]),
  );

export interface HonestRow {
  readonly input: JsonObject;
  readonly plan?: readonly string[];
  readonly execute?: boolean;
  readonly tool?: string;
}

export const honestTable = ({ tool = 'check', ...target }: Target, rows: readonly HonestRow[]): readonly HonestCase[] =>
  rows.map(({ input, plan = [], execute = false, tool: own = tool }, index) => ({
    kind: 'honest',
    id: `honest.${target.class}.${target.project}.${index + 1}`,
    ...target,
    tool: own,
    input,
    plan,
    execute,
  }));

type ArgumentRow = readonly [words: readonly string[], plan?: readonly string[]];

/** Arguments of a runner, with what the plan makes of them; defaults to the words themselves. */
export const honestArguments = (
  target: Target,
  rows: { readonly executed: readonly ArgumentRow[]; readonly planned: readonly ArgumentRow[] },
): readonly HonestCase[] => {
  const row =
    (execute: boolean) =>
    ([testArgs, plan = testArgs]: ArgumentRow): HonestRow => ({
      input: { testArgs: [...testArgs] },
      plan,
      execute,
    });
  return honestTable(target, [...rows.executed.map(row(true)), ...rows.planned.map(row(false))]);
};
