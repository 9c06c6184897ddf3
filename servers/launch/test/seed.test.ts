import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@recourse/contract';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import type { RunEvent } from '@recourse/runs';
import { serveHttp } from '@recourse/server';
import { dialClient, expectFailure } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSignal } from '../src/testing/create-signal.ts';
import { launchOpener, sampleConfig } from '../src/testing/open-launch.ts';
import type { OpenedLaunch, OpenOptions } from '../src/testing/open-launch.ts';
import { largeText, png } from '../src/testing/test-pipeline.ts';
import { fail } from '../src/tools/failures.ts';

const open = launchOpener();
const run_config = { ...sampleConfig } as unknown as JsonObject;
const accept = () => ({ action: 'accept' as const, content: { confirm: true } });

interface Served extends OpenedLaunch {
  readonly linked: Linked;
}

/** A launch server on a real HTTP port, called by the official client. */
const serve = async (options: OpenOptions = {}): Promise<Served> => {
  const launch = await open(options);
  const serving = await serveHttp(launch.server, { port: 0 });
  onTestFinished(() => serving.close({ now: true }));
  const linked = await dialClient(serving.url, { elicit: accept, ...options.link });
  onTestFinished(() => linked.close());
  const call: Served['call'] = async (tool, args = {}) =>
    (await linked.callTool(tool, args)).structuredContent as JsonObject;
  return { ...launch, linked, call };
};

describe('Conventions', () => {
  it('Every response MUST include ok: true|false', async () => {
    const { call } = await serve();
    expect((await call('launch_list_runs'))['ok']).toBe(true);
    expect((await call('launch_get_status', { run_id: 'r_nowhere' }))['ok']).toBe(false);
  });

  it('On success, responses MUST include run_id when the tool is run-scoped', async () => {
    const { call, rest } = await serve();
    const { run_id } = await rest();
    const scoped = [
      call('launch_get_status', { run_id }),
      call('launch_get_artifact', { run_id, artifact_name: 'page_plan.json' }),
      call('launch_validate', { run_id }),
    ];
    for (const answer of await Promise.all(scoped)) expect(answer).toMatchObject({ ok: true, run_id });
    expect(await call('launch_fix_next', { run_id })).toMatchObject({ ok: true, run_id });
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ ok: true, run_id });
  });

  it('On failure, responses MUST include error with the standard error shape', async () => {
    const { linked, rest } = await serve();
    const { run_id } = await rest();
    const result = await linked.callTool('launch_open_pr', { run_id });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      ok: false,
      run_id,
      error: {
        code: 'ILLEGAL_STATE',
        message: expect.any(String),
        retryable: false,
        details: { current_state: 'VALIDATING', required_states: ['READY_FOR_PR'] },
      },
    });
  });

  it('Every tool call MUST emit telemetry, and one trace leads from the start of a run to the HTTP sink', async () => {
    const received: RunEvent[] = [];
    const sinkServer = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const lines = Buffer.concat(chunks).toString().trim().split('\n');
        received.push(...lines.map((line) => JSON.parse(line) as RunEvent));
        response.end();
      });
    });
    await new Promise<void>((resolve) => sinkServer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      sinkServer.closeAllConnections();
      sinkServer.close();
    });
    const url = `http://127.0.0.1:${(sinkServer.address() as AddressInfo).port}/`;
    const sink = createMemorySink();
    const events = createEventBuffer(sink);
    const { call, runs } = await serve({ server: { record: { events } }, telemetry: { url, pollMs: 5 } });
    const { run_id } = await call('launch_start_run', { run_config });
    const { last_event } = await runs.wait(String(run_id));
    expect(await call('launch_open_pr', { run_id: String(run_id) })).toMatchObject({ ok: false });
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(last_event);
    await events.close();
    const recorded = sink.take();
    const start = recorded.find(({ tool, type }) => tool === 'launch_start_run' && type === 'TOOL_CALL_FINISHED');
    expect(new Set(received.map(({ trace_id }) => trace_id))).toEqual(new Set([start?.trace_id]));
    const types = received.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['WORK_ITEM_STARTED', 'WORK_ITEM_FINISHED', 'GATE_RUN_FINISHED']));
    expect(received.every(({ span_id }) => /^[0-9a-f]{16}$/.test(span_id))).toBe(true);
    expect(recorded).toContainEqual(
      expect.objectContaining({ type: 'TOOL_CALL_FAILED', tool: 'launch_open_pr', code: 'ILLEGAL_STATE' }),
    );
  });
});

