import { causeOf } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/** A request that failed. The failure is what a caller may see; it holds no token and no header. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly failure: Failure;
  /** GitHub's status, where it answered. */
  readonly status: number | undefined;
  /** Whether the request could have changed anything. */
  readonly writes: boolean;

  constructor(failure: Failure, facts: { readonly writes: boolean }) {
    super(failure.message, { cause: causeOf(failure) });
    this.failure = failure;
    this.writes = facts.writes;
    const status = failure.details?.['http_status'];
    this.status = typeof status === 'number' ? status : undefined;
  }
}
