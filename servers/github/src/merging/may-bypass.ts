import { getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import type { Toolbox } from '../toolbox.ts';
import { mayBypassRulesets } from './read-rulesets.ts';
import type { RuleSources } from './rule-sources.ts';

/**
 * Tells whether the owner of the token may merge although rules are not met; undefined if that cannot be read.
 * GitHub's verdict decides, except that it may leave out those who may bypass a ruleset.
 */
export const mayBypass = async (
  toolbox: Toolbox,
  place: Place,
  { verdict, protection, rulesets }: RuleSources,
): Promise<boolean | undefined> => {
  if (verdict.value?.canBypass === true) return true;
  if (protection.value?.isEnabled === false && rulesets.value && rulesets.value.ids.length > 0) {
    const { value: may } = await tryRead(mayBypassRulesets(toolbox, place, rulesets.value.ids));
    if (may === true) return true;
  }
  if (verdict.value) return false;
  const { value: repository } = await tryRead(getRepository(toolbox, place));
  if (repository?.permissions?.admin === false) return false;
  return protection.value?.bindsAdmins === undefined ? undefined : !protection.value.bindsAdmins;
};
