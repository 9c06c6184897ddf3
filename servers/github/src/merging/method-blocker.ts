import { getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Blocker } from './blockers.ts';
import { readProtection } from './read-protection.ts';
import { readRulesets } from './read-rulesets.ts';
import type { MergeMethod } from './merge-rules.ts';

/** A method that may not be used, with the methods that may. */
export interface MethodRefusal {
  readonly blocker: Blocker;
  readonly allowed: readonly MergeMethod[];
}

const methods: readonly MergeMethod[] = ['squash', 'merge', 'rebase'];

/**
 * A method that the repository or the rules of the base branch do not allow refuses a merge whatever the pull request
 * is like, and GitHub does not show it in the state of the pull request.
 */
export const methodRefusal = async (
  toolbox: Toolbox,
  { repo, branch }: Place & { readonly branch: string },
  method: MergeMethod,
): Promise<MethodRefusal | undefined> => {
  const repository = await getRepository(toolbox, { repo });
  const { value: rulesets } = await tryRead(readRulesets(toolbox, { repo, branch }));
  const { value: protection } = await tryRead(readProtection(toolbox, { repo, branch }));
  const switches = {
    merge: repository.allow_merge_commit,
    squash: repository.allow_squash_merge,
    rebase: repository.allow_rebase_merge,
  };
  const refusedBy = (one: MergeMethod): Blocker['source'] | undefined => {
    if (switches[one] === false) return 'repository';
    if (rulesets?.methods?.includes(one) === false || (rulesets?.isLinear && one === 'merge')) return 'ruleset';
    return protection?.isLinear && one === 'merge' ? 'protection' : undefined;
  };
  const source = refusedBy(method);
  if (source === undefined) return undefined;
  return {
    blocker: { guard: 'method', name: method, source },
    allowed: methods.filter((one) => refusedBy(one) === undefined),
  };
};
