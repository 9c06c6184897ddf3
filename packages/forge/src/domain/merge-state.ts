import type { GitRepository } from '../git/repository.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { checksOf } from './checks-of.ts';
import { guardsOf, type Guard } from './guards.ts';
import { mergeBlockers } from './merge-blockers.ts';

const mergeStates = ['unknown', 'dirty', 'draft', 'blocked', 'behind', 'unstable', 'has_hooks', 'clean'] as const;
type MergeStateName = (typeof mergeStates)[number];

export interface MergeState {
  readonly mergeable: boolean | null;
  readonly rebaseable: boolean | null;
  readonly state: MergeStateName;
}

/** The current merge state of an open pull request. The checks run in the order of `mergeStates`. */
export async function mergeStateOf(
  world: World,
  repository: Repository,
  git: GitRepository,
  { pull, issue }: { readonly pull: Pull; readonly issue: Issue },
): Promise<MergeState> {
  const base = await git.refs.get(`refs/heads/${pull.baseRef}`);
  const verdict = issue.state === 'open' && base ? world.mergeability.peek(git, pull, base.sha) : undefined;
  if (verdict === undefined || base === undefined) return { mergeable: null, rebaseable: null, state: 'unknown' };
  if (!verdict.mergeable) return { mergeable: false, rebaseable: false, state: 'dirty' };
  const found = (state: MergeStateName): MergeState => ({ mergeable: true, rebaseable: verdict.rebaseable, state });
  if (pull.draft) return found('draft');
  if (mergeBlockers(world, repository, pull, issue).length > 0) return found('blocked');
  if (await isBehind(guardsOf(world, repository, pull.baseRef), git, pull, base.sha)) return found('behind');
  const checks = [...checksOf(world, repository, pull.headSha).values()];
  if (checks.some((state) => state !== 'success')) return found('unstable');
  return found(repository.hasHooks ? 'has_hooks' : 'clean');
}

/** Only a strict rule makes it matter that the head lacks commits of the base. */
export async function isBehind(
  guards: readonly Guard[],
  git: GitRepository,
  pull: Pull,
  base: string,
): Promise<boolean> {
  const strict = guards.some(({ rules }) => rules.requiredChecks?.strict === true);
  return strict && !(await git.history.isAncestor(base, pull.headSha));
}
