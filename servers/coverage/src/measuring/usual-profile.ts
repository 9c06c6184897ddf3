import { judgePath } from '@recourse/engine/untrusted-values';
import type { Policy } from '../policy/index.ts';
import { findRunner, lastProfile } from '../running/index.ts';
import type { Toolbox } from '../toolbox.ts';

/** Where coverctl writes its profile. */
const customary = '.cover/coverage.out';

/**
 * Finds the newest profile among the places where a profile of this project may be. Where only attested profiles are
 * used, that of our own last run is the one that can be.
 */
export const usualProfile = async ({ root, unattested }: Toolbox, policy: Policy): Promise<string> => {
  const ofRun = await runProfile(root, policy);
  if (unattested === 'refused' && ofRun !== undefined) return ofRun;
  const places = [ofRun, policy.profile.path, customary].filter((place) => place !== undefined);
  let newest: { readonly place: string; readonly at: number } | undefined;
  for (const place of places) {
    const judged = await judgePath(root, place, { type: 'file', mustExist: true });
    const at = judged.ok ? (await judged.path.stat()).mtimeMs : undefined;
    if (at !== undefined && (!newest || at > newest.at)) newest = { place, at };
  }
  return newest?.place ?? policy.profile.path ?? customary;
};

/** The profile of our last run of the project's runner. */
const runProfile = async (root: string, policy: Policy): Promise<string | undefined> => {
  const runner = await findRunner(root, { language: policy.language, runner: policy.runner });
  return 'code' in runner ? undefined : lastProfile(root, runner);
};
