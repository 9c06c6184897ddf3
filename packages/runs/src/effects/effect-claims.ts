import { succeed } from '@recourse/contract';
import type { Failure, Json } from '@recourse/contract';
import type { Claim, Replays } from '@recourse/engine';

/** One external effect of a run. */
export interface EffectScope {
  readonly run_id: string;
  /** Pipeline, worker and effect: the name under which `recourse intents` shows it. */
  readonly operation: string;
  readonly key: string;
  readonly idempotent: boolean;
}

/** An unsettled key never expires, and a settled one is in the events of its run: the replays need not keep it long. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
/** The owner's lease decides, not a bound: a worker that runs keeps its effect. */
const boundMs = 365 * 24 * 60 * 60 * 1000;

/** The keys of effects, on the port that keeps those of calls. The one place where runs use it. */
export const createEffectClaims = (replays: Replays) => ({
  claim: ({ run_id, operation, key, idempotent }: EffectScope, reopen?: string): Promise<Claim> =>
    replays.claim({
      principal: `run:${run_id}`,
      operation,
      key,
      digest: key,
      retentionMs,
      boundMs,
      idempotent,
      ...(reopen !== undefined && { reopen }),
    }),
  begin: (id: string): Promise<void> => replays.begin(id),
  settle: (id: string, value: Json): Promise<boolean> => replays.settle(id, succeed({ value })),
  /** The effect may have happened: only a look can tell. */
  settleUnknown: (id: string, failure: Failure): Promise<boolean> => replays.settle(id, failure),
  release: (id: string): Promise<void> => replays.release(id),
  owns: (id: string): Promise<boolean> => replays.owns(id),
});

export type EffectClaims = ReturnType<typeof createEffectClaims>;
