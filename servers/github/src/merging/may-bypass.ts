import { getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Blocker } from './blockers.ts';
import { heldBy } from './held-by.ts';
import { readBypasses } from './read-rulesets.ts';
import type { RuleSources } from './rule-sources.ts';

/** Whether something may be bypassed; undefined if that cannot be read. */
type Answer = boolean | undefined;

interface Unmet {
  readonly blockers: readonly Blocker[];
  /** Whether only some of them may be what blocks. */
  readonly areGuesses: boolean;
}

/**
 * Tells whether the owner of the token may merge although rules are not met. Protection and each ruleset have their own
 * exceptions, so every source that has one of the rules must make one.
 */
export const mayBypass = async (
  toolbox: Toolbox,
  place: Place,
  sources: RuleSources,
  { blockers, areGuesses }: Unmet,
): Promise<Answer> => {
  const holds = blockers.map((blocker) => heldBy(blocker, sources));
  const protection = holds.some((hold) => hold.protection) ? await mayBypassProtection(toolbox, place, sources) : true;
  if (!areGuesses && protection === false) return false;
  const ids = new Set(holds.flatMap((hold) => hold.rulesets.filter((id) => id !== undefined)));
  const bypasses = await readBypasses(toolbox, place, [...ids]);
  const answers = holds.map((hold) =>
    both([
      ...hold.rulesets.map((id) => (id === undefined ? undefined : bypasses.get(id))),
      ...(hold.protection ? [protection] : []),
    ]),
  );
  if (!areGuesses) return both(answers);
  return answers.every((answer) => answer === answers[0]) ? answers[0] : undefined;
};

const both = (answers: readonly Answer[]): Answer => {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
};

/** By GitHub's verdict, or else by the role of the token's owner. */
const mayBypassProtection = async (
  toolbox: Toolbox,
  place: Place,
  { verdict, protection }: RuleSources,
): Promise<Answer> => {
  if (verdict.value) return verdict.value.canBypass;
  const { value: repository } = await tryRead(getRepository(toolbox, place));
  if (repository?.permissions?.admin === false) return false;
  return protection.value?.bindsAdmins === undefined ? undefined : !protection.value.bindsAdmins;
};
