import type { Failure } from '@recourse/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSignal } from '../testing/create-signal.ts';
import { launchOpener } from '../testing/open-launch.ts';
import { openTaskCaller } from '../testing/task-caller.ts';
import { fail } from './failures.ts';

const open = launchOpener();
const accept = () => ({ action: 'accept' as const, content: { confirm: true } });

/** A worker that waits until the test lets it go on, and how often it was entered. */
const holding = (held: string) => {
  const [reached, released] = [createSignal(), createSignal()];
  const entered: string[] = [];
  const enter = async (worker: string): Promise<undefined> => {
    if (worker !== held) return undefined;
    entered.push(worker);
    reached.give();
    await released.given;
    return undefined;
  };
  return { enter, reached, released, entered };
};

describe('a tool that has timed out', () => {
  it.each([
    ['launch_validate', 'front_matter', { validation_report: { ok: false } }],
    ['launch_fix_next', 'add_front_matter', { remaining_blockers: 0 }],
    ['launch_open_pr', 'open_pr', { commit_sha: 'b'.repeat(40) }],
  ])('%s answers TOOL_TIMEOUT; the same call joins the work', async (tool, worker, result) => {
    const { enter, released, entered } = holding(worker);
    const isPublished = tool === 'launch_open_pr';
    let holds = tool !== 'launch_validate';
    const { call, rest, runs } = await open({
      waits: { validateMs: 1, fixMs: 1, publishMs: 1 },
      script: {
        enter: (name) => (holds ? enter(name) : undefined),
        ...(isPublished && { issues: () => 0 }),
      },
      link: { elicit: accept },
    });
    const { run_id } = await rest();
    holds = true;
    for (const _ of [1, 2]) {
      expect(await call(tool, { run_id })).toMatchObject({
        ok: false,
        run_id,
        error: { code: 'TOOL_TIMEOUT', retryable: true, details: { tool } },
      });
    }
    released.give();
    await runs.wait(run_id);
    expect(await call(tool, { run_id })).toMatchObject({ ok: true, run_id, ...result });
    expect(entered).toEqual([worker]);
  });
});

describe('two calls at the same time', () => {
  it('join one fix', async () => {
    const { enter, released, entered } = holding('add_front_matter');
    const { client, rest } = await open({ script: { enter } });
    const { run_id } = await rest();
    const waiting = [createSignal(), createSignal()];
    const answers = waiting.map(({ give }) => client.callTool('launch_fix_next', { run_id }, { onProgress: give }));
    for (const { given } of waiting) await given;
    released.give();
    for (const { structuredContent } of await Promise.all(answers)) {
      expect(structuredContent).toMatchObject({ ok: true, applied_patch_ids: ['patch_002'] });
    }
    expect(entered).toHaveLength(1);
  });

  it('of different kinds: the second is told that the run is busy', async () => {
    const { enter, released } = holding('open_pr');
    const { call, client, rest } = await open({
      script: { enter, issues: () => 0 },
      link: { elicit: accept },
    });
    const { run_id } = await rest();
    const waiting = createSignal();
    const published = client.callTool('launch_open_pr', { run_id }, { onProgress: waiting.give });
    await waiting.given;
    expect(await call('launch_validate', { run_id })).toMatchObject({
      ok: false,
      error: { code: 'RUN_BUSY', retryable: true, details: { held_by: 'publish' } },
    });
    released.give();
    expect((await published).structuredContent).toMatchObject({ ok: true });
  });
});

describe('launch_resume', () => {
  it('continues a run with a recoverable failure, and returns at the next change of state', async () => {
    let fails = true;
    const { call, rest, runs } = await open({
      script: {
        enter: (worker) => {
          if (worker === 'build_plan' && fails) throw new Error('A disk is full');
          return undefined;
        },
      },
    });
    const { run_id, state } = await rest();
    expect(state).toBe('FAILED');
    expect(await call('launch_resume', { run_id })).toMatchObject({
      ok: false,
      error: { retryable: true, details: { step: 'build_plan' } },
    });
    fails = false;
    const resumed = await call('launch_resume', { run_id });
    expect(resumed).toMatchObject({ ok: true, run_id });
    expect(resumed).not.toMatchObject({ status: { state: 'PLAN_READY' } });
    expect(await runs.wait(run_id)).toMatchObject({ state: 'VALIDATING' });
  });

  it('never reports success without progress', async () => {
    const { call, rest } = await open();
    const { run_id } = await rest();
    expect(await call('launch_resume', { run_id })).toMatchObject({
      ok: false,
      error: {
        code: 'ILLEGAL_STATE',
        details: { recourse: { next_actions: [{ tool: 'launch_fix_next', arguments: { run_id } }] } },
      },
    });
  });
});

