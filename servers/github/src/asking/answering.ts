import { changeFailure, isFailure } from '@recourse/contract';
import type { Failure, Subject } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import type { Toolbox } from '../toolbox.ts';
import type { Asked } from './asked.ts';
import { explainMissing } from './explain-missing.ts';

/** Answers a refusal of GitHub with its code, and says what it is about. Anything else is a bug and goes its way. */
export const answering = async <Value>(
  toolbox: Toolbox,
  call: Asked,
  handle: () => Promise<Value>,
): Promise<Value | Failure> => {
  const about = (failure: Failure): Failure => {
    const subject = subjectOf(call.arguments);
    return changeFailure(failure, { correlation_id: call.correlation_id, ...(subject && { subject }) });
  };
  try {
    const answer = await handle();
    return isFailure(answer) ? about(answer) : answer;
  } catch (thrown) {
    if (!(thrown instanceof GitHubError)) throw thrown;
    return about(await explainMissing(toolbox, thrown, call));
  }
};

const subjectOf = (args: { readonly repo?: unknown; readonly prNumber?: unknown }): Subject | undefined => {
  const { repo, prNumber } = args;
  if (typeof repo !== 'string') return undefined;
  return typeof prNumber === 'number'
    ? { type: 'pull_request', id: `${repo}#${prNumber}` }
    : { type: 'repository', id: repo };
};
