import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { isRunning } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');
const command = path.resolve(import.meta.dirname, '../../../packages/cli/dist/main.js');

let place: ElectronPlace;
let served: Spawned;

beforeAll(async () => {
  place = await openElectronPlace();
});
afterAll(() => place.close());
afterEach(() => served.close());

const serve = async (): Promise<number> => {
  const env = { ...place.environment, STAGE_APP_ROOTS: apps };
  served = await spawnClient({ args: [command, 'serve', 'stage', '--stdio'], cwd: place.folder, env });
  const { structuredContent } = await served.callTool('electron_launch', { main: path.join(apps, 'hello') });
  expect(structuredContent).toMatchObject({ ok: true });
  return (structuredContent as { pid: number }).pid;
};

const ended = async (pid: number): Promise<void> => {
  while (isRunning(pid)) await pause(20);
};

describe.skipIf(lacksElectron)('recourse serve stage', () => {
  it('ends its apps when its client leaves', async () => {
    const pid = await serve();
    await served.close();
    await ended(pid);
  });

  it('has its apps killed when it is killed itself', async () => {
    const pid = await serve();
    process.kill(served.pid() ?? 0, 'SIGKILL');
    await ended(pid);
  });
});
