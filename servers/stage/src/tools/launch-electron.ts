import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkArguments, checkVariables } from '../apps/app-arguments.ts';
import { resolveAppBundle } from '../apps/app-bundle.ts';
import { confine } from '../apps/confine.ts';
import { startElectron } from '../apps/electron.ts';
import { findBlockingFuse, readFuses } from '../apps/fuses.ts';
import { findProjectElectron, folderOf } from '../apps/project-electron.ts';
import { startProjectScript } from '../apps/project-script.ts';
import type { RunningApp } from '../apps/running-app.ts';
import { fail, StageError } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { Toolbox } from './toolbox.ts';

const file = z.string().min(1).max(4096);

/** The input of a launch. */
export const launchInput = z.strictObject({
  main: file.optional().describe('Absolute path of a project or its main file.'),
  executablePath: file
    .optional()
    .describe('Absolute path of a packaged app or, with main, of the Electron executable to use.'),
  runtime: z.literal('project').optional().describe("Use only the project's own Electron."),
  script: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,64}$/u, 'must be 1 to 64 letters, digits or characters of _.:-')
    .optional()
    .describe("Script in package.json that starts Electron, such as 'dev'. Requires main."),
  args: z.array(z.string().max(1000)).max(50).default([]),
  env: z.record(z.string(), z.string().max(10_000)).default({}),
  cwd: file.optional(),
  timeoutMs: z.int().min(1).max(60_000).default(30_000),
  readyTimeoutMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(5000)
    .describe('The maximum time to wait for the first page to load.'),
  credentialStore: z
    .enum(['testing', 'system'])
    .default('testing')
    .describe("Password store for packaged apps: 'testing' keeps them away from the system's."),
  instrumentNative: z
    .boolean()
    .optional()
    .describe('Give access to the main process; by default, only in development.'),
  allowMultiple: z.boolean().default(false),
});
export type LaunchArguments = z.output<typeof launchInput>;

/** An app that was started, and how. */
export interface Launched {
  readonly app: RunningApp;
  readonly mode: 'development' | 'packaged';
  /** The choice of the Electron: by the operator, the project or the call. */
  readonly source: 'default' | 'project' | 'explicit';
}

/** Switches that keep a packaged app away from the passwords of the person at the machine. */
const testingStore = process.platform === 'darwin' ? ['--use-mock-keychain'] : ['--password-store=basic'];

/** Rejects arguments that contradict each other, or weaken the app. */
export const checkLaunch = ({ main, executablePath, runtime, script, args, env }: LaunchArguments): void => {
  if (main === undefined && executablePath === undefined)
    throw new BadArgumentError('main', 'main or executablePath is required');
  if (main === undefined && script !== undefined) throw new BadArgumentError('script', 'it requires main');
  if (main === undefined && runtime !== undefined) throw new BadArgumentError('runtime', 'it requires main');
  if (executablePath !== undefined && runtime !== undefined)
    throw new BadArgumentError('runtime', 'it cannot be combined with executablePath');
  checkArguments(args);
  checkVariables(env);
};

/** Starts the app of a launch. */
export const launchElectron = async (
  given: LaunchArguments,
  { settings, environment }: Toolbox,
  signal: AbortSignal,
): Promise<Launched> => {
  const { main, executablePath, script, instrumentNative, credentialStore } = given;
  const { appRoots, electronArguments } = settings;
  const folder = given.cwd === undefined ? undefined : await confine(given.cwd, 'cwd', appRoots);
  const options = {
    arguments: given.args,
    environment: given.env,
    serverEnvironment: environment,
    timeoutMs: given.timeoutMs,
  };
  const explicit =
    executablePath === undefined
      ? undefined
      : await resolveAppBundle(await confine(executablePath, 'executablePath', appRoots));
  if (main === undefined) {
    const program = explicit ?? '';
    const inspector = instrumentNative === true ? { hasDialogs: true } : undefined;
    const fuse = inspector && (await readFuses(program))?.inspect;
    if (fuse !== undefined) throw blocked(fuse, program);
    const operatorArguments = [...electronArguments, ...(credentialStore === 'testing' ? testingStore : [])];
    const place = { main, program, cwd: folder ?? path.dirname(program), inspector, operatorArguments };
    return { app: await startElectron({ ...options, ...place }, signal), mode: 'packaged', source: 'explicit' };
  }
  const realMain = await confine(main, 'main', appRoots);
  const project = await folderOf(realMain);
  if (script !== undefined) await checkScript(project, script);
  const source = explicit !== undefined ? 'explicit' : settings.electron === undefined ? 'project' : 'default';
  if (given.runtime === 'project' && source === 'default')
    throw new BadArgumentError('runtime', 'it is not available: the operator has set STAGE_ELECTRON');
  const program = explicit ?? settings.electron ?? (await projectElectron(realMain, { settings, environment }));
  const fuse = await findBlockingFuse(program);
  if (fuse !== undefined) throw blocked(fuse, program);
  const place = {
    program,
    cwd: folder ?? project,
    inspector: { hasDialogs: instrumentNative !== false },
    operatorArguments: electronArguments,
  };
  const app = await (script === undefined
    ? startElectron({ ...options, ...place, main: realMain }, signal)
    : startProjectScript({ ...options, ...place, script }, signal));
  return { app, mode: 'development', source };
};

const projectElectron = async (
  main: string,
  { settings, environment }: Pick<Toolbox, 'settings' | 'environment'>,
): Promise<string> => {
  const found = await findProjectElectron(main, environment);
  if (!('program' in found)) throw noElectron(main, found.reason);
  // The operator names the folder of the distribution; without that it is part of the project.
  if (environment['ELECTRON_OVERRIDE_DIST_PATH']) return found.program;
  return confine(found.program, 'main', settings.appRoots).catch((error: unknown) => {
    if (!(error instanceof StageError)) throw error;
    // Package managers put the packages of a workspace above its projects.
    const advice = 'the operator must add its folder to STAGE_APP_ROOTS, or set STAGE_ELECTRON';
    throw new BadArgumentError('main', `its Electron, ${found.program}, is outside the allowed folders; ${advice}`);
  });
};

/** Throws BAD_ARGUMENT if the project has no such script. */
const checkScript = async (project: string, script: string): Promise<void> => {
  const text = await readFile(path.join(project, 'package.json'), 'utf8').catch(() => '{}');
  const names = Object.keys((parse(text) as { scripts?: object }).scripts ?? {});
  if (names.includes(script)) return;
  const known = names.slice(0, 20).join(', ') || 'none';
  throw new BadArgumentError('script', `the project has no script '${script}'; its scripts are: ${known}`);
};

const parse = (text: string): object => {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
};

const blocked = (fuse: string, program: string): StageError =>
  new StageError(fail('FUSES_BLOCK_LAUNCH', { fuse, path: program }, { effect: 'none' }));

const noElectron = (main: string, reason: 'not installed' | 'not downloaded'): StageError => {
  const advice = reason === 'not installed' ? 'install it in the project' : 'run `npx install-electron` in the project';
  const details = { reason: `the project's Electron is ${reason}: ${advice}, or set STAGE_ELECTRON`, path: main };
  return new StageError(fail('LAUNCH_FAILED', details, { effect: 'none' }));
};
