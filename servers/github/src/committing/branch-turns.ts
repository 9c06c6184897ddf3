import { changeFailure, fail } from '@recourse/contract';
import { GitHubError, Turns } from '@recourse/github';
import type { CallTime } from '@recourse/github';

/**
 * Lets the calls of this process commit to one branch one after the other. Each then finds the branch where the last
 * one left it, so that none has to write its commit again.
 */
export class BranchTurns {
  readonly #lines = new Map<string, { readonly turns: Turns; calls: number }>();

  /** Does the work when it is its turn. Nothing has been written where the time is up before that. */
  async take<Value>(branch: string, { signal, timeLeft }: CallTime, work: () => Promise<Value>): Promise<Value> {
    const line = this.#lines.get(branch) ?? { turns: new Turns(1), calls: 0 };
    this.#lines.set(branch, line);
    line.calls += 1;
    try {
      await line.turns.take({ signal, timeLeft }).catch((cause: unknown) => {
        throw new GitHubError(neverBegun(signal.aborted, cause), { writes: false });
      });
      try {
        return await work();
      } finally {
        line.turns.end();
      }
    } finally {
      line.calls -= 1;
      if (line.calls === 0) this.#lines.delete(branch);
    }
  }
}

const neverBegun = (isCancelled: boolean, cause: unknown) =>
  isCancelled
    ? fail('CALL_CANCELLED', {}, { effect: 'none', cause })
    : changeFailure(fail('UPSTREAM_TIMEOUT', {}, { effect: 'none', cause }), {
        message: 'The call timed out while waiting for other commits to the branch',
        hint: 'Nothing was written. Repeat the same call once the other commits to this branch are done.',
      });
