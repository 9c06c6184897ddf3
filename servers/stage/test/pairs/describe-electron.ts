import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openElectronPlace } from '../../src/testing/electron-place.ts';
import type { ElectronPlace } from '../../src/testing/electron-place.ts';
import { linkStage } from '../../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../../src/testing/linked-stage.ts';
import type { PairStage } from './pair-stage.ts';

const servers = path.dirname(import.meta.dirname);
const main = path.join(servers, 'apps', 'lifecycle');
/** Waits, and leaves the main process free. */
const neverSettles = 'const promise = { then: () => 1 }; await promise';
const falseInspector = path.join(servers, 'fixtures', 'false-inspector.cjs');

/** The pairs that need an Electron app, or a process that looks like one. */
export const describeElectron = (open: () => PairStage): void => {
  describe('codes of an Electron app:', () => {
    let place: ElectronPlace;
    let stage: LinkedStage;
    let pid: number;
    beforeAll(async () => {
      place = await openElectronPlace();
      const { environment } = place;
      stage = await linkStage({ ...environment, STAGE_ALLOW: 'launch,attach,eval-main' }, servers);
      ({ pid } = await stage.call<{ pid: number }>('electron_launch', { main, env: { MODE: 'single' } }));
    });
    afterAll(async () => {
      await stage.close();
      await place.close();
    });
    const call = (tool: string, args: Parameters<PairStage['call']>[1] = {}): Promise<Envelope> =>
      open().pairs.call(stage, tool, args);

    it('electron_launch answers with SINGLE_INSTANCE_LOCK, and names the process that runs already', async () => {
      const again = { main, env: { MODE: 'single' }, allowMultiple: true };
      const answer = await call('electron_launch', again);
      expect(answer).toMatchObject({ code: 'SINGLE_INSTANCE_LOCK', details: { pid }, retryable: false });
    });

    it.each([
      ['FILE_NOT_FOUND', '/nowhere/file'],
      ['ABSOLUTE_PATH_REQUIRED', 'file'],
    ])('electron_dialog_handler answers with %s for the file %s', async (code, file) => {
      const policy = { perType: { showOpenDialog: 'accept' }, paths: [file] };
      expect(await call('electron_dialog_handler', policy)).toMatchObject({ code });
    });

    it('electron_eval_main answers with EVAL_RUNTIME_ERROR and EVAL_TIMEOUT', async () => {
      const failed = { code: 'EVAL_RUNTIME_ERROR' };
      expect(await call('electron_eval_main', { code: 'null.x' })).toMatchObject(failed);
      const endless = { code: neverSettles, timeoutMs: 50 };
      expect(await call('electron_eval_main', endless)).toMatchObject({ code: 'EVAL_TIMEOUT' });
    });

    it.each([
      ['CDP_TIMEOUT', 'stall'],
      ['CDP_DISCONNECTED', 'cut'],
      ['INJECT_FAILED', 'lie'],
    ])('electron_inject answers with %s if the inspector of a process can only %s', async (code, mode) => {
      const { STAGE_ELECTRON_ARGUMENTS: _, ...others } = place.environment;
      const env = { ...others, ELECTRON_RUN_AS_NODE: '1' };
      const child = spawn(place.program, [falseInspector, mode], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        await once(child.stdout, 'data');
        const answer = await call('electron_inject', { pid: child.pid ?? 0, timeoutMs: 300 });
        expect(answer).toMatchObject({ code });
        if (mode === 'lie') expect(answer['error']).toContain('process 1 answered on the port of its inspector');
      } finally {
        child.kill('SIGKILL');
      }
    });

    it('electron_eval_main answers with CDP_DISCONNECTED if the app is killed meanwhile', async () => {
      const running = call('electron_eval_main', { code: neverSettles, timeoutMs: 30_000 });
      // The main process does one thing after the other.
      expect(await call('electron_eval_main', { code: '1' })).toMatchObject({ result: 1 });
      process.kill(pid, 'SIGKILL');
      expect(await running).toMatchObject({ code: 'CDP_DISCONNECTED' });
    });
  });
};
