import { findMergeBase, isGitProblem, repositoryState } from '../git/index.ts';
import type { RepositoryState } from '../git/index.ts';
import { configChange } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Provenance } from './provenance.ts';

/** The state of the project and its policy according to git. */
export interface Origin {
  readonly config: Provenance['config'];
  /** Undefined if the project is in no repository. */
  readonly state: RepositoryState | undefined;
}

/** Asks git once for all that a verdict says about its origin. Git hashes every tracked file for it. */
export const findOrigin = async (toolbox: Toolbox, policy: Policy): Promise<Origin> => {
  const [state, config] = await Promise.all([repositoryState(toolbox.root), describeConfig(toolbox, policy)]);
  return { state, config };
};

/** The references that a branch may have started from, likeliest first. */
const bases = ({ environment }: Toolbox): readonly string[] => {
  const { GITHUB_BASE_REF: base } = environment;
  const likely = ['origin/HEAD', 'origin/main', 'origin/master', 'HEAD'];
  return base ? [`origin/${base}`, ...likely] : likely;
};

/** Describes the policy. One that changed together with the code it judges cannot vouch for that code. */
const describeConfig = async (toolbox: Toolbox, policy: Policy): Promise<Provenance['config']> => {
  const { path, digest } = policy.source;
  const facts = { path: path === undefined ? null : showText(path), digest };
  for (const ref of bases(toolbox)) {
    const found = await findMergeBase({ root: toolbox.root, ref });
    if (isGitProblem(found)) continue;
    const change = await configChange(policy, { root: toolbox.root, ref: found.base });
    if (!change) return { ...facts, changed: false, compared_with: ref };
    if (isGitProblem(change)) continue;
    const { committed_digest, lowered } = change.details;
    return {
      ...facts,
      changed: true,
      compared_with: ref,
      ...(committed_digest !== undefined && { committed_digest }),
      ...(lowered && {
        lowered: lowered.map(({ subject, from, to }) => ({
          subject: showText(subject),
          from: showText(from),
          to: showText(to),
        })),
      }),
    };
  }
  return { ...facts, changed: null };
};
