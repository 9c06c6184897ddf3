import type { Attestation } from '../attesting/attestations.ts';
import type { RepositoryState } from '../git/index.ts';
import type { RunPlan } from '../running/index.ts';
import type { Toolbox } from '../toolbox.ts';
import type { LoadedProfile } from './load-profile.ts';

/** Records that a run of this server made this profile from these sources. */
export const attest = async (
  { attestations, now }: Toolbox,
  { source, format, sources }: LoadedProfile,
  run: {
    readonly plan: RunPlan;
    readonly skipped: readonly string[];
    readonly state: RepositoryState | undefined;
  },
): Promise<Attestation> => {
  const { plan, skipped, state } = run;
  const attestation: Attestation = {
    profile: source.digest,
    format,
    sources,
    commit: state?.commit ?? null,
    dirty: state?.dirty ?? null,
    runner: plan.runner,
    version: plan.version ?? null,
    skipped,
    at: new Date(now()).toISOString(),
  };
  await attestations.record(attestation);
  return attestation;
};

/** The attestation of a profile as it is now, or why there is none. */
export const findAttestation = async (
  { attestations }: Toolbox,
  { source, format, sources }: Pick<LoadedProfile, 'source' | 'format' | 'sources'>,
  { mayBeOld = false }: { readonly mayBeOld?: boolean } = {},
): Promise<Attestation | string> => {
  const found = await attestations.find(source.digest);
  if (found?.profile !== source.digest || found.format !== format)
    return 'it was not produced by a test run on this server';
  // A profile to compare with is about sources that may have changed since.
  return mayBeOld || found.sources === sources
    ? found
    : 'the sources that it covers have changed since it was produced';
};
