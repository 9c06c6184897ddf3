import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { runOnSqlite } from '../../../stores/src/testing/run-on-sqlite.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { opener } from '../testing/open-runs.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';

const open = opener();

const runOf = async (pipeline: Pipeline, config: object = {}) => {
  const opened = await open({ pipelines: [pipeline] });
  await opened.runs.work();
  const { run_id } = await opened.runs.start('small', config);
  return { ...opened, run_id, status: await opened.runs.wait(run_id) };
};

describe('a step that fails', () => {
  it('ends the run with its code, its step and whether a retry can help', async () => {
    const { status, runs, run_id } = await runOf(
      smallPipeline(() => {
        throw new TypeError('the token=abcdefghijkl was refused');
      }),
    );
    expect(status).toMatchObject({
      state: 'FAILED',
      operation: null,
      failure: { code: 'RUN_STEP_FAILED', step: 'second', retryable: true },
      last_operation: { name: 'run', ok: false, code: 'RUN_STEP_FAILED' },
    });
    expect(status.failure?.message).not.toContain('abcdefghijkl');
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });

  it('is tried again within the run if its failure is retryable', async () => {
    let calls = 0;
    const { status } = await runOf(
      smallPipeline(
        () => {
          calls += 1;
          return calls < 3 ? fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 1 }) : good();
        },
        { options: { retries: 2 } },
      ),
    );
    expect(status.state).toBe('DONE');
    expect(status.work_items.map(({ id, status: how }) => [id.split(':').slice(1).join(':'), how])).toEqual([
      ['first:1:-', 'finished'],
      ['second:1:-', 'failed'],
      ['second:2:-', 'failed'],
      ['second:3:-', 'finished'],
    ]);
  });

  it('continues when the run is resumed, and the steps before it are not repeated', async () => {
    let isBroken = true;
    const { status, runs, run_id } = await runOf(
      smallPipeline(() => {
        if (isBroken) throw new Error('not yet');
        return good();
      }),
    );
    expect(status.state).toBe('FAILED');
    isBroken = false;
    await runs.resume(run_id);
    const resumed = await runs.wait(run_id);
    expect(resumed).toMatchObject({ state: 'DONE', failure: null });
    expect(resumed.work_items.filter(({ worker }) => worker === 'first')).toHaveLength(1);
  });

  it('stays failed if its failure is not retryable', async () => {
    const failure = fail('PERMISSION_DENIED', {}, { effect: 'none' });
    const { status, runs, run_id } = await runOf(smallPipeline(() => failure));
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'PERMISSION_DENIED', retryable: false } });
    await expect(runs.resume(run_id)).rejects.toMatchObject({
      failure: {
        code: 'ILLEGAL_STATE',
        message: expect.stringMatching(/^The run failed with \w+, so 'resume' is not possible$/),
        details: { current_state: 'FAILED', required_states: expect.not.arrayContaining(['FAILED']) },
      },
    });
  });

  it('ends with INTERNAL_TIMEOUT if it never ends', async () => {
    let isAborted = false;
    const { status } = await runOf(
      smallPipeline(
        ({ signal }) => {
          signal.addEventListener('abort', () => (isAborted = true));
          return new Promise(() => undefined);
        },
        { options: { timeoutMs: 10 } },
      ),
    );
    expect(status).toMatchObject({
      state: 'FAILED',
      failure: { code: 'INTERNAL_TIMEOUT', step: 'second', retryable: true },
    });
    expect(isAborted).toBe(true);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  it.each([
    ['nothing', undefined],
    ['a string', 'done'],
    ['a list', [1]],
    ['an object without the artifact', {}],
    ['an artifact that does not fit its schema', { result: { count: 'many' } }],
    ['an artifact that is not JSON', { result: { count: 1n } }],
    ['a cycle', { result: cyclic }],
    ['an artifact that it does not declare', { result: { count: 1 }, more: 1 }],
    ['an object without a prototype whose artifact is missing', Object.create(null)],
  ])('ends with INTERNAL_OUTPUT_INVALID if it returns %s', async (_, made) => {
    const { status } = await runOf(smallPipeline(() => made as never));
    expect(status).toMatchObject({
      state: 'FAILED',
      failure: { code: 'INTERNAL_OUTPUT_INVALID', step: 'second', retryable: false },
    });
    expect(status.artifacts.map(({ key }) => key)).toEqual(['first']);
  });

  it.each([
    ['not a list', 'x'],
    ['a scope twice', ['a', 'a']],
    ['an empty scope', ['']],
    ['a control character', ['a\u0000']],
    ['numbers', [1]],
  ])('ends with INTERNAL_OUTPUT_INVALID if its scopes are %s', async (_, scopes) => {
    const { status } = await runOf(smallPipeline(good, { options: { each: () => scopes as never } }));
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'INTERNAL_OUTPUT_INVALID', step: 'second' } });
  });

  it.each([
    ['nothing', undefined],
    ['an unknown severity', [{ code: 'X', severity: 'major', message: 'x' }]],
    ['an unknown field', [{ code: 'X', severity: 'error', message: 'x', title: 'x' }]],
  ])('ends with INTERNAL_OUTPUT_INVALID if its gate returns %s', async (_, issues) => {
    const { status } = await runOf(smallPipeline(good, { gate: () => issues as never }));
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'INTERNAL_OUTPUT_INVALID', step: 'check' } });
  });
});

