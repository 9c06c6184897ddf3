import { evaluate, readAnnotations } from '../policy/index.ts';
import type { EvaluateOptions, Policy, Verdict } from '../policy/index.ts';
import type { Coverage } from '../profile/index.ts';
import type { RunPlan } from '../running/index.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Origin } from './find-origin.ts';
import type { LoadedProfile } from './load-profile.ts';
import { describeProvenance } from './provenance.ts';
import type { Provenance } from './provenance.ts';

/** The inputs of a verdict. */
export interface Sources {
  readonly policy: Policy;
  readonly coverage: Coverage;
  readonly readings: readonly LoadedProfile[];
  readonly origin: Origin;
  readonly plan?: RunPlan | undefined;
  readonly skipped: readonly string[];
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Whether the caller asked for less than the policy covers. */
  readonly partial: boolean;
  readonly provenance: Provenance;
}

/** Judges profiles by their policy and finds the provenance of the verdict. */
export const judge = async (
  toolbox: Toolbox,
  sources: Sources,
  options: Omit<EvaluateOptions, 'annotations' | 'profilePath'> = {},
): Promise<Judgement> => {
  const { policy, coverage, readings } = sources;
  const annotations = policy.annotations ? await readAnnotations(toolbox.root, coverage.files.keys()) : undefined;
  const profilePath = readings[0] && showText(readings[0].source.path);
  const verdict = evaluate(coverage, policy, {
    ...options,
    ...(annotations && { annotations }),
    ...(profilePath !== undefined && { profilePath }),
  });
  const skipped = [...sources.skipped, ...leftOut(verdict), ...odd(readings)];
  return {
    verdict,
    partial: sources.skipped.length > 0 || verdict.left.domains.length > 0,
    provenance: describeProvenance(toolbox, { ...sources, skipped }),
  };
};

/** Warns of everything that a reader of the verdict should know about it, its policy and its profiles. */
export const warnAbout = (warn: unknown, { verdict, provenance }: Judgement): void => {
  const add = warn as (code: string, details: object) => void;
  const { config, profiles } = provenance;
  if (config.changed === true) {
    const { path, digest, compared_with: ref, committed_digest, lowered } = config;
    const facts = { ref, committed_digest, lowered };
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    add('OP_CONFIG_CHANGED', { path: path ?? '.coverctl.yaml', digest, ...known });
  }
  const unattested = profiles.filter(({ attested }) => !attested).map(({ path }) => path);
  if (unattested.length > 0) add('OP_ATTESTATION_MISSING', { profiles: unattested });
  for (const { code, details } of verdict.warnings) add(code, details);
};

/** Warns of arguments that the run changed or ignored. */
export const warnAboutPlan = (warn: unknown, plan: Pick<RunPlan, 'warnings'> | undefined): void => {
  const add = warn as (code: string, details: object) => void;
  for (const { code, details } of plan?.warnings ?? []) add(code, details);
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const leftOut = ({ left }: Verdict): readonly string[] => [
  ...(left.excluded.length > 0
    ? [`${count(left.excluded.length, 'file')} omitted (tests, or excluded by the policy)`]
    : []),
  ...(left.ignored.length > 0 ? [`${count(left.ignored.length, 'file')} excluded by an annotation in the file`] : []),
  ...(left.domains.length > 0
    ? [
        `${count(left.domains.length, 'domain')} not requested: ${left.domains
          .slice(0, 10)
          .map((name) => showText(name, 100))
          .join(', ')}`,
      ]
    : []),
];

const odd = (readings: readonly LoadedProfile[]): readonly string[] =>
  readings.flatMap(({ notes, source }) => notes.map((note) => `${showText(source.path)}: ${note}`));
