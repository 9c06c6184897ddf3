import type { Policy } from '../policy/index.ts';
import { isProfileProblem } from '../profile/index.ts';
import type { ProfileProblem } from '../profile/index.ts';
import { refuseWith } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { compareWithSources, openProfile } from './load-profile.ts';
import type { LoadedProfile } from './load-profile.ts';
import type { Watch } from './progress.ts';
import { refuseUnattested } from './refuse-unattested.ts';

/**
 * Reads the profiles that the policy merges with every other. Each of them must be there: a verdict without one of
 * them would be about something else than the policy says.
 */
export const loadMerged = async (toolbox: Toolbox, policy: Policy, watch: Watch): Promise<readonly LoadedProfile[]> => {
  const loaded: LoadedProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const name of policy.mergedProfiles) {
    const reading = await openProfile(toolbox, name, { policy, watch });
    if (isProfileProblem(reading)) problems.push(reading);
    else loaded.push(await compareWithSources(toolbox, reading, { watch }));
  }
  const [first] = problems;
  if (!first) {
    for (const profile of loaded) refuseUnattested(toolbox, profile, { isMerged: true });
    return loaded;
  }
  const named = problems.map(({ details: { path } }) => showText(path));
  throw refuseWith(
    { code: first.code, details: { ...first.details, path: showText(first.details.path) } },
    {
      message: `Profiles that the policy merges cannot be used: ${problems.map(describe).join('; ')}`,
      hint: `Regenerate ${named.join(', ')}, or remove ${named.length === 1 ? 'it' : 'them'} from merge.profiles or integration in the policy.`,
      recovery: 'change_state',
    },
  );
};

const describe = (problem: ProfileProblem): string => {
  const path = showText(problem.details.path);
  return problem.code === 'OP_PROFILE_MISSING'
    ? `'${path}' is missing`
    : `'${path}': ${showText(problem.details.reason)}`;
};