describe('Error codes', () => {
  it.each([{}, { run_id: 7 }, { run_id: 'x' }, { run_id: '../../etc' }, { run_id: 'r_12345678', more: 1 }])(
    'INVALID_INPUT: request missing/invalid fields, for %j',
    async (args) => {
      const { call } = await serve();
      expect(await call('launch_get_status', args)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    },
  );

  it('SCHEMA_VALIDATION_FAILED: provided config fails schema validation, with the nearest names', async () => {
    const { call } = await serve();
    const { product_slug: _, ...rest } = run_config;
    expect(await call('launch_start_run', { run_config: { ...rest, produkt_slug: 'x' } })).toMatchObject({
      ok: false,
      error: {
        code: 'SCHEMA_VALIDATION_FAILED',
        retryable: false,
        details: {
          problems: [
            { path: '/product_slug' },
            { path: '/produkt_slug', message: "unknown field 'produkt_slug'; did you mean 'product_slug'?" },
          ],
        },
      },
    });
  });

  it('RUN_NOT_FOUND: unknown run_id', async () => {
    const { call } = await serve();
    for (const tool of ['launch_get_status', 'launch_validate', 'launch_cancel', 'launch_open_pr', 'launch_resume']) {
      expect(await call(tool, { run_id: 'r_nowhere' }), tool).toMatchObject({
        ok: false,
        run_id: 'r_nowhere',
        error: { code: 'RUN_NOT_FOUND', retryable: false },
      });
    }
  });

  it('TOOLCHAIN_MISSING: required validator toolchain not available; the run continues once it is', async () => {
    let isMissing = true;
    const { call, rest } = await serve({
      script: {
        enter: (worker) =>
          worker === 'front_matter' && isMissing ? fail('TOOLCHAIN_MISSING', { tool: 'hugo' }) : undefined,
        resumes: () => !isMissing,
      },
    });
    const { run_id, state } = await rest();
    expect(state).toBe('FAILED');
    expect(await call('launch_resume', { run_id })).toMatchObject({ ok: false, error: { code: 'ILLEGAL_STATE' } });
    isMissing = false;
    expect(await call('launch_resume', { run_id })).toMatchObject({ ok: true, run_id });
  });

  it('GATE_FAILED: returned via validation_report on success path', async () => {
    const { call, rest } = await serve();
    const { run_id } = await rest();
    expect(await call('launch_validate', { run_id })).toMatchObject({
      ok: true,
      run_id,
      validation_report: { ok: false, gates: [{ name: 'front_matter', code: 'GATE_FAILED' }] },
    });
  });

  it('FIX_EXHAUSTED: max_fix_attempts reached; the answer is repeatable', async () => {
    const { call, rest } = await serve({ script: { issues: () => 1 } });
    const { run_id } = await rest({ max_fix_attempts: 1 });
    expect(await call('launch_fix_next', { run_id })).toMatchObject({ ok: true, remaining_blockers: 1 });
    for (const _ of [1, 2]) {
      expect(await call('launch_fix_next', { run_id })).toMatchObject({
        ok: false,
        run_id,
        error: { code: 'FIX_EXHAUSTED', retryable: false, details: { attempts: 1, max_fix_attempts: 1 } },
      });
    }
    expect(await call('launch_get_status', { run_id })).toMatchObject({ status: { state: 'VALIDATING' } });
  });

  it.each([
    ['ALLOWED_PATHS_VIOLATION', fail('ALLOWED_PATHS_VIOLATION', { path: 'static/x' }), false],
    ['COMMIT_SERVICE_ERROR', fail('COMMIT_SERVICE_ERROR', { http_status: 503 }), true],
    ['COMMIT_SERVICE_ERROR', fail('COMMIT_SERVICE_ERROR', { http_status: 401 }, { retryable: false }), false],
    ['NO_CHANGES', fail('NO_CHANGES', {}), false],
  ])('%s of the publication is answered by launch_open_pr', async (code, failure, retryable) => {
    const { call, rest } = await serve({
      script: { enter: (worker) => (worker === 'open_pr' ? failure : undefined), issues: () => 0 },
    });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({
      ok: false,
      run_id,
      error: { code, retryable, details: failure.details ?? {} },
    });
  });

  it('COMMIT_SERVICE_ERROR with retryable: true means that the same call can succeed', async () => {
    let attempts = 0;
    const { call, rest } = await serve({
      script: {
        enter: (worker) =>
          worker === 'open_pr' && (attempts += 1) === 1
            ? fail('COMMIT_SERVICE_ERROR', { http_status: 503 })
            : undefined,
        issues: () => 0,
      },
    });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ error: { retryable: true } });
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ ok: true, run_id });
  });

  it('CANCELLED: run cancelled while a call is in progress', async () => {
    const released = createSignal();
    const { call, runs, rest, linked } = await serve({
      script: { enter: (worker) => (worker === 'add_front_matter' ? released.given.then(() => undefined) : undefined) },
    });
    const { run_id } = await rest();
    const waiting = createSignal();
    const answer = linked.callTool('launch_fix_next', { run_id }, { onProgress: () => waiting.give() });
    await waiting.given;
    expect(await call('launch_cancel', { run_id })).toMatchObject({ ok: true, cancelled: true });
    expect((await answer).structuredContent).toMatchObject({ ok: false, run_id, error: { code: 'CANCELLED' } });
    released.give();
    expect((await runs.status(run_id)).state).toBe('CANCELLED');
  });

  it('INTERNAL: unexpected server error (must include details.cause_class)', async () => {
    const { call, rest } = await serve({
      script: {
        enter: (worker) => {
          if (worker === 'front_matter') throw new RangeError('a bug');
          return undefined;
        },
      },
    });
    const { run_id } = await rest();
    expect(await call('launch_resume', { run_id })).toMatchObject({
      error: { code: 'INTERNAL', details: { cause_class: 'RangeError', step: 'front_matter' } },
    });
  });
});

