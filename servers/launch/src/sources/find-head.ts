import { RunError } from '@recourse/runs';
import { explainGit } from './explain-git.ts';
import { fail } from './failing.ts';
import type { FetchOptions } from './fetch-commit.ts';
import { runGit } from './run-git.ts';

const timeoutMs = 60_000;
const mostBytes = 1024 * 1024;
/** Characters that are patterns for `git ls-remote`, or that no branch may have. */
const unusable = /[\s*?[\\~^:]|\.\.|^-|\p{Cc}/u;

/** Asks the server of a repository for the head of a branch, of the default branch unless one is named. */
export const findHead = async (
  url: URL,
  branch: string | undefined,
  { git, folder, settings, signal }: FetchOptions,
): Promise<{ readonly branch: string; readonly sha: string }> => {
  const absent = (ref: string) => new RunError(fail('REPO_NOT_FOUND', { url: url.href, missing: 'branch', ref }));
  if (branch !== undefined && unusable.test(branch)) throw absent(branch);
  const end = await runGit(['ls-remote', '--symref', url.href, 'HEAD', 'refs/heads/*'], {
    git,
    folder,
    scheme: url.protocol === 'http:' ? 'http' : 'https',
    settings,
    mostBytes,
    timeoutMs,
    signal,
  });
  signal.throwIfAborted();
  if (end.exitCode !== 0) throw explainGit(end, { url: url.href, missing: 'branch', timeoutMs });
  const lines = (end.stdout ?? Buffer.alloc(0)).toString('utf8').split('\n');
  const refs = new Map(lines.flatMap((line) => readRef(line)));
  if (refs.size === 0) throw new RunError(fail('REPO_EMPTY', { url: url.href }));
  const name = branch ?? lines.flatMap((line) => /^ref: refs\/heads\/(\S+)\tHEAD$/.exec(line)?.[1] ?? [])[0];
  const sha = name === undefined ? undefined : refs.get(`refs/heads/${name}`);
  if (name === undefined || sha === undefined) throw absent(name ?? 'HEAD');
  return { branch: name, sha };
};

const readRef = (line: string): readonly (readonly [string, string])[] => {
  const [, sha, ref] = /^([0-9a-f]{40})\t(\S+)$/.exec(line) ?? [];
  return sha === undefined || ref === undefined ? [] : [[ref, sha]];
};
