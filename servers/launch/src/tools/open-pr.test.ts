import { expectFailure } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { launchOpener } from '../testing/open-launch.ts';

const open = launchOpener();

describe('the consent to a pull request', () => {
  it('is asked for by a token where the client shows no dialogue, and covers what was shown', async () => {
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

  it('is asked for even from a caller that is trusted with everything', async () => {
    const identity = { identify: () => ({ id: 'ada', trust: 'certified' as const }) };
    const { call, rest } = await open({ script: { issues: () => 0 }, server: { identity } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
  });

  it('is not asked for where the call would be refused anyway', async () => {
    const { call, rest } = await open();
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ error: { code: 'ILLEGAL_STATE' } });
  });
});
