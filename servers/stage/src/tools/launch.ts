import path from 'node:path';
import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkArguments, checkVariables } from '../apps/app-arguments.ts';
import { confine } from '../apps/confine.ts';
import { findProjectElectron, startElectron } from '../apps/electron.ts';
import { fail, StageError } from '../failing.ts';
import { AppSession } from '../sessions/app-session.ts';
import { answering } from './answering.ts';
import { describeSession, sessionOutput } from './session-output.ts';
import type { Toolbox } from './toolbox.ts';

const longestPath = 4096;

/** How long a launch waits for the first window to load its page. */
const loadMs = 5000;

const file = z.string().min(1).max(longestPath);

export const createLaunch = ({ sessions, settings, environment }: Toolbox): Tool =>
  defineTool({
    name: 'electron_launch',
    description:
      "Starts an Electron app and a session with it: a project in development by its folder or main file, with the project's own Electron, or a packaged app by its executable.",
    input: z.strictObject({
      main: file.optional().describe('Absolute path of the project folder or its main file.'),
      executablePath: file.optional().describe('Absolute path of a packaged app.'),
      args: z.array(z.string().max(1000)).max(50).default([]),
      env: z.record(z.string(), z.string().max(10_000)).default({}),
      cwd: file.optional(),
      timeoutMs: z.int().min(1).max(60_000).default(30_000),
      allowMultiple: z.boolean().default(false).describe('Start this app although another one is running.'),
    }),
    output: sessionOutput,
    operation: 'command',
    danger: 'reversible',
    codes: stageCodes,
    errors: [
      'ALREADY_RUNNING',
      'BAD_ARGUMENT',
      'ABSOLUTE_PATH_REQUIRED',
      'FILE_NOT_FOUND',
      'LAUNCH_FAILED',
      'LAUNCH_TIMEOUT',
      'CDP_TIMEOUT',
      'CDP_DISCONNECTED',
    ],
    run: (call) =>
      answering(call, async () => {
        const { main, executablePath, args, env, cwd, timeoutMs, allowMultiple } = call.arguments;
        const [running] = sessions.live();
        if (running && !allowMultiple) throw alreadyRunning(running.id, running.pid);
        if ((main === undefined) === (executablePath === undefined))
          throw badArgument('main', 'name either main or executablePath');
        checkArguments(args);
        checkVariables(env);
        const realMain = main === undefined ? undefined : await confine(main, 'main', settings.appRoots);
        const program =
          executablePath === undefined
            ? await electronOf(realMain ?? '', settings.electron)
            : await confine(executablePath, 'executablePath', settings.appRoots);
        const folder = cwd === undefined ? undefined : await confine(cwd, 'cwd', settings.appRoots);
        const app = await startElectron(
          {
            main: realMain,
            program,
            arguments: args,
            operatorArguments: settings.electronArguments,
            environment: env,
            serverEnvironment: environment,
            cwd: folder ?? realMain ?? path.dirname(program),
            timeoutMs,
          },
          call.signal,
        );
        const transport = realMain === undefined ? 'packaged' : 'electron';
        const options = { id: sessions.nextId(), transport, devtools: app.devtools, app, loadMs } as const;
        const session = await AppSession.open(options, call.signal);
        sessions.add(session);
        return describeSession(session);
      }),
  });

const electronOf = async (main: string, given: string | undefined): Promise<string> => {
  const program = given ?? (await findProjectElectron(main));
  if (program !== undefined) return program;
  const reason = 'the project has no Electron: install it in the project, or set STAGE_ELECTRON';
  throw new StageError(fail('LAUNCH_FAILED', { reason, path: main }, { effect: 'none' }));
};

const badArgument = (argument: string, reason: string): StageError =>
  new StageError(fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' }));

const alreadyRunning = (session_id: string, pid: number | undefined): StageError =>
  new StageError(fail('ALREADY_RUNNING', { session_id, ...(pid !== undefined && { pid }) }, { effect: 'none' }));
