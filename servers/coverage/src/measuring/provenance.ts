import { z } from 'zod';
import type { Attestation } from '../attesting/attestations.ts';
import { metricOf } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import { metrics } from '../profile/index.ts';
import type { Coverage } from '../profile/index.ts';
import type { RunPlan } from '../running/index.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Origin } from './find-origin.ts';
import type { LoadedProfile } from './load-profile.ts';

/** The sources of an answer, so that a reader can decide whether to trust it. */
export const provenanceShape = z.object({
  config: z.object({
    /** Null if there is no file and the built-in rules hold. */
    path: z.string().nullable(),
    digest: z.string(),
    /** Whether it differs from where the branch started; null if git cannot tell. */
    changed: z.boolean().nullable(),
    compared_with: z.string().optional(),
    committed_digest: z.string().optional(),
    /** The requirements that are lower than before. */
    lowered: z.array(z.object({ subject: z.string(), from: z.string(), to: z.string() })).optional(),
  }),
  profiles: z.array(
    z.object({
      path: z.string(),
      format: z.string(),
      digest: z.string(),
      written_at: z.string(),
      age_seconds: z.number(),
      /** Whether a run of this server made it, of the sources as they are. */
      attested: z.boolean(),
      /** The record of that run. */
      attestation: z
        .object({
          sources: z.string(),
          commit: z.string().nullable(),
          dirty: z.boolean().nullable(),
          at: z.string(),
        })
        .optional(),
    }),
  ),
  /** The unit of shares: statements, lines, branches or functions. Changed lines are always lines. */
  metric: z.enum(metrics),
  /** Null if an existing profile was judged and nothing was run. */
  runner: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  dirty: z.boolean().nullable(),
  /** Parts that the answer leaves out, one sentence each; empty if it covers the whole project. */
  skipped: z.array(z.string()),
});
export type Provenance = z.infer<typeof provenanceShape>;

export interface ProvenanceFacts {
  readonly origin: Origin;
  readonly policy: Policy;
  readonly coverage: Coverage;
  readonly readings: readonly LoadedProfile[];
  readonly plan?: RunPlan | undefined;
  readonly skipped: readonly string[];
}

/** Describes what an answer rests on. */
export const describeProvenance = ({ now }: Toolbox, facts: ProvenanceFacts): Provenance => {
  const { origin, policy, coverage, readings, plan, skipped } = facts;
  const { state } = origin;
  return {
    config: origin.config,
    profiles: readings.map(({ source, format, attestation }) => ({
      path: showText(source.path),
      format,
      digest: source.digest,
      written_at: source.modifiedAt.toISOString(),
      age_seconds: Math.max(0, Math.round((now() - source.modifiedAt.getTime()) / 1000)),
      ...describeAttestation(attestation),
    })),
    metric: metricOf(policy, coverage),
    runner: plan ? { name: plan.runner, version: plan.version ?? null } : null,
    commit: state?.commit ?? null,
    branch: state?.branch === undefined ? null : showText(state.branch),
    dirty: state?.dirty ?? null,
    skipped: [...skipped],
  };
};

const describeAttestation = (
  attestation: Attestation | string,
): Pick<Provenance['profiles'][number], 'attested' | 'attestation'> => {
  if (typeof attestation === 'string') return { attested: false };
  const { sources, commit, dirty, at } = attestation;
  return { attested: true, attestation: { sources, commit, dirty, at } };
};
