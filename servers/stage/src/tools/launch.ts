import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkArguments, checkVariables } from '../apps/app-arguments.ts';
import { resolveAppBundle } from '../apps/app-bundle.ts';
import { confine } from '../apps/confine.ts';
import { startElectron } from '../apps/electron.ts';
import { findBlockingFuse } from '../apps/fuses.ts';
import { findProjectElectron, folderOf } from '../apps/project-electron.ts';
import { startProjectScript } from '../apps/project-script.ts';
import { fail, StageError } from '../failing.ts';
import { answering } from './answering.ts';
import { opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

const longestPath = 4096;
const file = z.string().min(1).max(longestPath);

export const createLaunch = (toolbox: Toolbox): Tool => {
  const { settings, environment } = toolbox;

  /** The Electron of a project in development, if it allows such a launch. */
  const electronOf = async (main: string): Promise<string> => {
    const program = settings.electron ?? (await confinedElectron(main));
    const fuse = await findBlockingFuse(program);
    if (fuse === undefined) return program;
    throw new StageError(fail('FUSES_BLOCK_LAUNCH', { fuse, path: program }, { effect: 'none' }));
  };

  const confinedElectron = async (main: string): Promise<string> => {
    const found = await findProjectElectron(main, environment);
    if (!('program' in found)) throw noElectron(main, found.reason);
    // The operator names the folder of the distribution; without that it is part of the project.
    if (environment['ELECTRON_OVERRIDE_DIST_PATH']) return found.program;
    return confine(found.program, 'main', settings.appRoots);
  };

  return defineTool({
    name: 'electron_launch',
    description:
      "Starts an Electron app and a session with it: a project in development by its folder or main file, with the project's own Electron, or a packaged app by its executable.",
    input: z.strictObject({
      main: file.optional().describe('Absolute path of the project folder or its main file.'),
      executablePath: file.optional().describe('Absolute path of a packaged app.'),
      script: z
        .string()
        .regex(/^[A-Za-z0-9_.:-]{1,64}$/u, 'must be the name of a script')
        .optional()
        .describe("Script of the project's package.json that starts Electron, such as 'dev'. Needs main."),
      args: z.array(z.string().max(1000)).max(50).default([]),
      env: z.record(z.string(), z.string().max(10_000)).default({}),
      cwd: file.optional(),
      timeoutMs: z.int().min(1).max(60_000).default(30_000),
      allowMultiple: z.boolean().default(false).describe('Start this app although another one is running.'),
    }),
    ...opensSession,
    errors: [
      'ALREADY_RUNNING',
      'BAD_ARGUMENT',
      'ABSOLUTE_PATH_REQUIRED',
      'FILE_NOT_FOUND',
      'FUSES_BLOCK_LAUNCH',
      'LAUNCH_FAILED',
      'LAUNCH_TIMEOUT',
      'CDP_TIMEOUT',
      'CDP_DISCONNECTED',
    ],
    run: (call) =>
      answering(call, () => {
        const { main, executablePath, script, args, env, cwd, timeoutMs, allowMultiple } = call.arguments;
        if ((main === undefined) === (executablePath === undefined))
          throw badArgument('main', 'name either main or executablePath');
        if (script !== undefined && main === undefined) throw badArgument('script', 'it needs main');
        checkArguments(args);
        checkVariables(env);
        const start = async (signal: AbortSignal) => {
          const folder = cwd === undefined ? undefined : await confine(cwd, 'cwd', settings.appRoots);
          const given = {
            arguments: args,
            operatorArguments: settings.electronArguments,
            environment: env,
            serverEnvironment: environment,
            timeoutMs,
          };
          if (main === undefined) {
            const confined = await confine(executablePath ?? '', 'executablePath', settings.appRoots);
            const program = await resolveAppBundle(confined);
            const place = { main: undefined, program, cwd: folder ?? path.dirname(program) };
            const app = await startElectron({ ...given, ...place }, signal);
            return { transport: 'packaged', devtools: app.devtools, app } as const;
          }
          const realMain = await confine(main, 'main', settings.appRoots);
          const project = await folderOf(realMain);
          if (script !== undefined) await checkScript(project, script);
          const place = { program: await electronOf(realMain), cwd: folder ?? project };
          const app = await (script === undefined
            ? startElectron({ ...given, ...place, main: realMain }, signal)
            : startProjectScript({ ...given, ...place, script }, signal));
          return { transport: 'electron', devtools: app.devtools, app } as const;
        };
        return openSession(toolbox, call, { alone: !allowMultiple, start });
      }),
  });
};

/** Throws BAD_ARGUMENT if the project has no such script. */
const checkScript = async (project: string, script: string): Promise<void> => {
  const text = await readFile(path.join(project, 'package.json'), 'utf8').catch(() => '{}');
  const names = Object.keys((parse(text) as { scripts?: object }).scripts ?? {});
  if (names.includes(script)) return;
  throw badArgument(
    'script',
    `the project has no script '${script}', only: ${names.slice(0, 20).join(', ') || 'none'}`,
  );
};

const parse = (text: string): object => {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
};

const noElectron = (main: string, reason: 'not installed' | 'not downloaded'): StageError => {
  const advice = reason === 'not installed' ? 'install it in the project' : 'run `npx install-electron` in the project';
  const details = { reason: `the Electron of the project is ${reason}: ${advice}, or set STAGE_ELECTRON`, path: main };
  return new StageError(fail('LAUNCH_FAILED', details, { effect: 'none' }));
};

const badArgument = (argument: string, reason: string): StageError =>
  new StageError(fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' }));
