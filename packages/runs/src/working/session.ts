import type { Admissions } from '@recourse/engine/store-ports';
import type { RunStore } from '@recourse/stores';
import type { EffectClaims } from '../effects/effect-claims.ts';
import { createEffectClaims } from '../effects/effect-claims.ts';
import type { Budgets, Countable } from '../model/budgets.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { WorkItem } from '../model/work-item.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { placeOf } from '../record/apply-event.ts';
import type { Journal } from '../record/journal.ts';
import type { Persist } from '../record/persist.ts';

/** How workers wait and how long. Tests shorten it. */
export interface WorkSettings {
  readonly now: () => number;
  /** How long an effect whose process is silent is waited for. */
  readonly effectPatienceMs: number;
  /** The pause before a failed attempt is tried again; it doubles. */
  readonly retryPauseMs: number;
  readonly persist: Persist;
}

export interface SessionOptions {
  readonly store: RunStore;
  readonly admissions: Admissions;
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly config: unknown;
  readonly signal: AbortSignal;
  readonly settings: WorkSettings;
  /** Wraps the execution of a work item, for executors that record steps of their own. */
  readonly runStep?: RunStep;
}

/** Executes a work item. An executor may keep a record of its own in addition to that of the run. */
export type RunStep = <Result>(id: string, run: () => Promise<Result>) => Promise<Result>;

/** One process at work on one run. */
export interface Session extends Omit<SessionOptions, 'admissions' | 'runStep'> {
  readonly claims: EffectClaims;
  readonly snapshot: Snapshot;
  readonly budgets: Budgets;
  readonly runStep: RunStep;
  /** Amounts that running items have used and that no event has counted yet. */
  readonly pending: { [Name in Countable]?: number };
  /** The newest work item of each worker and scope. */
  readonly latest: Map<string, WorkItem>;
  /** The scopes that steps have now, by the names of the artifacts that they make. */
  readonly scopes: Map<string, readonly string[]>;
}

export const openSession = ({ admissions, runStep, ...options }: SessionOptions): Session => {
  const { snapshot } = options.journal;
  const latest = new Map<string, WorkItem>();
  for (const item of Object.values(snapshot.work_items)) {
    const place = placeOf(item.worker, item.scope);
    const known = latest.get(place);
    if (!known || known.attempt < item.attempt) latest.set(place, item);
  }
  return {
    ...options,
    claims: createEffectClaims(admissions),
    snapshot,
    budgets: options.pipeline.budgetsOf(options.config),
    runStep: runStep ?? ((_, run) => run()),
    pending: {},
    latest,
    scopes: new Map(),
  };
};
