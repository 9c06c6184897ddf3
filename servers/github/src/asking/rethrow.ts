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

/** A write of which nobody may know whether it took place: then the call is named that tells. */
export const verifying = <Value>(action: NextAction, request: Promise<Value>): Promise<Value> =>
  failingAs(request, (failure) =>
    failure.effect === 'unknown' ? changeFailure(failure, { next_actions: [action] }) : undefined,
  );

/** A write that nobody sees until a later one: an object of git without a name. Its failure has left nothing behind. */
export const leavingNothing = <Value>(request: Promise<Value>): Promise<Value> =>
  failingAs(request, (failure) => {
    if (failure.effect === 'none') return undefined;
    if (failure.category !== 'upstream') return changeFailure(failure, { effect: 'none' });
    return changeFailure(failure, {
      effect: 'none',
      retryable: true,
      recovery: 'retry',
      hint: 'Nothing was written. Repeat the same call a few times, with a growing delay.',
    });
  });
