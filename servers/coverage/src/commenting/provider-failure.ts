import { GitHubError } from '@recourse/github';
import { refuse } from '../refused.ts';
import type { Refused } from '../refused.ts';
import type { Target } from './target.ts';

const provider = 'github';

/** Maps a GitHub error to a code of the contract. Any other error is a bug and is thrown again. */
export const providerFailure = (thrown: unknown, { owner, repo, prNumber }: Target): Refused => {
  if (!(thrown instanceof GitHubError)) throw thrown;
  const { status, failure } = thrown;
  const { effect } = failure;
  const repository = `${owner}/${repo}`;
  const reason = failure.message;
  const http_status = status === undefined ? {} : { http_status: status };
  if (status === 401) return refuse('OP_UNAUTHENTICATED', { provider, variables: ['GITHUB_TOKEN'], ...http_status });
  if (failure.code === 'NOT_FOUND_RESOURCE') {
    return refuse('OP_PULL_REQUEST_NOT_FOUND', { pr_number: prNumber, repository, ...http_status });
  }
  if (failure.code === 'PERMISSION_DENIED' || failure.category === 'validation' || failure.category === 'conflict') {
    return refuse('OP_PROVIDER_REFUSED', { provider, repository, reason, ...http_status }, { effect });
  }
  const { retry_after_ms: wait } = failure;
  const retry = wait === undefined ? {} : { retry_after_seconds: Math.ceil(wait / 1000) };
  return refuse('OP_PROVIDER_ERROR', { provider, reason, ...http_status, ...retry }, { effect });
};
