import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { GitHubError } from '@recourse/github';
import type { Toolbox } from '../toolbox.ts';
import { explainMissing } from './explain-missing.ts';
import { getRepository } from './requests.ts';
import { tryRead } from './try-read.ts';

/** Says more exactly what a refusal means, as far as a look at the repository tells. The refusal itself stays. */
export const explainRefusal = async (
  toolbox: Toolbox,
  error: GitHubError,
  args: { readonly repo?: unknown },
): Promise<Failure> => {
  const { failure, status, writes } = error;
  const { repo } = args;
  if (typeof repo !== 'string') return failure;
  if (failure.code === 'NOT_FOUND_RESOURCE') return explainMissing(toolbox, error, { ...args, repo });
  const isDenied = failure.code === 'PERMISSION_DENIED' && status === 403 && writes;
  return isDenied ? explainDenied(toolbox, failure, repo) : failure;
};

/** An archived repository refuses every write with 403, whatever the token may do. */
const explainDenied = async (toolbox: Toolbox, failure: Failure, repo: string): Promise<Failure> => {
  const { value: repository } = await tryRead(getRepository(toolbox, { repo }));
  if (!repository?.archived) return failure;
  return changeFailure(failure, {
    recovery: 'change_state',
    hint: 'The repository is archived and cannot be changed. Ask its owner to unarchive it, or write to another one.',
  });
};
