import type { GitProblem } from './changes.ts';
import { findRepository } from './find-repository.ts';
import type { Repository } from './find-repository.ts';
import { refUnknown, resolveCommit } from './resolve-commit.ts';
import { withScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

/** The commit where the checked-out branch left a reference. The working tree is not read. */
export const findMergeBase = async ({
  root,
  ref,
}: {
  readonly root: string;
  readonly ref: string;
}): Promise<{ readonly base: string } | GitProblem> => {
  const repository = await findRepository(root);
  if (!repository)
    return { code: 'OP_REF_UNKNOWN', details: { ref, reason: 'the project is not in a git repository' } };
  const target = await resolveCommit(repository, ref);
  if (typeof target !== 'string') return target;
  const base = await withScratch(repository, target, (scratch) => mergeBase(repository, scratch, { ref, target }));
  return typeof base === 'string' ? { base } : base;
};

/** The same for a commit that was resolved. */
export const mergeBase = async (
  repository: Repository,
  scratch: Scratch,
  { ref, target }: { readonly ref: string; readonly target: string },
): Promise<string | GitProblem> => {
  const head = await resolveCommit(repository, 'HEAD');
  if (typeof head !== 'string') return head;
  const answer = await scratch.run(['merge-base', '--end-of-options', target, head], { mostBytes: 4096 });
  const base = answer.ok ? answer.output.toString('latin1').trim() : '';
  return base === '' ? refUnknown(repository, ref, 'it has no history in common with the checked-out commit') : base;
};
