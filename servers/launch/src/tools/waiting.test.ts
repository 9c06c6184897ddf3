import { describe, expect, it } from 'vitest';
import { createSignal } from '../testing/create-signal.ts';
import { launchOpener } from '../testing/open-launch.ts';

const open = launchOpener();
const accept = () => ({ action: 'accept' as const, content: { confirm: true } });

/** A worker that waits until the test lets it go on, and how often it was entered. */
const holding = (held: string) => {
  const released = createSignal();
  const entered: string[] = [];
  const enter = async (worker: string): Promise<undefined> => {
    if (worker !== held) return undefined;
    entered.push(worker);
    await released.given;
    return undefined;
  };
  return { enter, released, entered };
};

describe('a tool whose time is up', () => {
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
  it('goes on with a run whose failure can be overcome, and returns at the next change of state', async () => {
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

describe('tasks', () => {
  it.each(['launch_validate', 'launch_fix_next', 'launch_resume', 'launch_open_pr'])(
    '%s runs as a task where the client accepts one',
    async (tool) => {
      const { server } = await open();
      expect(server.taskOf(tool)).toBeDefined();
    },
  );
});
