import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { argumentsOf } from '../src/apps/running-process.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { packageApp } from '../src/testing/package-app.ts';
import { processesWith } from '../src/testing/processes.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const apps = path.join(import.meta.dirname, 'apps');

let place: ElectronPlace;
let stage: LinkedStage;
let folder: string;

beforeAll(async () => {
  place = await openElectronPlace();
  folder = await mkdtemp(path.join(tmpdir(), 'stage-launch-'));
});
afterEach(() => stage.close());
afterAll(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const headings = async (): Promise<string> => (await stage.call<{ snapshot: string }>('electron_snapshot')).snapshot;

describe.skipIf(lacksElectron)('a launch in development', () => {
  it('shows the window of the app over MCP, and the console of its main process', async () => {
    stage = await linkStage(place.environment, apps);
    const launched = await stage.call('electron_launch', { main: path.join(apps, 'hello') });
    expect(launched).toMatchObject({ ok: true, transport: 'electron', windows: [{ kind: 'window', title: 'Hello' }] });
    const text = await headings();
    expect(text).toContain('heading "Hello" level 1');
    expect(text).toContain('textbox "Name" = "Ada"');
    expect(text).toContain('button "Greet"');
    expect(await stage.call('electron_console_logs', { contains: 'main process is ready' })).toMatchObject({
      entries: [{ source: 'main', text: 'main process is ready' }],
    });
    expect(await stage.call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
  });

  it('says how an app ended that fails at its start', async () => {
    stage = await linkStage(place.environment, apps);
    const answer = await stage.call('electron_launch', { main: path.join(apps, 'lifecycle'), env: { MODE: 'fails' } });
    expect(answer).toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { exit_code: 3, output_tail: expect.stringContaining('cannot read settings.json') as string },
    });
  });

  it('opens a session with an app that has no window', async () => {
    stage = await linkStage(place.environment, apps);
    const given = { main: path.join(apps, 'lifecycle'), env: { MODE: 'no-window' }, readyTimeoutMs: 0 };
    const launched = await stage.call('electron_launch', given);
    expect(launched).toMatchObject({ ok: true, windows: [], renderer_ready: false });
    expect(await stage.call('electron_snapshot')).toMatchObject({
      code: 'SURFACE_CLOSED',
      error: 'The app has no window',
    });
    expect(await stage.call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
  });

  it('does not start a second app unless it is told to, even at the same time', async () => {
    stage = await linkStage(place.environment, apps);
    // The main file in place of the folder.
    const main = path.join(apps, 'hello', 'main.cjs');
    const launches = await Promise.all([
      stage.call('electron_launch', { main }),
      stage.call('electron_launch', { main }),
    ]);
    // The calls may reach the launch in either order.
    const [refused, launched] = launches.toSorted((a, b) => Number(a.ok) - Number(b.ok));
    expect(launched).toMatchObject({ ok: true, session_id: 'session-1' });
    expect(refused).toMatchObject({ code: 'ALREADY_RUNNING' });
    const three = await stage.call('electron_launch', { main });
    expect(three).toMatchObject({ code: 'ALREADY_RUNNING', details: { session_id: 'session-1' } });
    expect(three._meta.session_id).toBe('session-1');
  });

  it('ends an app that is still starting when the server closes', async () => {
    stage = await linkStage(place.environment, apps);
    const launching = stage.call('electron_launch', { main: path.join(apps, 'hello') }).catch(() => undefined);
    await stage.call('electron_status');
    await stage.close();
    expect(await launching).not.toMatchObject({ ok: true });
  });
});

describe.skipIf(lacksElectron)("the project's own Electron", () => {
  /** A copy of an app with Electron installed as npm installs it. */
  const createProject = async (app: string, packages: readonly string[]): Promise<string> => {
    const project = await mkdtemp(path.join(folder, `${app}-`));
    await cp(path.join(apps, app), project, { recursive: true });
    await mkdir(path.join(project, 'node_modules'));
    for (const one of packages)
      await symlink(path.join(root, one), path.join(project, 'node_modules', path.basename(one)), 'dir');
    return project;
  };
  const environment = () => {
    const { STAGE_ELECTRON: _, ...others } = place.environment;
    return others;
  };

  it('is used if the operator names none', async () => {
    const project = await createProject('hello', []);
    const installed = path.join(project, 'node_modules', 'electron');
    await mkdir(installed);
    await writeFile(path.join(installed, 'package.json'), '{"name":"electron"}');
    await writeFile(path.join(installed, 'path.txt'), 'electron');
    await symlink(path.dirname(place.program), path.join(installed, 'dist'), 'dir');
    const roots = { STAGE_APP_ROOTS: [project, path.dirname(place.program)].join(path.delimiter) };
    stage = await linkStage({ ...environment(), ...roots }, project);
    const own = { main: project, runtime: 'project' };
    expect(await stage.call('electron_launch', own)).toMatchObject({
      transport: 'electron',
      runtime_source: 'project',
    });
    await stage.close();
    stage = await linkStage(environment(), project);
    expect(await stage.call('electron_launch', { main: project })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  const main = path.join(apps, 'hello');
  it.each([
    ['the operator names another one', { main }],
    ['the call names a program', { main, executablePath: path.join(main, 'main.cjs') }],
    ['there is no project', { executablePath: path.join(main, 'main.cjs') }],
  ])('cannot be asked for if %s', async (_, given) => {
    stage = await linkStage(place.environment, apps);
    expect(await stage.call('electron_launch', { ...given, runtime: 'project' })).toMatchObject({
      code: 'BAD_ARGUMENT',
      details: { argument: 'runtime' },
    });
  });

  it('is started by the script of the project after its dev server, and followed when it restarts', async () => {
    const project = await createProject('vite-dev', ['tests/stage/node_modules/electron', 'node_modules/vite']);
    const override = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(place.program) };
    stage = await linkStage({ ...environment(), ...override }, project);
    const launched = await stage.call('electron_launch', { main: project, script: 'dev' });
    expect(launched).toMatchObject({ ok: true, transport: 'electron', windows: [{ title: 'Vite' }] });
    expect(await headings()).toContain('heading "Served by Vite in development"');
    // The dev server restarts an app that has crashed.
    const helpers = await processesWith('--type=');
    const processes = await processesWith(`--user-data-dir=${place.folder}`);
    for (const pid of processes.filter((one) => !helpers.includes(one))) process.kill(pid, 'SIGKILL');
    expect(await headings()).toContain('heading "Served by Vite in development"');
    expect(await stage.call('electron_surfaces_list')).toMatchObject({ active_surface_id: 's2' });
    expect(await stage.call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
    expect(await stage.call('electron_launch', { main: project, script: 'serve' })).toMatchObject({
      code: 'BAD_ARGUMENT',
      details: { argument: 'script', reason: expect.stringContaining('dev') as string },
    });
  });

  it('is refused before its launch if it was not downloaded', async () => {
    const project = await createProject('hello', ['tests/stage/node_modules/electron']);
    stage = await linkStage(environment(), project);
    expect(await stage.call('electron_launch', { main: project })).toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { reason: expect.stringContaining('not downloaded') as string },
    });
  });
});

describe.skipIf(lacksElectron)('a packaged app whose fuses forbid a debugger of the main process', () => {
  it('is launched by its executable, and refused for development and injection', async () => {
    const packaged = path.join(folder, 'packaged');
    const program = await packageApp(place.program, path.join(apps, 'hello'), { folder: packaged, name: 'shop' });
    await flipFuses(program, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: false });
    const environment = { ...place.environment, STAGE_ELECTRON: program };
    stage = await linkStage({ ...environment, STAGE_APP_ROOTS: [packaged, apps].join(path.delimiter) }, packaged);
    expect(await stage.call('electron_launch', { main: path.join(apps, 'hello') })).toMatchObject({
      code: 'FUSES_BLOCK_LAUNCH',
      details: { fuse: 'EnableNodeCliInspectArguments', path: program },
      recourse: { effect: 'none' },
    });
    const launched = await stage.call<{ pid: number }>('electron_launch', { executablePath: program });
    expect(launched).toMatchObject({ ok: true, transport: 'packaged' });
    expect(await headings()).toContain('heading "Hello"');
    expect(await argumentsOf(launched.pid)).toContain('--password-store=basic');
    expect(await stage.call('electron_inject', { pid: launched.pid })).toMatchObject({
      code: 'INJECT_FAILED',
      retryable: false,
      details: { reason: 'the app was built with the fuse EnableNodeCliInspectArguments turned off' },
    });
    await stage.call('electron_stop');
    const own = { executablePath: program, credentialStore: 'system' };
    const again = await stage.call<{ pid: number }>('electron_launch', own);
    expect(await argumentsOf(again.pid)).not.toContain('--password-store=basic');
  });
});
