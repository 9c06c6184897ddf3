import type { Policy } from '../policy/index.ts';
import type { ProfileProblem } from '../profile/index.ts';
import { refuseWith } from '../refused.ts';
import { showText } from '../strangers/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { loadProfile } from './load-profile.ts';
import type { LoadedProfile } from './load-profile.ts';
import { refuseUnattested } from './refuse-unattested.ts';

/**
 * Reads the profiles that the policy merges with every other. Each of them must be there: a verdict without one of
 * them would be about something else than the policy says.
 */
export const loadMerged = async (toolbox: Toolbox, { mergedProfiles }: Policy): Promise<readonly LoadedProfile[]> => {
  const loaded: LoadedProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const name of mergedProfiles) {
    const profile = await loadProfile(toolbox, name);
    if ('code' in profile) problems.push(profile);
    else loaded.push(profile);
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
      hint: `Make ${named.join(', ')} again, or remove it from merge.profiles or integration in the policy.`,
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
