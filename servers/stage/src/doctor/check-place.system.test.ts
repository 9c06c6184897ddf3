import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { checkPlace } from './check-place.ts';
import type { PlaceFinding } from './check-place.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-place-'));
  const program = (name: string, body: string): void =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  program('chromium', 'echo Chromium 156.0.7300.1 built on Debian');
  program('lacking', 'echo "error while loading shared libraries: libgbm.so.1" >&2; exit 127');
  writeFileSync(path.join(folder, 'plain'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = async (
  environment: Record<string, string>,
  platform: NodeJS.Platform = 'linux',
): Promise<(wanted: PlaceFinding['check']) => PlaceFinding | undefined> => {
  const settings = readSettings(environment, folder);
  const findings = await checkPlace({ settings, environment, platform });
  return (wanted) => findings.find((finding) => finding.check === wanted);
};

describe('checkPlace', () => {
  it('finds Chromium with its version, and says what needs it if it is missing', async () => {
    const program = path.join(folder, 'chromium');
    expect((await check({ PATH: `${folder}:/bin` }))('chromium')).toEqual({
      check: 'chromium',
      verdict: 'fine',
      says: `156.0.7300.1, ${program}`,
    });
    expect((await check({ PATH: '/nowhere' }))('chromium')).toMatchObject({ verdict: 'advice' });
    const lacking = path.join(folder, 'lacking');
    expect((await check({ STAGE_CHROMIUM: lacking, PATH: '/bin' }))('chromium')).toMatchObject({ verdict: 'broken' });
    expect((await check({ STAGE_CHROMIUM: '/nowhere/chromium' }))('chromium')).toMatchObject({
      verdict: 'broken',
      todo: 'Correct STAGE_CHROMIUM, or make the file executable.',
    });
  });

  it('reports an Electron that cannot be started, with the reason', async () => {
    expect((await check({}))('electron')).toMatchObject({ verdict: 'fine' });
    expect((await check({ STAGE_ELECTRON: path.join(folder, 'plain') }))('electron')).toMatchObject({
      verdict: 'broken',
      says: expect.stringContaining('not an executable file') as string,
    });
    expect((await check({ STAGE_ELECTRON: path.join(folder, 'lacking'), PATH: '/bin' }))('electron')).toMatchObject({
      verdict: 'broken',
      says: expect.stringContaining('libgbm.so.1') as string,
    });
  });

  it('asks for a display on Linux only', async () => {
    expect((await check({}))('display')).toMatchObject({ verdict: 'advice' });
    expect((await check({ DISPLAY: ':7' }))('display')).toMatchObject({ verdict: 'fine', says: 'DISPLAY=:7' });
    expect((await check({}, 'darwin'))('display')).toMatchObject({ verdict: 'fine' });
  });

  it('checks the folders of the operator', async () => {
    expect((await check({}))('app_roots')).toMatchObject({ verdict: 'fine', says: folder });
    const roots = [folder, path.join(folder, 'plain')].join(path.delimiter);
    expect((await check({ STAGE_APP_ROOTS: roots }))('app_roots')).toMatchObject({ verdict: 'broken' });
    const wanted = path.join(folder, 'deep', 'pictures');
    const finding = (await check({ STAGE_SCREENSHOTS: wanted }))('screenshots');
    expect(finding).toMatchObject({ verdict: 'fine', says: wanted });
  });

  it.skipIf(process.getuid?.() === 0)('reports a folder for screenshots that cannot be written', async () => {
    chmodSync(folder, 0o555);
    expect((await check({}))('screenshots')).toMatchObject({ verdict: 'advice' });
    chmodSync(folder, 0o755);
  });
});
