import type { RunEvent } from '../model/run-event.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { failedState } from '../model/states.ts';
import type { WorkItem } from '../model/work-item.ts';
import type { DraftType, Payloads } from './payloads.ts';

/** The events do not fit together. */
class RecordError extends Error {
  override readonly name = 'RecordError';
}

type Facts = Pick<RunEvent, 'run_id' | 'number' | 'ts' | 'payload'> & { readonly type: string };

/** The change that each type of event makes. A type without a row changes nothing. */
type Reducers = {
  readonly [Type in Exclude<DraftType, 'RUN_CREATED'>]?: (
    snapshot: Snapshot,
    payload: Payloads[Type],
    event: Pick<RunEvent, 'ts' | 'number'>,
  ) => void;
};

/**
 * Applies one event to a snapshot, in place: a run with many work items is derived in time that grows with its events.
 * This is the only code that changes a snapshot.
 */
export const applyEvent = (snapshot: Snapshot | undefined, { type, payload, ts, run_id, number }: Facts): Snapshot => {
  if (type === 'RUN_CREATED') return createSnapshot(run_id, payload as never);
  if (!snapshot) throw new RecordError('the first event must be RUN_CREATED');
  reducers[type as keyof Reducers]?.(snapshot, payload as never, { ts, number });
  return snapshot;
};

const createSnapshot = (run_id: string, { pipeline, config_hash, state, plan }: Payloads['RUN_CREATED']): Snapshot => ({
  schema_version: 1,
  run_id,
  pipeline,
  config_hash,
  plan,
  state,
  failed_in: null,
  operation: null,
  last_operation: null,
  failure: null,
  artifacts: {},
  work_items: {},
  issues: {},
  gates: {},
  effects: {},
  fix_attempts: 0,
  unfixable: [],
  spent: { runtime_ms: 0, steps: 0, file_writes: 0, external_calls: 0 },
  interruptions: {},
});

const reducers: Reducers = {
  RUN_STATE_CHANGED: (snapshot, { old_state, new_state }) => {
    if (snapshot.state !== old_state) throw new RecordError(`the run is ${snapshot.state}, not ${old_state}`);
    snapshot.failed_in = new_state === failedState ? old_state : null;
    if (new_state !== failedState) snapshot.failure = null;
    snapshot.state = new_state;
  },
  RUN_OPERATION_STARTED: (snapshot, { operation }, { ts }) => {
    snapshot.operation = { name: operation, since: ts };
  },
  RUN_OPERATION_FINISHED: (snapshot, { operation, ok, code, message, retryable, details, cause_class }, { ts }) => {
    const { since = ts } = snapshot.operation ?? {};
    snapshot.spent.runtime_ms += Math.max(0, Date.parse(ts) - Date.parse(since));
    snapshot.operation = null;
    snapshot.last_operation = {
      name: operation,
      ok,
      ...(code !== undefined && { code }),
      ...(message !== undefined && { message }),
      ...(retryable !== undefined && { retryable }),
      ...(details && { details }),
      ...(cause_class !== undefined && { cause_class }),
    };
  },
  RUN_FAILED: (snapshot, { failure }) => {
    snapshot.failure = failure;
  },
  RUN_CANCELLED: (snapshot, _, { ts }) => {
    for (const item of Object.values(snapshot.work_items)) {
      if (item.status === 'running' || item.status === 'queued') change(snapshot, item.id, discarded(ts));
    }
  },
  RUN_TAKEN_OVER: (snapshot, { interrupted }, { ts }) => {
    for (const id of interrupted) {
      const { worker, scope } = change(snapshot, id, { status: 'failed', finished_at: ts, error: interruption(id) });
      const place = placeOf(worker, scope);
      snapshot.interruptions[place] = (snapshot.interruptions[place] ?? 0) + 1;
    }
  },
  WORK_ITEM_QUEUED: (snapshot, { id, kind, worker, scope, attempt, inputs_hash }, { ts, number }) => {
    const place = { id, queued_event: number, kind, worker, scope, attempt, inputs_hash };
    const item: WorkItem = { ...place, status: 'queued', queued_at: ts };
    snapshot.work_items[id] = item;
  },
  WORK_ITEM_STARTED: (snapshot, { id }, { ts }) => {
    change(snapshot, id, { status: 'running', started_at: ts });
    snapshot.spent.steps += 1;
  },
  WORK_ITEM_FINISHED: (snapshot, { id, outputs, spent, changed_nothing }, { ts }) => {
    const { kind, scope, worker } = change(snapshot, id, { status: 'finished', finished_at: ts, outputs });
    delete snapshot.interruptions[placeOf(worker, scope)];
    add(snapshot, spent);
    if (kind === 'fixer') snapshot.fix_attempts += 1;
    if (kind === 'fixer' && changed_nothing) snapshot.unfixable.push(scope);
  },
  WORK_ITEM_FAILED: (snapshot, { id, failure, spent }, { ts }) => {
    const { kind } = change(snapshot, id, { status: 'failed', finished_at: ts, error: failure });
    add(snapshot, spent);
    if (kind === 'fixer') snapshot.fix_attempts += 1;
  },
  ARTIFACT_WRITTEN: (snapshot, entry) => {
    snapshot.artifacts[artifactKey(entry.name, entry.scope)] = entry;
  },
  GATE_RUN_FINISHED: (snapshot, { gate, ...result }) => {
    snapshot.gates[gate] = result;
  },
  ISSUE_OPENED: (snapshot, issue) => {
    snapshot.issues[issue.id] = { ...issue, status: 'OPEN' };
  },
  ISSUE_RESOLVED: (snapshot, { id }) => {
    const issue = snapshot.issues[id];
    if (!issue) throw new RecordError(`issue ${id} was never opened`);
    snapshot.issues[id] = { ...issue, status: 'RESOLVED' };
  },
  EFFECT_APPLIED: (snapshot, { key, name, value }) => {
    snapshot.effects[key] = { name, value };
    snapshot.spent.external_calls += 1;
  },
};

/** The key of an artifact in the index of its run. */
export const artifactKey = (name: string, scope: string): string => (scope === '-' ? name : `${name}/${scope}`);

/** Names a worker and its scope. */
export const placeOf = (worker: string, scope: string): string => `${worker}:${scope}`;

const change = (snapshot: Snapshot, id: string, changes: Partial<WorkItem>): WorkItem => {
  const item = snapshot.work_items[id];
  if (!item) throw new RecordError(`work item ${id} was never queued`);
  const changed = { ...item, ...changes };
  snapshot.work_items[id] = changed;
  return changed;
};

const add = (snapshot: Snapshot, spent: Payloads['WORK_ITEM_FINISHED']['spent'] = {}): void => {
  // An amount that was never spent stays absent: snapshots of runs without it are as they were.
  for (const [name, amount] of Object.entries(spent) as [keyof typeof spent, number][]) {
    snapshot.spent[name] = (snapshot.spent[name] ?? 0) + amount;
  }
};

const discarded = (ts: string): Partial<WorkItem> => ({
  status: 'failed',
  finished_at: ts,
  error: { code: 'CANCELLED', step: null, message: 'The run was cancelled', retryable: false },
});

const interruption = (id: string) => ({
  code: 'RUN_STEP_INTERRUPTED',
  step: null,
  message: `The process ended before ${id} had finished`,
  retryable: true,
});
