import type { Json } from '@recourse/contract';
import type { Countable, EffectUse, WorkContext } from '@recourse/runs';
import type { RunConfig } from '../../config/run-config.ts';

/** What a step has left behind. */
export interface FakeRun {
  readonly notes: { readonly type: string; readonly payload: object }[];
  readonly spent: Partial<Record<Countable, number>>;
  /** Results of effects by their keys: they outlive the attempt, as in the record of a run. */
  readonly effects: Map<string, Json>;
}

export const fakeRun = (): FakeRun => ({ notes: [], spent: {}, effects: new Map() });

/** The argument of a step, without a run: effects, events and amounts are kept in memory. */
export const fakeContext = (config: RunConfig, run = fakeRun(), attempt = 1): WorkContext<RunConfig> =>
  ({
    run_id: 'r_test',
    config,
    scope: 'docs',
    attempt,
    signal: new AbortController().signal,
    note: (type: string, payload: object) => Promise.resolve(void run.notes.push({ type, payload })),
    spend: (budget: Countable, amount = 1) => (run.spent[budget] = (run.spent[budget] ?? 0) + amount),
    once: async ({ key }: { readonly key: string }, effect: (use: EffectUse) => Promise<Json>) => {
      const value = run.effects.get(key) ?? (await effect({ key } as EffectUse));
      run.effects.set(key, value);
      return value;
    },
  }) as unknown as WorkContext<RunConfig>;
