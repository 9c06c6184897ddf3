import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@recourse/contract';
import { effectKeyOf } from '../effects/effect-key.ts';
import { performOnce } from '../effects/perform-once.ts';
import type { NotedPayloads } from '../model/noted-payloads.ts';
import type { WorkItem } from '../model/work-item.ts';
import type { EffectKey, EffectLook, EffectUse, WorkContext } from '../pipeline/work-context.ts';
import { draft } from '../record/payloads.ts';
import { createReader } from './artifact-access.ts';
import type { Session } from './session.ts';
import type { Spending } from './spending.ts';

interface ContextOptions {
  readonly item: WorkItem;
  readonly signal: AbortSignal;
  readonly span: string;
  readonly spending: Spending;
}

/** Creates the argument of one attempt. After the attempt has ended it does nothing any more. */
export const createContext = (session: Session, options: ContextOptions): WorkContext => {
  const { snapshot, journal, store, settings, claims, config } = session;
  const { item, signal, span, spending } = options;
  const { run_id, pipeline } = snapshot;
  const { worker, scope, inputs_hash, attempt } = item;

  const once = async <Value extends Json>(
    { name, key }: EffectKey,
    effect: (use: EffectUse) => Promise<Value>,
    look: EffectLook<Value>,
  ): Promise<Value> => {
    signal.throwIfAborted();
    const known = snapshot.effects[key];
    if (known) return known.value as Value;
    spending.hold('external_calls', 1);
    try {
      const value = await performOnce({
        claims,
        scope: { run_id, operation: `${pipeline}/${worker}/${name}`, key, idempotent: 'idempotent' in look },
        effect,
        look,
        signal,
        now: settings.now,
        patienceMs: settings.effectPatienceMs,
        pause: (ms) => sleep(ms, undefined, { signal }),
        persist: settings.persist,
      });
      if (!snapshot.effects[key]) await journal.append([draft('EFFECT_APPLIED', { key, name, value }, span)]);
      return value;
    } finally {
      spending.release('external_calls', 1);
    }
  };

  return {
    run_id,
    config: config as never,
    scope,
    attempt,
    signal,
    trace: { trace_id: journal.trace, span_id: span },
    artifacts: createReader(store, snapshot, scope),
    effectKey: (name) => effectKeyOf({ run_id, worker, scope, inputs_hash }, name),
    once,
    note: async (type, payload) => {
      signal.throwIfAborted();
      await journal.append([draft<keyof NotedPayloads>(type, payload, span)]);
    },
    spend: (budget, amount = 1) => {
      signal.throwIfAborted();
      spending.spend(budget, amount);
    },
  };
};
