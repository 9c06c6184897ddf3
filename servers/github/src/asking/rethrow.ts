import { changeFailure } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import { GitHubError } from '@recourse/github';

/** Lets a request's failure pass on as the failure that the caller knows it to be; undefined leaves it as it is. */
export const failingAs = async <Value>(
  request: Promise<Value>,
  tell: (failure: Failure, error: GitHubError) => Failure | undefined | Promise<Failure | undefined>,
): Promise<Value> => {
  try {
    return await request;
  } catch (thrown) {
    if (!(thrown instanceof GitHubError)) throw thrown;
    const told = await tell(thrown.failure, thrown);
    throw told ? new GitHubError(told, thrown) : thrown;
  }
};

/** For a write whose effect may be unknown: its failure then names the call that finds out. */
export const verifying = <Value>(action: NextAction, request: Promise<Value>): Promise<Value> =>
  failingAs(request, (failure) =>
    failure.effect === 'unknown' ? changeFailure(failure, { next_actions: [action] }) : undefined,
  );

/** For a write of a git object that no ref names until a later write. Its failure leaves nothing behind. */
export const leavingNothing = <Value>(request: Promise<Value>): Promise<Value> =>
  failingAs(request, (failure) => {
    if (failure.effect === 'none') return undefined;
    if (failure.code === 'VALIDATION_PAYLOAD_TOO_LARGE')
      return changeFailure(failure, { effect: 'none', ...oversized });
    if (failure.category !== 'upstream') return changeFailure(failure, { effect: 'none' });
    return changeFailure(failure, {
      effect: 'none',
      retryable: true,
      recovery: 'retry',
      hint: 'Nothing was written. Repeat the same call a few times, waiting longer each time.',
    });
  });

const oversized = {
  retryable: false,
  recovery: 'report',
  hint: 'Nothing was written. Report that GitHub answers with more than this server reads.',
} as const;
