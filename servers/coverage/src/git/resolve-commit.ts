import { access } from 'node:fs/promises';
import path from 'node:path';
import { judgeGitRef } from '@recourse/engine/untrusted-values';
import type { GitProblem } from './changes.ts';
import type { Repository } from './find-repository.ts';
import { runGit } from './run-git.ts';

/** The full id of the commit that a reference names. The reference is judged before git sees it. */
export const resolveCommit = async (repository: Repository, ref: string): Promise<string | GitProblem> => {
  const verdict = await judgeGitRef(ref);
  if (!verdict.ok) return { code: 'OP_REF_UNKNOWN', details: { ref, reason: verdict.reason } };
  const answer = await runGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], {
    gitDir: repository.gitDir,
    workTree: repository.workTree,
    cwd: repository.root,
    mostBytes: 1024,
  });
  const commit = answer.ok ? answer.output.toString('latin1').trim() : '';
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return commit;
  const reason = !answer.ok && answer.exit !== 1 ? answer.reason : 'there is no such commit, branch or tag';
  return refUnknown(repository, ref, reason);
};

/** Why a reference is of no use, and whether a shallow clone may be the cause. */
export const refUnknown = async (repository: Repository, ref: string, reason: string): Promise<GitProblem> => {
  const shallow = await access(path.join(repository.commonDir, 'shallow')).then(
    () => true,
    () => false,
  );
  return { code: 'OP_REF_UNKNOWN', details: { ref, reason, ...(shallow && { shallow }) } };
};
