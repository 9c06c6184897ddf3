import { changeFailure, isFailure } from '@recourse/contract';
import type { Failure, Subject } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';
import type { Asked } from './asked.ts';
import { explainRefusal } from './explain-refusal.ts';
import { toolboxFor } from './toolbox-for.ts';

/** Answers a refusal of GitHub with its code, and says what it is about. Anything else is a bug and is thrown on. */
export const answering = async <Value>(
  shared: ServerToolbox,
  call: Asked,
  handle: (toolbox: Toolbox) => Promise<Value>,
): Promise<Value | Failure> => {
  const about = (failure: Failure): Failure => {
    const subject = subjectOf(call.arguments);
    return changeFailure(failure, { correlation_id: call.correlation_id, ...(subject && { subject }) });
  };
  const toolbox = toolboxFor(shared, call);
  try {
    const answer = await handle(toolbox);
    return isFailure(answer) ? about(answer) : answer;
  } catch (thrown) {
    if (!(thrown instanceof GitHubError)) throw thrown;
    return about(await explainRefusal(toolbox, thrown, call.arguments));
  }
};

const subjectOf = (args: { readonly repo?: unknown; readonly prNumber?: unknown }): Subject | undefined => {
  const { repo, prNumber } = args;
  if (typeof repo !== 'string') return undefined;
  return typeof prNumber === 'number'
    ? { type: 'pull_request', id: `${repo}#${prNumber}` }
    : { type: 'repository', id: repo };
};
