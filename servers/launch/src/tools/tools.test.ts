import { describe, expect, it } from 'vitest';
import { launchOpener, sampleConfig } from '../testing/open-launch.ts';

const open = launchOpener();

describe('launch_start_run', () => {
  it('starts a run and returns its id and state', async () => {
    const { call } = await open();
    expect(await call('launch_start_run', { run_config: { ...sampleConfig } as never })).toMatchObject({
      ok: true,
      run_id: expect.stringMatching(/^r_/),
      state: 'CREATED',
    });
  });
});

describe('a run', () => {
  it('is fixed, published and done', async () => {
    const { call, rest, runs } = await open({
      link: { elicit: () => ({ action: 'accept', content: { confirm: true } }) },
    });
    const { run_id, state } = await rest();
    expect(state).toBe('VALIDATING');
    expect(await call('launch_fix_next', { run_id })).toMatchObject({
      ok: true,
      run_id,
      fixed_issue_id: expect.stringMatching(/^iss_/),
      applied_patch_ids: ['patch_002'],
      remaining_blockers: 0,
      validation_report: { ok: true },
    });
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ ok: true, branch: `launch/${run_id}/tidewater` });
    expect((await runs.status(run_id)).state).toBe('DONE');
  });
});
