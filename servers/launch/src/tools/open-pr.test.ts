import { expectFailure } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { launchOpener } from '../testing/open-launch.ts';

const open = launchOpener();

describe('the consent to a pull request', () => {
  it('is requested with a token if the client cannot show a dialogue, and covers what was shown', async () => {
    const { client, rest, runs } = await open({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    const asked = await client.callTool('launch_open_pr', { run_id });
    expect(asked.structuredContent).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REQUIRED' } });
    const { failure } = expectFailure(asked);
    expect(failure.details?.['shown']).toEqual({
      product: 'tidewater',
      branch: `launch/${run_id}/tidewater`,
      files: 1,
      repository: 'https://forge.example/mira/site',
    });
    const confirmationToken = String(failure.details?.['confirmation_token']);
    const opened = await client.callTool('launch_open_pr', { run_id }, { confirmationToken });
    expect(opened.structuredContent).toMatchObject({ ok: true, run_id });
    expect((await runs.status(run_id)).state).toBe('DONE');
  });

  it('is requested even from a fully trusted caller', async () => {
    const identity = { identify: () => ({ id: 'local', trust: 'certified' as const }) };
    const { call, rest } = await open({ script: { issues: () => 0 }, server: { identity } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
  });

  it('is not requested if the call would be refused anyway', async () => {
    const { call, rest } = await open();
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ error: { code: 'ILLEGAL_STATE' } });
  });

  /** A run that waits for its pull request, and a token that its caller was given. */
  const askedRun = async (options: Parameters<typeof open>[0] = { script: { issues: () => 0 } }) => {
    const opened = await open(options);
    const { run_id } = await opened.rest();
    const { failure } = expectFailure(await opened.client.callTool('launch_open_pr', { run_id }));
    const confirmationToken = String(failure.details?.['confirmation_token']);
    const confirm = async (id = run_id) =>
      (await opened.client.callTool('launch_open_pr', { run_id: id }, { confirmationToken })).structuredContent;
    return { ...opened, run_id, confirm };
  };

  it('no longer counts when the number of files has changed, and the new question shows the new number', async () => {
    let fails = false;
    const { call, confirm, run_id, runs } = await askedRun({
      script: { issues: (patches) => (fails && patches < 2 ? 1 : 0) },
    });
    fails = true;
    expect(await call('launch_validate', { run_id })).toMatchObject({ validation_report: { ok: false } });
    expect(await call('launch_fix_next', { run_id })).toMatchObject({ ok: true, remaining_blockers: 0 });
    expect(await confirm()).toMatchObject({
      ok: false,
      error: { code: 'CONFIRMATION_REQUIRED', details: { shown: { files: 2 } } },
    });
    expect((await runs.status(run_id)).state).toBe('READY_FOR_PR');
  });

  it('counts once, for one run, and not after the run was cancelled', async () => {
    const { call, confirm, rest, run_id, runs } = await askedRun();
    const other = await rest();
    expect(await confirm(other.run_id)).toMatchObject({ ok: false });
    expect((await runs.status(other.run_id)).state).toBe('READY_FOR_PR');
    expect(await confirm()).toMatchObject({ ok: true, run_id });
    expect(await confirm()).toMatchObject({ ok: false });
    const { call: cancel, confirm: late, run_id: cancelled } = await askedRun();
    await cancel('launch_cancel', { run_id: cancelled });
    expect(await late()).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(await call('launch_get_status', { run_id })).toMatchObject({ status: { state: 'DONE' } });
  });
});
