import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { RunStore, RunWithSnapshot } from '@recourse/stores';
import { fail, RunError, runSubject } from '../failing.ts';
import { readRunEvent } from '../model/run-event.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { applyEvent } from './apply-event.ts';

export interface LoadedRun {
  readonly row: RunWithSnapshot;
  readonly snapshot: Snapshot;
}

/** Finds a run, or throws RUN_NOT_FOUND. */
export const findRow = async (store: RunStore, id: string): Promise<RunWithSnapshot> => {
  const row = await store.find(id);
  if (!row) throw new RunError(fail('RUN_NOT_FOUND', { run_id: id }, { subject: runSubject(id), effect: 'none' }));
  return row;
};

/** Finds a run and what is known about it: the snapshot and the events after it. */
export const loadRun = async (store: RunStore, id: string): Promise<LoadedRun> => {
  const row = await findRow(store, id);
  return { row, snapshot: await snapshotOf(store, row) };
};

/** The snapshot of a row. A stored snapshot that is damaged is derived again from all events. */
export const snapshotOf = async (store: RunStore, row: RunWithSnapshot): Promise<Snapshot> => {
  const stored = readSnapshot(row);
  const after = stored ? row.snapshot_event : 0;
  // A stored snapshot at the newest event needs no events.
  const events = after === row.last_event ? [] : await readEvents(store, row.id, after);
  return derive(row, events, stored, after);
};

/** Every event of a run after a number. */
export const readEvents = async (store: RunStore, id: string, after = 0): Promise<readonly RunEvent[]> =>
  (await store.events(id, { after })).flatMap((event) => readRunEvent(event) ?? []);

const derive = (
  { id, last_event }: Pick<RunWithSnapshot, 'id' | 'last_event'>,
  events: readonly RunEvent[],
  stored: Snapshot | undefined,
  after: number,
): Snapshot => {
  let snapshot = stored;
  let number = after;
  for (const event of events) {
    // Events that were appended after the row was read belong to a later version of it.
    if (event.number > last_event) break;
    number += 1;
    if (event.number !== number) throw broken(id, number, 'the event is missing');
    snapshot = applyOrThrow(id, snapshot, event);
  }
  if (!snapshot || number !== last_event) throw broken(id, number + 1, 'the event is missing');
  return snapshot;
};

const applyOrThrow = (id: string, snapshot: Snapshot | undefined, event: RunEvent): Snapshot => {
  try {
    return applyEvent(snapshot, event);
  } catch (error) {
    throw broken(id, event.number, error instanceof Error ? error.message : String(error));
  }
};

const broken = (id: string, number: number, problem: string): RunError =>
  new RunError(fail('RUN_RECORD_BROKEN', { number, problem }, { subject: runSubject(id) }));

const shape: Readonly<Record<keyof Snapshot, (value: Json | undefined) => boolean>> = {
  schema_version: (value) => value === 1,
  run_id: isText,
  pipeline: isText,
  config_hash: isText,
  plan: isObject,
  state: isText,
  failed_in: (value) => value === null || isText(value),
  operation: (value) => value === null || isObject(value),
  last_operation: (value) => value === null || isObject(value),
  failure: (value) => value === null || isObject(value),
  artifacts: isObject,
  work_items: isObject,
  issues: isObject,
  gates: isObject,
  effects: isObject,
  fix_attempts: (value) => typeof value === 'number',
  unfixable: (value) => Array.isArray(value),
  spent: isObject,
  interruptions: isObject,
};

/** The stored snapshot, or nothing if it is absent or damaged. */
const readSnapshot = ({ id, snapshot }: Pick<RunWithSnapshot, 'id' | 'snapshot'>): Snapshot | undefined => {
  if (snapshot === null) return undefined;
  try {
    const parsed = JSON.parse(snapshot) as Json;
    if (!isJsonObject(parsed) || parsed['run_id'] !== id) return undefined;
    const isWhole = Object.entries(shape).every(([name, fits]) => fits(parsed[name]));
    return isWhole ? (parsed as unknown as Snapshot) : undefined;
  } catch {
    return undefined;
  }
};

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function isObject(value: Json | undefined): boolean {
  return value !== undefined && isJsonObject(value);
}
