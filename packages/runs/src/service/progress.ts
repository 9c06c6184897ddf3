import type { Snapshot } from '../model/snapshot.ts';
import { doneState } from '../model/states.ts';
import type { WorkItem } from '../model/work-item.ts';

/** How far a run is. */
export interface RunProgress {
  /** 0 to 100. It never falls, except where a repair loop opens work again. */
  readonly percent: number;
  /** The workers that run now, by name. */
  readonly running: readonly string[];
  readonly finished: number;
  readonly total: number;
}

/** Computes the progress from the plan of the run: every step, gate and publication is one part of equal size. */
export const progressOf = ({ plan, work_items, state }: Snapshot): RunProgress => {
  const newest = newestItems(Object.values(work_items));
  const parts = [
    ...plan.steps.map(({ name }) => name),
    ...plan.gates,
    ...(plan.publication ? [plan.publication.name] : []),
  ];
  const done = parts.reduce((sum, name) => sum + doneOf(newest.get(name) ?? []), 0);
  const all = [...newest.values()].flat();
  return {
    percent: state === doneState ? 100 : Math.min(99, Math.floor((done / parts.length) * 100)),
    running: [...new Set(all.filter(({ status }) => status === 'running').map(({ worker }) => worker))],
    finished: all.filter(({ status }) => status === 'finished').length,
    total: all.length,
  };
};

const doneOf = (items: readonly WorkItem[]): number =>
  items.length === 0 ? 0 : items.filter(({ status }) => status === 'finished').length / items.length;

/** The newest attempt of each scope, by worker. */
const newestItems = (items: readonly WorkItem[]): ReadonlyMap<string, readonly WorkItem[]> => {
  const byWorker = new Map<string, Map<string, WorkItem>>();
  for (const item of items) {
    const scopes = byWorker.get(item.worker) ?? new Map<string, WorkItem>();
    const known = scopes.get(item.scope);
    if (!known || known.attempt < item.attempt) scopes.set(item.scope, item);
    byWorker.set(item.worker, scopes);
  }
  return new Map([...byWorker].map(([worker, scopes]) => [worker, [...scopes.values()]]));
};
