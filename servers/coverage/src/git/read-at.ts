import path from 'node:path';
import { findRepository } from './find-repository.ts';
import { resolveCommit } from './resolve-commit.ts';
import type { GitProblem } from './changes.ts';
import { withScratch } from './scratch.ts';

const mostBytes = 1024 * 1024;

/** Reads files of the root as a commit has them. */
export interface CommitReader {
  readonly commit: string;
  /** Undefined if the commit has no such file, or a larger one than any text of a project. */
  read(relative: string): Promise<string | undefined>;
}

/** Opens the commit that a reference names, for as long as `use` runs. */
export const readAt = async <Result>(
  { root, ref }: { readonly root: string; readonly ref: string },
  use: (reader: CommitReader) => Promise<Result>,
): Promise<Result | GitProblem> => {
  const repository = await findRepository(root);
  if (!repository)
    return { code: 'OP_REF_UNKNOWN', details: { ref, reason: 'the project is not in a git repository' } };
  const commit = await resolveCommit(repository, ref);
  if (typeof commit !== 'string') return commit;
  const prefix = path.relative(repository.workTree, repository.root).split(path.sep).join('/');
  return withScratch(repository, commit, (scratch) =>
    use({
      commit,
      read: async (relative) => {
        const name = prefix === '' ? relative : `${prefix}/${relative}`;
        const answer = await scratch.run(['cat-file', 'blob', `${commit}:${name}`], { mostBytes });
        return answer.ok ? answer.output.toString('utf8') : undefined;
      },
    }),
  );
};
