import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import { fail } from '../failing.ts';
import { publication } from '../pipeline/definitions.ts';
import { opener } from '../testing/open-runs.ts';
import { runStoreOf } from './create-runs.ts';
import { pagePipeline } from '../testing/page-pipeline.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';
import type { SmallConfig } from '../testing/small-pipeline.ts';

const open = opener();
const failing = (code: string, details: object = {}) => ({
  failure: { code, details: expect.objectContaining(details) },
});

describe('start', () => {
  it('returns the same run for the same key and configuration, also after defaults', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const first = await runs.start('small', {}, { key: 'k' });
    const again = await runs.start('small', { size: 1 }, { key: 'k' });
    expect(again).toEqual({ run_id: first.run_id, state: 'CREATED', replayed: true });
    expect((await runs.start('small', {}, { key: 'k', principal: 'ada' })).run_id).not.toBe(first.run_id);
    expect((await runs.start('small', {})).run_id).not.toBe(first.run_id);
  });

  it('fails with IDEMPOTENCY_CONFLICT for the same key and another configuration', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const { run_id } = await runs.start('small', {}, { key: 'k' });
    await expect(runs.start('small', { size: 2 }, { key: 'k' })).rejects.toMatchObject(
      failing('IDEMPOTENCY_CONFLICT', { existing_run_id: run_id }),
    );
  });

  it('creates one run for many calls with one key at the same time', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const all = await Promise.all(Array.from({ length: 20 }, () => runs.start('small', {}, { key: 'k' })));
    expect(new Set(all.map(({ run_id }) => run_id)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('rejects a configuration that does not fit, an unknown pipeline and an impossible key', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    await expect(runs.start('small', { size: 'large' })).rejects.toMatchObject(
      failing('SCHEMA_VALIDATION_FAILED', { problems: [expect.objectContaining({ path: '/size' })] }),
    );
    await expect(runs.start('smal', {})).rejects.toMatchObject(failing('RUN_PIPELINE_UNKNOWN', { known: ['small'] }));
    await expect(runs.start('small', {}, { key: '' })).rejects.toMatchObject(failing('VALIDATION_OUT_OF_RANGE'));
    expect(await runs.list()).toEqual([]);
  });
});

describe('the configuration of a run', () => {
  it('is read with its defaults, alone and in a list', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const { run_id } = await runs.start('small', { note: 'n' });
    expect(await runs.config(run_id)).toEqual({ size: 1, note: 'n' });
    expect(await runs.listPinned()).toEqual([expect.objectContaining({ run_id, config: { size: 1, note: 'n' } })]);
    await expect(runs.config('r_nowhere')).rejects.toMatchObject(failing('RUN_NOT_FOUND'));
  });
});

