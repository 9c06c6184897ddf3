import { isGitProblem, readAt } from '../../git/index.ts';
import type { CommitReader, GitProblem } from '../../git/index.ts';
import type { Policy } from '../policy.ts';
import type { FindingOf } from '../verdict/finding.ts';
import { builtInPolicy } from './built-in-policy.ts';
import { filesOfCommit } from './policy-files.ts';
import { isPolicyProblems, readPolicyFrom } from './read-policy.ts';
import { whatIsLower } from './what-is-lower.ts';

/**
 * Whether the policy that judges is another one than a commit has, and what it demands less of. Undefined if it is
 * the same; a problem where git does not know the commit.
 */
export const configChange = async (
  policy: Policy,
  { root, ref }: { readonly root: string; readonly ref: string },
): Promise<FindingOf<'OP_CONFIG_CHANGED'> | GitProblem | undefined> => {
  const { path, digest } = policy.source;
  const answer = await readAt({ root, ref }, async (reader) => ({ before: await committedPolicy(reader, root, path) }));
  if (isGitProblem(answer)) return answer;
  const { before } = answer;
  if (before?.source.digest === digest) return undefined;
  const lowered = before ? whatIsLower(before, policy) : [];
  return {
    code: 'OP_CONFIG_CHANGED',
    details: {
      path: path ?? before?.source.path ?? '.coverctl.yaml',
      ref,
      digest,
      ...(before && { committed_digest: before.source.digest }),
      ...(lowered.length > 0 && { lowered: [...lowered] }),
    },
  };
};

/** Undefined if the commit's policy cannot be read. A file that it has not takes the place of the built-in rules. */
const committedPolicy = async (
  reader: CommitReader,
  root: string,
  path: string | undefined,
): Promise<Policy | undefined> => {
  const files = filesOfCommit(reader);
  const read = await readPolicyFrom(files, { root, ...(path !== undefined && { path }) });
  if (!isPolicyProblems(read)) return read;
  return read.every(({ code }) => code === 'OP_CONFIG_MISSING') ? builtInPolicy(root, files) : undefined;
};
