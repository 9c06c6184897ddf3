import { constants } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { isRunning } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');
const main = path.join(apps, 'native');

let place: ElectronPlace;
let stage: LinkedStage;
let folder: string;

beforeAll(async () => {
  place = await openElectronPlace();
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stage-native-')));
  await writeFile(path.join(folder, 'one.txt'), 'one');
  await writeFile(path.join(folder, 'two.txt'), 'two');
  const roots = [apps, folder].join(path.delimiter);
  stage = await linkStage({ ...place.environment, STAGE_APP_ROOTS: roots }, apps);
});
afterAll(async () => {
  await stage.close();
  await place.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const click = (name: string) => stage.call('electron_click', { by: { role: 'button', name } });
const result = async () => (await stage.call<{ text: string }>('electron_get_text', { selector: '#result' })).text;
const set = (args: Parameters<LinkedStage['call']>[1]) => stage.call('electron_dialog_handler', args);

describe.skipIf(lacksElectron)('native dialogs of an app in development', () => {
  it('are dismissed from its first line on', async () => {
    const launched = await stage.call('electron_launch', { main, env: { ASK: '1' } });
    expect(launched).toMatchObject({
      renderer_ready: true,
      runtime_source: 'default',
      launch_mode: 'development',
      capabilities: { main_process: true, native_dialogs: true, force_kill: true, detach: false },
    });
    expect(await stage.call('electron_console_logs', { match: '^asked \\d' })).toMatchObject({
      entries: [{ text: 'asked 1' }],
    });
    expect(await set({})).toMatchObject({
      entries: [{ type: 'showMessageBox', message: 'Now?', buttons: ['Yes', 'Later'], button: 'Later' }],
    });
  });

  it.each([
    ['showOpenDialog', '{"canceled":true,"filePaths":[]}'],
    ['showOpenDialogSync', 'null'],
    ['showSaveDialog', '{"canceled":true,"filePath":""}'],
    ['showSaveDialogSync', '""'],
    ['showMessageBox', '{"response":1,"checkboxChecked":false}'],
    ['showMessageBoxSync', '1'],
    ['showErrorBox', 'nothing'],
  ])('are dismissed by default: %s', async (name, answer) => {
    const type = name.replace('Sync', '');
    expect(await click(name)).toMatchObject({ dialogs: [{ type, action: 'dismiss' }] });
    expect(await result()).toBe(answer);
  });

  it('choose the files of the policy, within the folders of the operator', async () => {
    const paths = [path.join(folder, 'one.txt'), path.join(folder, 'two.txt')];
    expect(await set({ perType: { showOpenDialog: 'accept' }, paths })).toMatchObject({ policy: { paths } });
    await click('showOpenDialog');
    expect(await result()).toBe(JSON.stringify({ canceled: false, filePaths: paths }));
    await click('showSaveDialog');
    expect(await result()).toContain('"canceled":true');
    const target = path.join(folder, 'new.txt');
    await set({ perType: { showSaveDialog: 'accept' }, paths: [target] });
    await click('showSaveDialogSync');
    expect(await result()).toBe(JSON.stringify(target));
    await symlink('/etc', path.join(folder, 'link'));
    const open = { perType: { showOpenDialog: 'accept' } } as const;
    const save = { perType: { showSaveDialog: 'accept' } } as const;
    expect(await set({ ...open, paths: ['/etc/hosts'] })).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect(await set({ ...save, paths: [path.join(folder, 'link', 'new')] })).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect(await set({ ...open, paths: [target] })).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await set({ ...open, paths: ['one.txt'] })).toMatchObject({ code: 'ABSOLUTE_PATH_REQUIRED' });
    expect(await set(open)).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'paths' } });
    expect(await set({ oneShot: true })).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'oneShot' } });
    expect(await set({ type: 'nothing' })).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'type' } });
  });

  it('press the button of the policy, once if it is for one dialog only', async () => {
    await set({ perType: { showMessageBox: 'accept' }, button: 'delete', oneShot: true });
    expect(await click('showMessageBox')).toMatchObject({ dialogs: [{ action: 'accept' }] });
    expect(await result()).toContain('"response":0');
    await click('showMessageBox');
    expect(await result()).toContain('"response":1');
    await set({ action: 'accept', button: 'No such button' });
    expect(await click('showMessageBox')).toMatchObject({ dialogs: [{ action: 'dismiss' }] });
    expect(await set({ type: 'showMessageBox', limit: 1, clear: true })).toMatchObject({
      entries: [{ button: 'Keep' }],
    });
    expect(await set({ action: 'dismiss' })).toMatchObject({ entries: [], policy: { action: 'dismiss' } });
  });

  it('are told from those of pages, which follow their own policy', async () => {
    await set({ perType: { confirm: 'accept', showMessageBox: 'dismiss' } });
    expect(await click('Confirm')).toMatchObject({ dialogs: [{ type: 'confirm', action: 'accept' }] });
    expect(await result()).toBe('true');
    await set({ action: 'dismiss' });
    await stage.call('electron_stop');
  });
});

describe.skipIf(lacksElectron)('native dialogs of a packaged app', () => {
  /** A copy of the app as it is installed. */
  const createPackage = async (): Promise<string> => {
    const dist = path.dirname(place.program);
    const packaged = path.join(folder, 'packaged');
    await mkdir(path.join(packaged, 'resources'), { recursive: true });
    const program = path.join(packaged, 'shop');
    await copyFile(place.program, program, constants.COPYFILE_FICLONE);
    for (const name of await readdir(dist))
      if (name !== 'electron' && name !== 'resources') await symlink(path.join(dist, name), path.join(packaged, name));
    await cp(main, path.join(packaged, 'resources', 'app'), { recursive: true });
    return program;
  };

  it('are answered with instrumentNative, and end in a code without it', async () => {
    const executablePath = await createPackage();
    const instrumented = await stage.call('electron_launch', { executablePath, instrumentNative: true });
    expect(instrumented).toMatchObject({ launch_mode: 'packaged', capabilities: { native_dialogs: true } });
    expect(await click('showMessageBoxSync')).toMatchObject({ dialogs: [{ type: 'showMessageBox' }] });
    await stage.call('electron_stop');
    const plain = await stage.call<{ pid: number }>('electron_launch', { executablePath });
    expect(plain).toMatchObject({ capabilities: { main_process: false, native_dialogs: false } });
    expect(await set({ perType: { showMessageBox: 'accept' } })).toMatchObject({ code: 'TRANSPORT_UNSUPPORTED' });
    const blocked = await stage.call('electron_click', { by: { role: 'button', name: 'showMessageBoxSync' } });
    const codes = ['RENDERER_HUNG', 'CDP_TIMEOUT'];
    expect(codes).toContain(blocked['code'] ?? (await stage.call('electron_snapshot'))['code']);
    expect(await stage.call('electron_stop', { timeoutMs: 500 })).toMatchObject({ stopped: true });
    expect(isRunning(plain.pid)).toBe(false);
  });
});
