import { succeed } from '@recourse/contract';
import type { Failure, Json, Outcome } from '@recourse/contract';
import type { Admissions, KnownKey } from '@recourse/engine/store-ports';

/** One external effect of a run. */
export interface EffectScope {
  readonly run_id: string;
  /** Pipeline, worker and effect: the name under which `recourse intents` shows it. */
  readonly operation: string;
  readonly key: string;
  readonly idempotent: boolean;
}

/** An unsettled key never expires, and a settled one is in the events of its run: the store need not keep it long. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
/** The owner's lease decides, not a bound: a worker that runs keeps its effect. */
const boundMs = 365 * 24 * 60 * 60 * 1000;

/** A key that was claimed for an effect, which can begin, or what is known about it. */
export type EffectClaim = { readonly state: 'claimed'; readonly id: string } | KnownKey;

/** The keys of effects, on the port that keeps those of calls. The one place where runs use it. */
export const createEffectClaims = (admissions: Admissions) => {
  const end = async (id: string, outcome: Outcome): Promise<boolean> =>
    (await admissions.end({ claim: id, outcome, giveBack: [] })).settled;
  return {
    claim: async ({ run_id, operation, key, idempotent }: EffectScope, reopen?: string): Promise<EffectClaim> => {
      const claim = {
        principal: `run:${run_id}`,
        operation,
        key,
        digest: key,
        retentionMs,
        idempotent,
        ...(reopen !== undefined && { reopen }),
      };
      const admission = await admissions.admit({ claim, quotas: [], boundMs });
      if (admission.state === 'key') return admission.key;
      if (admission.state === 'admitted' && admission.claim !== undefined)
        return { state: 'claimed', id: admission.claim };
      throw new Error(`Unexpected state '${admission.state}' when claiming an effect`);
    },
    settle: (id: string, value: Json): Promise<boolean> => end(id, succeed({ value })),
    /** The effect may have happened: only a look can tell. */
    settleUnknown: (id: string, failure: Failure): Promise<boolean> => end(id, failure),
    /** Frees the key. The failure has no effect. */
    release: (id: string, failure: Failure): Promise<boolean> => end(id, failure),
    owns: (id: string): Promise<boolean> => admissions.owns(id),
  };
};

export type EffectClaims = ReturnType<typeof createEffectClaims>;