describe('a publication that fails', () => {
  it('leaves the run where it can be published again, and says why with all details', async () => {
    let refused = true;
    const live = publication<SmallConfig>('go_live', { retries: 0 }, () =>
      refused ? fail('NO_CHANGES', { base_ref: 'abc' }) : {},
    );
    const { runs } = await open({ pipelines: [smallPipeline(good, { publish: live, gate: () => [] })] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    await runs.wait(run_id);
    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({
      state: 'READY',
      failure: null,
      last_operation: { name: 'publish', ok: false, code: 'NO_CHANGES', details: { base_ref: 'abc' } },
    });
    refused = false;
    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE', last_operation: { ok: true } });
  });
});

describe('an operation', () => {
  it('is joined by the same one, and makes the run busy for another', async () => {
    let publish: () => void = () => undefined;
    const published = new Promise<void>((resolve) => (publish = resolve));
    const waiting = publication<SmallConfig>('go_live', {}, async () => {
      await published;
      return {};
    });
    const { runs } = await open({ pipelines: [smallPipeline(good, { publish: waiting, gate: () => [] })] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY' });
    await runs.request(run_id, 'publish');
    expect(await runs.request(run_id, 'publish')).toMatchObject({ operation: 'publish' });
    await expect(runs.request(run_id, 'validate')).rejects.toMatchObject({
      failure: { code: 'RUN_BUSY', retryable: true, retry_after_ms: 1000, details: { held_by: 'publish' } },
    });
    publish();
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
    const events = await runs.events(run_id);
    expect(
      events.filter(({ type, payload }) => type === 'RUN_OPERATION_STARTED' && payload['operation'] === 'publish'),
    ).toHaveLength(1);
  });

  it('is refused in a state that does not allow it, with the states that do', async () => {
    const { runs } = await open({ pipelines: [pagePipeline] });
    await runs.work();
    const { run_id } = await runs.start('page', { title: 'T' });
    await runs.wait(run_id);
    await expect(runs.request(run_id, 'fix')).rejects.toMatchObject(
      failing('ILLEGAL_STATE', { current_state: 'READY', required_states: ['VALIDATING', 'FIXING'], tool: 'fix' }),
    );
    await runs.request(run_id, 'publish');
    await runs.wait(run_id);
    for (const attempt of [runs.request(run_id, 'publish'), runs.resume(run_id), runs.cancel(run_id)]) {
      await expect(attempt).rejects.toMatchObject(failing('ILLEGAL_STATE', { current_state: 'DONE' }));
    }
    await expect(runs.status('r_nothing_here')).rejects.toMatchObject(failing('RUN_NOT_FOUND'));
    await expect(runs.artifact(run_id, 'pages')).rejects.toMatchObject(
      failing('ARTIFACT_NOT_FOUND', { available: expect.arrayContaining(['page']) }),
    );
  });

  it('that validates again brings a run that no longer passes back to VALIDATING', async () => {
    let problems = 0;
    const issue = { code: 'OFF', severity: 'error', message: 'It is off' } as const;
    const live = publication<SmallConfig>('go_live', {}, () => ({}));
    const { runs } = await open({
      pipelines: [smallPipeline(good, { gate: () => (problems > 0 ? [issue] : []), publish: live })],
    });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY' });
    problems = 1;
    await runs.request(run_id, 'validate');
    expect(await runs.wait(run_id)).toMatchObject({
      state: 'VALIDATING',
      open_issues: [{ code: 'OFF', gate: 'check' }],
    });
    problems = 0;
    await runs.request(run_id, 'validate');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY', open_issues: [] });
  });

  it('ends with NOTHING_TO_FIX or FIX_EXHAUSTED in VALIDATING, and says so again', async () => {
    const issue = { code: 'OFF', severity: 'error', message: 'It is off' } as const;
    const { runs } = await open({ pipelines: [smallPipeline(good, { gate: () => [issue] })] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    for (const _ of ['first', 'again']) {
      expect(await runs.wait(run_id)).toMatchObject({
        state: 'VALIDATING',
        failure: null,
        last_operation: { ok: false, code: 'NOTHING_TO_FIX' },
      });
      await runs.resume(run_id);
    }
    let tries = 0;
    const hopeless = smallPipeline(good, {
      gate: ({ attempt }) => [{ ...issue, context: String(attempt) }],
      mostFixes: 2,
      fixers: [
        { name: 'mend', fixes: () => true, makes: ['result'], run: () => ({ result: { count: (tries += 1) + 1 } }) },
      ],
    });
    const other = await open({ pipelines: [hopeless] });
    await other.runs.work();
    const second = await other.runs.start('small', {});
    expect(await other.runs.wait(second.run_id)).toMatchObject({
      state: 'VALIDATING',
      fix_attempts: 2,
      last_operation: { code: 'FIX_EXHAUSTED' },
    });
    expect(tries).toBe(2);
  });
});

describe('cancel', () => {
  it('is the same twice, and ends a run that no worker has', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const { run_id } = await runs.start('small', {});
    const first = await runs.cancel(run_id);
    expect(first).toMatchObject({ state: 'CANCELLED', operation: null });
    expect(await runs.cancel(run_id)).toEqual(first);
    await expect(runs.resume(run_id)).rejects.toMatchObject(failing('ILLEGAL_STATE', { current_state: 'CANCELLED' }));
    await runs.work();
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });
});

describe('a store that is away', () => {
  /** A store that can be switched off. */
  const openFaulty = async () => {
    const { stores } = await open();
    const store = runStoreOf(stores);
    const switched = { isAway: false };
    const faulty = new Proxy(store, {
      get: (target, name: keyof typeof store) => {
        const method = target[name] as (...all: unknown[]) => unknown;
        return (...all: unknown[]) =>
          switched.isAway ? Promise.reject(new StoreUnavailableError('SQLite')) : method(...all);
      },
    });
    const executor = createEmbeddedExecutor({ store: faulty, pollMs: 20 });
    return { store, switched, given: { stores: { ...stores, runs: faulty }, executor } };
  };

  it('is waited for: nothing is lost and nothing is repeated', async () => {
    let executed = 0;
    const { store, switched, given } = await openFaulty();
    const pipeline = smallPipeline(() => {
      executed += 1;
      switched.isAway = true;
      setTimeout(() => (switched.isAway = false), 120);
      return good();
    });
    const { runs } = await open({ ...given, pipelines: [pipeline] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    await expect.poll(async () => (await store.find(run_id))?.state, { timeout: 30_000 }).toBe('DONE');
    expect(executed).toBe(1);
  });

  it('that stays away has the run given back, and the run continues once it is there again', async () => {
    const { store, switched, given } = await openFaulty();
    const ended: string[] = [];
    const pipeline = smallPipeline(
      ({ scope, attempt }) => {
        if (scope === 'a' && attempt === 1) {
          switched.isAway = true;
          setTimeout(() => (switched.isAway = false), 150);
        }
        ended.push(scope);
        return good();
      },
      { options: { each: () => ['a', 'b', 'c'] } },
    );
    const { runs } = await open({ ...given, pipelines: [pipeline], storePatienceMs: 1 });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    await expect.poll(async () => (await store.find(run_id))?.state, { timeout: 30_000 }).toBe('DONE');
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
    expect((await runs.status(run_id)).artifacts.map(({ key }) => key)).toEqual([
      'first',
      'result/a',
      'result/b',
      'result/c',
    ]);
    expect(ended.length).toBeGreaterThan(3);
  });

  it('fails the caller with the error of the store', async () => {
    const { stores, runs } = await open({ pipelines: [smallPipeline(good)] });
    await stores.close();
    await expect(runs.start('small', {})).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});

describe('prune', () => {
  it('removes finished runs and the artifacts that only they had', async () => {
    const { runs, stores } = await open({
      pipelines: [smallPipeline(({ config }) => ({ result: { count: config.size } }))],
    });
    await runs.work();
    const [one, two] = [await runs.start('small', { size: 1 }), await runs.start('small', { size: 2 })];
    await runs.wait(one.run_id);
    await runs.wait(two.run_id);
    const entryOf = async (id: string, key: string) => (await runs.artifact(id, key)).sha256;
    const [own, shared] = [await entryOf(one.run_id, 'result'), await entryOf(one.run_id, 'first')];
    expect(await runs.prune(0)).toBe(0);
    expect(await stores.runs?.prune(Date.now() + 1000, 1)).toBe(1);
    expect(await runs.list()).toHaveLength(1);
    expect([await stores.runs?.artifact(own), await stores.runs?.artifact(shared)]).toEqual([
      undefined,
      expect.anything(),
    ]);
    expect(await runs.verify(two.run_id)).toMatchObject({ ok: true });
  });
});
