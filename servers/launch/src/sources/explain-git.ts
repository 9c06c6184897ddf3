import { RunError } from '@recourse/runs';
import type { ChildEnd } from '@recourse/sandbox';
import { fail } from './failing.ts';

/** The request that git made to the server of a repository. */
export interface Asked {
  readonly url: string;
  readonly missing: 'branch' | 'commit';
  readonly ref?: string;
  readonly timeoutMs: number;
}

const seldomFinal = [
  [/could not resolve host/i, 'its host is unknown'],
  [/connection refused|failed to connect|couldn't connect/i, 'its server does not accept connections'],
  [/certificate|ssl|tls/i, 'a secure connection to its server cannot be made'],
  [/operation too slow|timed out|timeout/i, 'its server responds too slowly'],
  [/early eof|unexpected disconnect|hung up|reset|empty reply/i, 'its server closed the connection'],
] as const;

/**
 * Turns the end of a git process into a failure. Git's own words stay out of it: they may repeat addresses, and they
 * differ from version to version.
 */
export const explainGit = (end: ChildEnd, { url, missing, ref, timeoutMs }: Asked): RunError => {
  const failed = (reason: string, status?: number): RunError =>
    new RunError(fail('CLONE_FAILED', { url, reason, ...(status !== undefined && { http_status: status }) }));
  if (end.unstartable) return new RunError(fail('TOOLCHAIN_MISSING', { tool: 'git' }));
  if (end.stopped === 'timeout') return failed(`it took longer than ${timeoutMs / 1000} s`);
  if (end.stopped === 'output') return failed('its server sent too much data');
  const status = Number(/returned error: (\d{3})/.exec(end.output)?.[1] ?? Number.NaN);
  if (status >= 300 && status < 400)
    return new RunError(fail('REPO_NOT_ALLOWED', { url, reason: 'its server redirects to another address' }));
  if (status === 429 || status >= 500) return failed(`its server returned ${status}`, status);
  if (/not our ref|couldn't find remote ref|unadvertised object/i.test(end.output))
    return new RunError(fail('REPO_NOT_FOUND', { url, missing, ...(ref !== undefined && { ref }) }));
  const isAbsent = /not found|could not read (?:username|password)|authentication failed|does not appear to be a git/i;
  if (status >= 400 || isAbsent.test(end.output))
    return new RunError(fail('REPO_NOT_FOUND', { url, missing: 'repository' }));
  const known = seldomFinal.find(([pattern]) => pattern.test(end.output));
  return failed(
    known?.[1] ?? (end.exitCode === null ? 'git was stopped by a signal' : `git exited with status ${end.exitCode}`),
  );
};
