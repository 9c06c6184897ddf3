import type { SafePath } from '@recourse/engine/untrusted-values';
import type { Attestation } from '../attesting/attestations.ts';
import type { Policy } from '../policy/index.ts';
import { readProfile } from '../profile/index.ts';
import type { ProfileFormat, ProfileProblem, ProfileReading } from '../profile/index.ts';
import { refuse } from '../refused.ts';
import { keepExisting } from '../sources/keep-existing.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { findAttestation } from './attest.ts';
import type { Watch } from './progress.ts';

/** A profile that was read and compared with the files of the project. */
export interface LoadedProfile extends ProfileReading {
  /** SHA-256 of the files that it measures, as they are now. */
  readonly sources: string;
  /** One sentence for each part of it that does not count. */
  readonly notes: readonly string[];
  /** The record of the run that made it, or why there is none. */
  readonly attestation: Attestation | string;
}

export interface LoadOptions {
  /** True for a profile of an earlier state of the project: its sources may have changed since. */
  readonly mayBeOld?: boolean;
  /** True for a profile that a run has just written: tests may write sources too. */
  readonly isFresh?: boolean;
  readonly watch: Watch;
}

/** Reads a profile, without a look at the sources that it names. */
export const openProfile = (
  { root }: Toolbox,
  file: SafePath | string,
  {
    format,
    policy,
    watch,
  }: Pick<LoadOptions, 'watch'> & { readonly policy: Policy; readonly format?: ProfileFormat | undefined },
): Promise<ProfileReading | ProfileProblem> => {
  watch.tell(`Reading ${showText(typeof file === 'string' ? file : file.relative, 200)}`);
  return readProfile(file, {
    root,
    paths: policy.paths,
    ...(format && { format }),
    ...(watch.signal && { signal: watch.signal }),
  });
};

/** Keeps the part of a profile that exists in the project. Refuses a profile that is older than one of its sources. */
export const compareWithSources = async (
  toolbox: Toolbox,
  reading: ProfileReading,
  { mayBeOld = false, isFresh = false, watch }: LoadOptions,
): Promise<LoadedProfile> => {
  const { coverage, digest, newest, leftOut } = await keepExisting(toolbox.root, reading, {
    signal: watch.signal,
    onFile: (done) => watch.tell(`Read ${done} of ${reading.files.size} sources`),
  });
  const kept = {
    ...reading,
    sources: digest,
    notes: warningsOf(reading),
    attestation: await findAttestation(toolbox, { ...reading, sources: digest }, { mayBeOld }),
  };
  // The sources of an earlier state cannot be looked up in this one.
  if (mayBeOld) return kept;
  if (!isFresh && newest && newest.at > reading.source.modifiedAt) throw stale(reading, newest);
  return { ...kept, ...coverage, notes: [...kept.notes, ...notesOn(leftOut)] };
};

/** Missing sources are counted by `keepExisting`, which knows more reasons. */
const warningsOf = ({ warnings }: ProfileReading): readonly string[] =>
  warnings.filter(({ kind }) => kind !== 'source_missing').map(({ message }) => message);

const notesOn = ({ files, lines }: { readonly files: number; readonly lines: number }): readonly string[] => [
  ...(files > 0 ? [`omitted files that are not in the project: ${files}`] : []),
  ...(lines > 0 ? [`omitted lines beyond the end of their files: ${lines}`] : []),
];

const stale = ({ source }: ProfileReading, newest: { readonly name: string; readonly at: Date }) =>
  refuse(
    'OP_PROFILE_STALE',
    {
      path: showText(source.path),
      written_at: source.modifiedAt.toISOString(),
      newest_source: showText(newest.name),
      newest_source_at: newest.at.toISOString(),
    },
    { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests on the current sources.' }] },
  );
