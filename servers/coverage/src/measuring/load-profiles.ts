import type { SafePath } from '@recourse/engine/judged';
import type { Policy } from '../policy/index.ts';
import { mergeCoverage, profileFormats } from '../profile/index.ts';
import type { Coverage, ProfileFormat, ProfileProblem } from '../profile/index.ts';
import { refuseWith } from '../refused.ts';
import type { Refused } from '../refused.ts';
import { showText } from '../strangers/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { loadMerged } from './load-merged.ts';
import { loadProfile } from './load-profile.ts';
import type { LoadedProfile } from './load-profile.ts';
import { refuseUnattested } from './refuse-unattested.ts';
import { readScope } from './scope.ts';
import { usualProfile } from './usual-profile.ts';

export interface LoadedProfiles {
  readonly coverage: Coverage;
  readonly readings: readonly LoadedProfile[];
  /** What the run that made the profile left out. */
  readonly skipped: readonly string[];
}

export interface ProfileChoice {
  /** The profile that the caller named; the guard has judged it. */
  readonly given?: SafePath | undefined;
  /** The profile that a run has just written, relative to the root. */
  readonly fresh?: { readonly path: string; readonly format: ProfileFormat } | undefined;
  /** The argument that names it, for the refusal. */
  readonly field?: string;
  /** True for a profile to compare with: it may be older than the sources. */
  readonly mayBeOld?: boolean;
  /** True for a profile that is compared as it is: nothing is merged with it. */
  readonly alone?: boolean;
}

/** Reads the profile that is meant, and merges with it what the policy says. */
export const loadProfiles = async (
  toolbox: Toolbox,
  policy: Policy,
  { given, fresh, field = 'profile', mayBeOld = false, alone = mayBeOld }: ProfileChoice,
): Promise<LoadedProfiles> => {
  const file = given ?? fresh?.path ?? (await usualProfile(toolbox, policy));
  const named = typeof file === 'string' ? file : file.relative;
  const format = fresh?.format ?? (named === policy.profile.path ? formatOf(policy) : undefined);
  const first = await loadProfile(toolbox, file, { format, mayBeOld, isFresh: fresh !== undefined });
  if ('code' in first) throw refuseProfile(first, given && field);
  if (!fresh) refuseUnattested(toolbox, first, { field: given && field });
  const readings = [first, ...(alone ? [] : await loadMerged(toolbox, policy))];
  return {
    coverage: mergeCoverage(readings),
    readings,
    // Any program can change the notes in the folder of the run, but not its attestation.
    skipped:
      typeof first.attestation === 'string' ? await readScope(toolbox.root, first.source) : first.attestation.skipped,
  };
};

const formatOf = ({ profile: { format } }: Policy): ProfileFormat | undefined =>
  profileFormats.find((known) => known === format);

const refuseProfile = ({ code, details }: ProfileProblem, field: string | undefined): Refused => {
  const isMissing = code === 'OP_PROFILE_MISSING';
  return refuseWith(
    { code, details: { ...details, path: showText(details.path), ...(field !== undefined && isMissing && { field }) } },
    isMissing ? { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests and makes a profile.' }] } : {},
  );
};