describe('a budget', () => {
  it.each([
    ['steps', { steps: 1 }],
    ['file_writes', { file_writes: 2 }],
    ['external_calls', { external_calls: 0 }],
    ['runtime_ms', { runtime_ms: 40 }],
  ] as const)('of %s stops the run with BUDGET_EXCEEDED', async (budget, budgets) => {
    const pipeline = smallPipeline(
      async ({ spend, once, effectKey, signal }) => {
        if (budget === 'file_writes') for (let writes = 0; writes < 3; writes += 1) spend('file_writes');
        if (budget === 'external_calls') await once(effectKey('x'), () => Promise.resolve(1), { idempotent: true });
        if (budget === 'runtime_ms') await sleep(60_000, undefined, { signal });
        return good();
      },
      { budgets, options: { retries: 3 } },
    );
    const { status, runs, run_id } = await runOf(pipeline);
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'BUDGET_EXCEEDED', retryable: false } });
    expect(status.failure?.message).toContain(budget);
    await expect(runs.resume(run_id)).rejects.toMatchObject({ failure: { code: 'ILLEGAL_STATE' } });
  });

  it.each([
    ['file_writes', { file_writes: { limit: 2, setting: 'limits.most_writes' } }, { limit: 2, used: 3 }],
    ['steps', { steps: { limit: 1, setting: 'limits.most_writes' } }, { limit: 1, used: 2 }],
    [
      'runtime_ms',
      { runtime_ms: { limit: 40, setting: 'limits.most_writes', unit: 20 } },
      { limit: 2, used: expect.any(Number) as number },
    ],
  ] as const)('of %s is named by its setting, in the unit of the setting', async (budget, budgets, numbers) => {
    const pipeline = smallPipeline(
      async ({ spend, signal }) => {
        if (budget === 'file_writes') spend('file_writes', 3);
        if (budget === 'runtime_ms') await sleep(60_000, undefined, { signal });
        return good();
      },
      { budgets },
    );
    const { status } = await runOf(pipeline);
    expect(status.failure).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      message: expect.stringContaining('limits.most_writes is used up') as string,
      details: { budget: 'limits.most_writes', ...numbers },
    });
  });

  it('that is not used up changes nothing', async () => {
    const budgets = { steps: 2, file_writes: 3, external_calls: 1, runtime_ms: 600_000 };
    const { status } = await runOf(
      smallPipeline(
        async ({ spend, once, effectKey }) => {
          spend('file_writes', 3);
          await once(effectKey('x'), () => Promise.resolve(1), { idempotent: true });
          return good();
        },
        { budgets },
      ),
    );
    expect(status).toMatchObject({ state: 'DONE', spent: { steps: 2, file_writes: 3, external_calls: 1 } });
  });
});

describe('a store that has lost something', () => {
  it('has a damaged snapshot derived again from the events', async () => {
    let isBroken = true;
    const { runs, run_id, file } = await runOf(
      smallPipeline(() => {
        if (isBroken) throw new Error('not yet');
        return good();
      }),
    );
    for (const snapshot of [`'{'`, `'{}'`, 'NULL', `replace(snapshot, '"artifacts"', '"artefacts"')`]) {
      runOnSqlite(file, `UPDATE run_snapshots SET snapshot = ${snapshot}`);
      expect(await runs.status(run_id)).toMatchObject({ state: 'FAILED', artifacts: [{ key: 'first' }] });
    }
    isBroken = false;
    await runs.resume(run_id);
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });

  it('fails the run with RUN_RECORD_BROKEN if events are missing that no snapshot covers', async () => {
    const { runs, run_id, file } = await runOf(
      smallPipeline(() => {
        throw new Error('not yet');
      }),
    );
    runOnSqlite(file, `DELETE FROM events WHERE position = 4; UPDATE run_snapshots SET snapshot = NULL`);
    await expect(runs.status(run_id)).rejects.toMatchObject({
      failure: { code: 'RUN_RECORD_BROKEN', details: { number: 4 } },
    });
    runOnSqlite(file, `UPDATE runs SET state = 'WORKING', operation = 'run', operation_since = 0`);
    for (;;) {
      const [row] = await runs.list();
      if (row?.operation === null) break;
      await sleep(10);
    }
    expect(await runs.list()).toMatchObject([{ state: 'FAILED', operation: null }]);
  });

  it('fails the run with RUN_ARTIFACT_DAMAGED if the content of an artifact is missing or changed', async () => {
    for (const [sql, problem] of [
      ['DELETE FROM artifacts', 'missing'],
      [`UPDATE artifacts SET bytes = CAST('x' AS BLOB)`, 'changed'],
    ] as const) {
      let isBroken = true;
      const { runs, run_id, file } = await runOf(
        smallPipeline(async ({ artifacts }) => {
          if (isBroken) throw new Error('not yet');
          await artifacts.text('first');
          return good();
        }),
      );
      isBroken = false;
      runOnSqlite(file, sql);
      await runs.resume(run_id);
      const { failure } = await runs.wait(run_id);
      expect(failure).toMatchObject({ code: 'RUN_ARTIFACT_DAMAGED', retryable: false });
      expect(failure?.message).toContain(problem);
      await expect(runs.artifact(run_id, 'first')).rejects.toMatchObject({ failure: { code: 'RUN_ARTIFACT_DAMAGED' } });
    }
  });
});
