import type { SafePath } from '@recourse/engine/untrusted-values';
import type { Policy } from '../policy/index.ts';
import { isProfileProblem, mergeCoverage, profileFormats } from '../profile/index.ts';
import type { Coverage, ProfileFormat, ProfileProblem } from '../profile/index.ts';
import { refuseWith } from '../refused.ts';
import type { Refused } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { findOrigin } from './find-origin.ts';
import type { Origin } from './find-origin.ts';
import { loadMerged } from './load-merged.ts';
import { compareWithSources, openProfile } from './load-profile.ts';
import type { LoadedProfile } from './load-profile.ts';
import type { Watch } from './progress.ts';
import { refuseUncounted } from './refuse-uncounted.ts';
import { refuseUnattested } from './refuse-unattested.ts';
import { readScope } from './scope.ts';
import { usualProfile } from './usual-profile.ts';

export interface LoadedProfiles {
  readonly coverage: Coverage;
  readonly readings: readonly LoadedProfile[];
  readonly origin: Origin;
  /** Parts that the run that made the profile left out. */
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
  /** Where it is known already, git is not asked again. */
  readonly origin?: Origin;
  readonly watch: Watch;
}

/** Reads the profile that is meant, and merges with it what the policy says. */
export const loadProfiles = async (
  toolbox: Toolbox,
  policy: Policy,
  choice: ProfileChoice,
): Promise<LoadedProfiles> => {
  const { given, fresh, field = 'profile', mayBeOld = false, alone = mayBeOld, watch } = choice;
  const file = given ?? fresh?.path ?? (await usualProfile(toolbox, policy));
  const named = typeof file === 'string' ? file : file.relative;
  const format = fresh?.format ?? (named === policy.profile.path ? formatOf(policy) : undefined);
  const reading = await openProfile(toolbox, file, { format, policy, watch });
  if (isProfileProblem(reading)) throw refuseProfile(reading, given && field);
  // Git reads the working tree in a process of its own, while the sources are read here.
  const [first, origin] = await together(
    compareWithSources(toolbox, reading, { mayBeOld, isFresh: fresh !== undefined, watch }),
    choice.origin ? Promise.resolve(choice.origin) : findOrigin(toolbox, policy),
  );
  if (!fresh) refuseUnattested(toolbox, first, { field: given && field });
  const readings = [first, ...(alone ? [] : await loadMerged(toolbox, policy, watch))];
  const coverage = mergeCoverage(readings);
  refuseUncounted(policy, coverage);
  return {
    coverage,
    readings,
    origin,
    // Any program can change the notes in the folder of the run, but not its attestation.
    skipped:
      typeof first.attestation === 'string' ? await readScope(toolbox.root, first.source) : first.attestation.skipped,
  };
};

/** Waits for both, even if one fails: nothing may be running behind an answer. */
const together = async <One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> => {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
};

const formatOf = ({ profile: { format } }: Policy): ProfileFormat | undefined =>
  profileFormats.find((known) => known === format);

const refuseProfile = ({ code, details }: ProfileProblem, field: string | undefined): Refused => {
  const isMissing = code === 'OP_PROFILE_MISSING';
  return refuseWith(
    { code, details: { ...details, path: showText(details.path), ...(field !== undefined && isMissing && { field }) } },
    isMissing ? { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests and creates a profile.' }] } : {},
  );
};
