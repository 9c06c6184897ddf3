import { describe, expect, it } from 'vitest';
import { launchOpener } from '../testing/open-launch.ts';

const open = launchOpener();
const scoped = [
  'launch_get_status',
  'launch_get_artifact',
  'launch_validate',
  'launch_fix_next',
  'launch_resume',
  'launch_cancel',
  'launch_open_pr',
];

describe('a failure of the engine names the run of the call', () => {
  it.each(scoped)('%s with an unknown argument', async (tool) => {
    const { call } = await open();
    expect(await call(tool, { run_id: 'r_12345678', more: 1 })).toMatchObject({
      ok: false,
      run_id: 'r_12345678',
      error: { code: 'INVALID_INPUT' },
    });
  });

  it.each([{}, { run_id: 7 }, { run_id: '../../etc' }])('unless the call names none: %j', async (args) => {
    const { call } = await open();
    expect(await call('launch_get_status', args)).not.toHaveProperty('run_id');
  });

  it('launch_open_pr that has to be confirmed', async () => {
    const { call, rest } = await open({ script: { issues: () => 0 } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({
      run_id,
      error: { code: 'CONFIRMATION_REQUIRED' },
    });
  });

  it('launch_open_pr that a person declined', async () => {
    const elicit = () => ({ action: 'decline' as const });
    const { call, rest } = await open({ script: { issues: () => 0 }, link: { elicit } });
    const { run_id } = await rest();
    expect(await call('launch_open_pr', { run_id })).toMatchObject({ run_id, error: { code: 'CONFIRMATION_DENIED' } });
  });

  it('a handler that was stopped by a bug', async () => {
    const { call, rest, runs } = await open();
    const { run_id } = await rest();
    runs.config = () => Promise.reject(new RangeError('A bug'));
    expect(await call('launch_get_status', { run_id })).toMatchObject({
      run_id,
      error: { code: 'INTERNAL', details: { cause_class: 'RangeError' } },
    });
  });
});
