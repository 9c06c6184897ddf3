import { hash } from 'node:crypto';
import type { RunStore } from '@recourse/stores';
import { fail, RunError, runSubject } from '../failing.ts';
import { runIdOf } from '../model/ids.ts';
import type { Ids } from '../model/ids.ts';
import { toLogged } from '../model/run-event.ts';
import { firstState } from '../model/states.ts';
import { problemsOf, writeJson } from '../pipeline/artifact-kinds.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { applyEvent } from '../record/apply-event.ts';
import { linkEvents, writeSnapshot } from '../record/journal.ts';
import { draft } from '../record/payloads.ts';
import { firstRunHash } from '../record/run-chain.ts';

export interface StartOptions {
  /** The same key with the same configuration is the same run, for as long as the run exists. */
  readonly key?: string;
  /** The principal that starts the run and owns the key. Defaults to `local`. */
  readonly principal?: string;
  /** Joins the run to the trace of a call. */
  readonly trace_id?: string;
}

export interface StartedRun {
  readonly run_id: string;
  readonly state: string;
  /** True if the run was there already. */
  readonly replayed: boolean;
}

interface StartFacts {
  readonly store: RunStore;
  readonly now: () => number;
  readonly ids: Ids;
}

const longestKey = 255;

/** Creates a run, or finds the one that the key belongs to. */
export const startRun = async (
  pipeline: Pipeline,
  given: unknown,
  { key, principal = 'local', trace_id }: StartOptions,
  { store, now, ids }: StartFacts,
): Promise<StartedRun> => {
  if (key !== undefined && (key === '' || key.length > longestKey)) {
    throw new RunError(fail('VALIDATION_OUT_OF_RANGE', { param_name: 'key', maximum: longestKey, measured: 'length' }));
  }
  const config = parseConfig(pipeline, given);
  const config_hash = hash('sha256', config);
  const id = runIdOf(now(), ids);
  const run = {
    id,
    pipeline: pipeline.name,
    principal,
    key: key === undefined ? null : hash('sha256', JSON.stringify([principal, pipeline.name, key])),
    config,
    config_hash,
    trace_id: trace_id ?? ids.trace(),
  };
  const events = linkEvents(
    [
      draft('RUN_CREATED', { pipeline: pipeline.name, config_hash, state: firstState, plan: pipeline.plan }),
      draft('RUN_OPERATION_STARTED', { operation: 'run' }),
    ],
    { run_id: id, last: 0, head: firstRunHash(id), now, ids, span: ids.span(), trace_id: run.trace_id },
  );
  const snapshot = events.reduce<Parameters<typeof applyEvent>[0]>(
    (before, event) => applyEvent(before, event),
    undefined,
  );
  const stored = await store.create(run, {
    events: events.map((event) => toLogged(event, { principal, tool: pipeline.name })),
    head: events.at(-1)?.run_hash ?? '',
    state: firstState,
    operation: 'run',
    ...(snapshot && { snapshot: writeSnapshot(snapshot) }),
  });
  if (!stored.created && stored.run.config_hash !== config_hash) throw conflict(stored.run, config_hash);
  return { run_id: stored.run.id, state: stored.run.state, replayed: !stored.created };
};

/** The configuration after its defaults, as canonical JSON. */
const parseConfig = (pipeline: Pipeline, given: unknown): string => {
  const parsed = pipeline.config.safeParse(given);
  const document = 'config';
  if (!parsed.success) {
    const details = { document, schema_id: pipeline.name, problems: [...problemsOf(parsed.error)] };
    throw new RunError(fail('SCHEMA_VALIDATION_FAILED', details, { effect: 'none' }));
  }
  const text = writeJson(parsed.data);
  if (text === undefined) {
    const problems = [{ path: '', keyword: 'type', message: 'must be JSON' }];
    throw new RunError(fail('SCHEMA_VALIDATION_FAILED', { document, problems }, { effect: 'none' }));
  }
  return text;
};

const conflict = (
  existing: { readonly id: string; readonly config_hash: string },
  given_config_hash: string,
): RunError => {
  const details = {
    existing_run_id: existing.id,
    existing_config_hash: existing.config_hash,
    given_config_hash,
  };
  return new RunError(fail('IDEMPOTENCY_CONFLICT', details, { subject: runSubject(existing.id), effect: 'none' }));
};