describe('Shared types', () => {
  it('RunStatus', async () => {
    const { call, rest } = await serve();
    const { run_id } = await rest();
    expect(await call('launch_get_status', { run_id })).toMatchObject({
      ok: true,
      run_id,
      status: {
        run_id,
        state: 'VALIDATING',
        section_states: { products: 'DONE', docs: 'MERGED_IN_WORKTREE' },
        open_issues: [
          {
            issue_id: expect.stringMatching(/^iss_/),
            severity: 'error',
            gate: 'front_matter',
            title: 'The page has no front matter',
          },
        ],
        artifacts: expect.arrayContaining([
          { name: 'page_plan.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ]),
      },
      progress: { percent: expect.any(Number), operation: null },
      failure: null,
    });
  });

  it('ArtifactResponse', async () => {
    const { call, rest } = await serve();
    const { run_id } = await rest();
    const content = '{"pages":[]}';
    expect(await call('launch_get_artifact', { run_id, artifact_name: 'page_plan.json' })).toMatchObject({
      ok: true,
      run_id,
      artifact: { name: 'page_plan.json', content_type: 'application/json', sha256: hash('sha256', content), content },
    });
    expectFailure(await (await serve()).linked.callTool('launch_get_artifact', { run_id, artifact_name: 'x' }));
    expect(await call('launch_get_artifact', { run_id, artifact_name: '../state.db' })).toMatchObject({
      error: { code: 'ARTIFACT_NOT_FOUND', details: { artifact_name: '../state.db' } },
    });
  });

  it('for non-text artifacts, content MUST be base64 and content_type MUST reflect it', async () => {
    const { call, rest } = await serve();
    const { run_id } = await rest();
    expect(await call('launch_get_artifact', { run_id, artifact_name: 'logo.png' })).toMatchObject({
      artifact: { content_type: 'image/png', encoding: 'base64', content: png.toString('base64') },
    });
    const part = await call('launch_get_artifact', { run_id, artifact_name: 'logo.png', offset: 1, length: 3 });
    expect(part).toMatchObject({
      artifact: { content: png.subarray(1, 4).toString('base64'), offset: 1, next_offset: 4 },
    });
  });

  it('a large artifact is read in parts, cut between characters', async () => {
    const { call, rest } = await serve({ script: { large: true } });
    const { run_id } = await rest();
    const artifact_name = 'large.txt';
    expect(await call('launch_get_artifact', { run_id, artifact_name })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
    let text = '';
    let offset: unknown = 0;
    while (typeof offset === 'number') {
      const { artifact } = await call('launch_get_artifact', { run_id, artifact_name, offset, length: 500_001 });
      const { content, next_offset } = artifact as JsonObject;
      text += String(content);
      offset = next_offset;
    }
    expect(text === largeText).toBe(true);
    expect(
      await call('launch_get_artifact', { run_id, artifact_name, offset: 2 * largeText.length + 1 }),
    ).toMatchObject({ error: { code: 'INVALID_INPUT', details: { invalid_fields: ['offset'] } } });
  });
});

describe('launch_start_run', () => {
  it('Start a new run from a run_config', async () => {
    const { call } = await serve();
    expect(await call('launch_start_run', { run_config })).toMatchObject({
      ok: true,
      run_id: expect.stringMatching(/^r_/),
      state: 'CREATED',
    });
  });

  it('If idempotency_key is provided and a run already exists with the same key and identical run_config hash, the tool MUST return the existing run_id', async () => {
    const { call, runs } = await serve();
    const first = await call('launch_start_run', { run_config, idempotency_key: 'k' });
    await runs.wait(String(first['run_id']));
    expect(await call('launch_start_run', { run_config, idempotency_key: 'k' })).toMatchObject({
      ok: true,
      run_id: first['run_id'],
      state: 'VALIDATING',
    });
    expect(
      await call('launch_start_run', { run_config: { ...run_config, locale: 'de' }, idempotency_key: 'k' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'IDEMPOTENCY_CONFLICT', retryable: false, details: { existing_run_id: first['run_id'] } },
    });
  });
});

describe('launch_validate', () => {
  it('ok=true here means the tool executed successfully; gate pass/fail is expressed inside validation_report.ok', async () => {
    const { call, rest } = await serve({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    expect(await call('launch_validate', { run_id })).toMatchObject({ ok: true, validation_report: { ok: true } });
  });
});

describe('launch_fix_next', () => {
  it('Selects the next fixable issue deterministically and applies a fix attempt (W8), then re-validates (W7)', async () => {
    const { call, rest } = await serve();
    const { run_id, open_issues } = await rest();
    expect(await call('launch_fix_next', { run_id })).toMatchObject({
      ok: true,
      run_id,
      fixed_issue_id: open_issues[0]?.id,
      applied_patch_ids: ['patch_002'],
      remaining_blockers: 0,
      validation_report: { ok: true },
    });
  });
});

describe('launch_cancel', () => {
  it('Cancels a run, without asking, and again with the same answer', async () => {
    const asked: unknown[] = [];
    const elicit = (question: unknown) => {
      asked.push(question);
      return { action: 'decline' as const };
    };
    const { call, rest } = await serve({ link: { elicit } });
    const { run_id } = await rest();
    for (const _ of [1, 2]) {
      const answer = await call('launch_cancel', { run_id });
      expect(answer).toMatchObject({ ok: true, run_id, cancelled: true, state: 'CANCELLED' });
    }
    expect(asked).toEqual([]);
  });
});

describe('launch_open_pr', () => {
  it('Opens a PR using the commit service', async () => {
    const { call, rest } = await serve({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({
      ok: true,
      run_id,
      pr_url: 'https://forge.example/site/pull/7',
      branch: `launch/${run_id}/tidewater`,
      commit_sha: 'b'.repeat(40),
    });
  });

  it('asks first, and the question shows product, branch, number of files and target repository', async () => {
    const questions: string[] = [];
    const elicit = ({ message }: { readonly message: string }) => {
      questions.push(message);
      return { action: 'decline' as const };
    };
    const { call, rest, runs } = await serve({ link: { elicit }, script: { issues: () => 0 } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({
      ok: false,
      error: { code: 'CONFIRMATION_DENIED', retryable: false },
    });
    for (const part of ['tidewater', `launch/${run_id}/tidewater`, '1', 'https://forge.example/mira/site']) {
      expect(questions[0]).toContain(part);
    }
    expect((await runs.status(run_id)).state).toBe('READY_FOR_PR');
  });
});

describe('launch_list_runs', () => {
  it('lists runs by product_slug and state, newest first, page by page', async () => {
    const { call, rest } = await serve();
    const ids: string[] = [];
    for (const product_slug of ['one', 'two', 'one', 'one']) ids.push((await rest({ product_slug })).run_id);
    const newest = ids.toReversed();
    const idsOf = (answer: JsonObject) => (answer['runs'] as JsonObject[]).map(({ run_id }) => run_id);
    expect(idsOf(await call('launch_list_runs'))).toEqual(newest);
    const ones = newest.filter((id) => id !== ids[1]);
    const first = await call('launch_list_runs', { filter: { product_slug: 'one' }, limit: 2 });
    expect(first).toMatchObject({
      ok: true,
      runs: [{ product_slug: 'one', state: 'VALIDATING', finished_at: null }, {}],
    });
    const rest2 = await call('launch_list_runs', {
      filter: { product_slug: 'one' },
      limit: 2,
      cursor: String(first['next_cursor']),
    });
    expect([...idsOf(first), ...idsOf(rest2)]).toEqual(ones);
    expect(rest2).not.toHaveProperty('next_cursor');
    await call('launch_cancel', { run_id: ids[0] ?? '' });
    expect(idsOf(await call('launch_list_runs', { filter: { state: 'CANCELLED' } }))).toEqual([ids[0]]);
    expect(await call('launch_list_runs', { filter: { state: 'LOST' } })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
    expect(await call('launch_list_runs', { cursor: 'r_nowhere' })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { invalid_fields: ['cursor'] } },
    });
  });
});
