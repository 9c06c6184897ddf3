import type { Recovered } from '@recourse/client';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { reasonOf } from '../registries/read-json.ts';
import type { CallPlan } from './call-plan.ts';
import { exitCodeOf } from './exit-code.ts';
import { failurePage } from './failure-page.ts';
import { hide, safeJson, tokensIn } from './hidden.ts';
import { resultText } from './result-text.ts';

export interface ShownCall {
  readonly plan: Pick<CallPlan, 'target' | 'tool' | 'keys' | 'json'>;
  readonly io: Io;
  readonly secrets: readonly string[];
  readonly startedAt: number | undefined;
}

/** Writes the result to stdout and the facts about a failure to stderr. */
export const showCall = (recovered: Recovered, { plan, io, secrets, startedAt }: ShownCall): ExitCode => {
  const { end, result, failure } = recovered;
  const hidden = [...secrets, ...tokensIn(failure)];
  const exit = exitCodeOf[end];
  const inDoubt = end === 'in_doubt';
  if (plan.json) io.out(safeJson(documentOf(recovered, { plan, exit, inDoubt, startedAt }), hidden));
  else if (exit === exitCodes.clean) io.out(resultText(result, io, hidden));
  if (exit !== exitCodes.clean)
    for (const line of failurePage(recovered, { io, inDoubt, keys: plan.keys })) io.err(hide(line, hidden));
  return exit;
};

interface DocumentFacts {
  readonly plan: Pick<CallPlan, 'target' | 'tool'>;
  readonly exit: ExitCode;
  readonly inDoubt: boolean;
  readonly startedAt: number | undefined;
}

const documentOf = (recovered: Recovered, { plan, exit, inDoubt, startedAt }: DocumentFacts): object => {
  const { end, why, result, thrown, failure, steps } = recovered;
  return {
    ok: exit === exitCodes.clean,
    server: plan.target.shown,
    tool: plan.tool,
    end,
    why,
    exit_code: exit,
    in_doubt: inDoubt,
    calls: steps.filter(({ kind }) => kind === 'call' || kind === 'look').length,
    elapsed_ms: (steps.at(-1)?.at ?? 0) - (startedAt ?? 0),
    ...(failure && { failure }),
    ...(result && { result }),
    ...(result === undefined && { error: reasonOf(thrown) }),
    steps,
  };
};
