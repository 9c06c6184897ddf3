import { z } from 'zod';
import type { Attestation } from '../attesting/attestations.ts';
import { changedLines, isGitProblem, repositoryState } from '../git/index.ts';
import { configChange } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import type { RunPlan } from '../running/index.ts';
import { showText } from '../strangers/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { LoadedProfile } from './load-profile.ts';

/** What an answer rests on, so that a reader can decide whether to trust it. */
export const provenanceShape = z.object({
  config: z.object({
    /** Null where there is no file and the built-in rules hold. */
    path: z.string().nullable(),
    digest: z.string(),
    /** Whether it differs from where the branch started; null where git cannot tell. */
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
  /** Null where an existing profile was judged and nothing was run. */
  runner: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  dirty: z.boolean().nullable(),
  /** What the answer leaves out, a sentence each; empty where it covers the whole project. */
  skipped: z.array(z.string()),
});
export type Provenance = z.infer<typeof provenanceShape>;

export interface ProvenanceFacts {
  readonly policy: Policy;
  readonly readings: readonly LoadedProfile[];
  readonly plan?: RunPlan | undefined;
  readonly skipped: readonly string[];
}

export const findProvenance = async (toolbox: Toolbox, facts: ProvenanceFacts): Promise<Provenance> => {
  const { policy, readings, plan, skipped } = facts;
  const [state, config] = await Promise.all([repositoryState(toolbox.root), describeConfig(toolbox, policy)]);
  return {
    config,
    profiles: readings.map(({ source, format, attestation }) => ({
      path: showText(source.path),
      format,
      digest: source.digest,
      written_at: source.modifiedAt.toISOString(),
      age_seconds: Math.max(0, Math.round((toolbox.now() - source.modifiedAt.getTime()) / 1000)),
      ...describeAttestation(attestation),
    })),
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

/** The references that a branch may have started from, likeliest first. */
const bases = ({ environment }: Toolbox): readonly string[] => {
  const { GITHUB_BASE_REF: base } = environment;
  const likely = ['origin/HEAD', 'origin/main', 'origin/master', 'HEAD'];
  return base ? [`origin/${base}`, ...likely] : likely;
};

/** Describes the policy. One that changed together with the code it judges cannot vouch for that code. */
const describeConfig = async (toolbox: Toolbox, policy: Policy): Promise<Provenance['config']> => {
  const { path, digest } = policy.source;
  const facts = { path: path === undefined ? null : showText(path), digest };
  for (const ref of bases(toolbox)) {
    const changes = await changedLines({ root: toolbox.root, ref });
    if (isGitProblem(changes)) continue;
    const change = await configChange(policy, { root: toolbox.root, ref: changes.base });
    if (!change) return { ...facts, changed: false, compared_with: ref };
    if (isGitProblem(change)) continue;
    const { committed_digest, lowered } = change.details;
    return {
      ...facts,
      changed: true,
      compared_with: ref,
      ...(committed_digest !== undefined && { committed_digest }),
      ...(lowered && {
        lowered: lowered.map(({ subject, from, to }) => ({
          subject: showText(subject),
          from: showText(from),
          to: showText(to),
        })),
      }),
    };
  }
  return { ...facts, changed: null };
};