describe('a run that has ended', () => {
  const failing = (failure: Failure) => ({
    script: { enter: (worker: string) => (worker === 'build_plan' ? failure : undefined) },
  });

  it('says why it failed, and to start a new one', async () => {
    const { call, rest } = await open(
      failing(fail('REPO_NOT_FOUND', { url: 'https://a.example/b', missing: 'commit' })),
    );
    const { run_id } = await rest();
    for (const tool of ['launch_resume', 'launch_validate', 'launch_open_pr', 'launch_cancel']) {
      expect(await call(tool, { run_id }), tool).toMatchObject({
        error: {
          code: 'ILLEGAL_STATE',
          details: {
            current_state: 'FAILED',
            tool,
            recourse: {
              hint: expect.stringMatching(
                /^The run failed with REPO_NOT_FOUND: .*start a new run with launch_start_run/,
              ),
            },
          },
        },
      });
    }
  });

  it('can be resumed if the failure allows it, and the refusal of any other call says so', async () => {
    const { call, rest } = await open(failing(fail('CLONE_FAILED', { url: 'https://a.example/b', reason: 'x' })));
    const { run_id } = await rest();
    for (const tool of ['launch_validate', 'launch_open_pr', 'launch_fix_next']) {
      expect(await call(tool, { run_id }), tool).toMatchObject({
        error: { details: { recourse: { next_actions: [{ tool: 'launch_resume', arguments: { run_id } }] } } },
      });
    }
  });

  it('reports the tool that launch_resume waits for', async () => {
    const { call, rest } = await open(failing(fail('TOOLCHAIN_MISSING', { tool: 'hugo' })));
    const { run_id } = await rest();
    expect(await call('launch_resume', { run_id })).toMatchObject({
      error: {
        code: 'ILLEGAL_STATE',
        details: { recourse: { hint: expect.stringMatching(/'hugo' is required.*call launch_resume/) } },
      },
    });
  });

  it('gets no advice to go back if it is done', async () => {
    const { call, rest, runs } = await open({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    await runs.request(run_id, 'publish');
    await runs.wait(run_id);
    for (const tool of ['launch_resume', 'launch_cancel', 'launch_open_pr']) {
      expect(await call(tool, { run_id }), tool).toMatchObject({
        error: {
          details: {
            current_state: 'DONE',
            tool,
            recourse: { hint: 'Start a new run with launch_start_run; this run is done.' },
          },
        },
      });
    }
  });
});

describe('launch_resume that has timed out', () => {
  it('fails with TOOL_TIMEOUT while the run continues; the same call joins it and never starts a second one', async () => {
    const { enter, reached, released, entered } = holding('build_plan');
    let fails = true;
    const { call, rest, runs } = await open({
      waits: { resumeMs: 1 },
      script: {
        enter: (worker) => {
          if (worker === 'build_plan' && fails) throw new Error('A disk is full');
          return enter(worker);
        },
      },
    });
    const { run_id, state } = await rest();
    expect(state).toBe('FAILED');
    fails = false;
    // The first call sees the run leave FAILED, or its time is up before that.
    await call('launch_resume', { run_id });
    await reached.given;
    for (const _ of [1, 2]) {
      expect(await call('launch_resume', { run_id })).toMatchObject({
        ok: false,
        run_id,
        error: { code: 'TOOL_TIMEOUT', retryable: true, details: { tool: 'launch_resume', timeout_ms: 1 } },
      });
    }
    expect((await runs.status(run_id)).operation).not.toBeNull();
    released.give();
    expect(await runs.wait(run_id)).toMatchObject({ state: 'VALIDATING' });
    expect(await call('launch_resume', { run_id })).toMatchObject({
      ok: true,
      run_id,
      status: { state: 'VALIDATING' },
    });
    expect(entered).toEqual(['build_plan']);
  });
});

describe('a client that accepts tasks', () => {
  const openTasks = async (options: Parameters<typeof open>[0]) => {
    const launch = await open(options);
    const caller = await openTaskCaller(launch.server);
    onTestFinished(() => caller.close());
    return { ...launch, caller };
  };

  it.each(['launch_validate', 'launch_fix_next', 'launch_resume', 'launch_open_pr'])(
    '%s may run as a task',
    async (tool) => {
      const { server } = await open();
      expect(server.taskOf(tool)).toBeDefined();
    },
  );

  it.each([
    ['launch_validate', 'front_matter', { validation_report: { ok: false } }],
    ['launch_fix_next', 'add_front_matter', { applied_patch_ids: ['patch_002'] }],
  ])('gets a task from %s, and its result there', async (tool, worker, result) => {
    const { enter, released, entered } = holding(worker);
    let holds = false;
    const { caller, rest } = await openTasks({ script: { enter: (name) => (holds ? enter(name) : undefined) } });
    const { run_id } = await rest();
    holds = true;
    const { resultType, taskId, status } = await caller.call(tool, { run_id });
    expect({ resultType, status }).toEqual({ resultType: 'task', status: 'working' });
    released.give();
    await expect.poll(() => caller.task(taskId), { timeout: 30_000 }).toMatchObject({ status: 'completed' });
    expect(await caller.task(taskId)).toMatchObject({
      result: { structuredContent: { ok: true, run_id, ...result } },
    });
    expect(entered).toEqual([worker]);
  });

  it('confirms launch_open_pr first, and then gets a task', async () => {
    const { caller, rest } = await openTasks({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    const { resultType, requestState } = await caller.call('launch_open_pr', { run_id });
    expect(resultType).toBe('input_required');
    const inputResponses = { recourse_confirm: { action: 'accept', content: { confirm: true } } };
    const task = await caller.call('launch_open_pr', { run_id }, { requestState, inputResponses });
    expect(task).toMatchObject({ resultType: 'task' });
    await expect
      .poll(() => caller.task(task['taskId']), { timeout: 30_000 })
      .toMatchObject({
        status: 'completed',
        result: { structuredContent: { ok: true, run_id, commit_sha: 'b'.repeat(40) } },
      });
  });
});
