import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { createPortRoute } from '../sessions/port-route.ts';
import { answering } from './answering.ts';
import { checkLaunch, launchElectron, launchInput } from './launch-electron.ts';
import type { Launched } from './launch-electron.ts';
import { handshakeWithin, opensSession, openSession } from './open-session.ts';
import { sessionOutput } from './session-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createLaunch = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_launch',
    description: 'Starts an Electron app, either a project in development or a packaged app, and a session with it.',
    input: launchInput,
    ...opensSession,
    output: sessionOutput.extend({
      runtime_source: z.enum(['default', 'project', 'explicit']),
      launch_mode: z.enum(['development', 'packaged']),
    }),
    errors: [
      'ALREADY_RUNNING',
      'BAD_ARGUMENT',
      'ABSOLUTE_PATH_REQUIRED',
      'FILE_NOT_FOUND',
      'FUSES_BLOCK_LAUNCH',
      'SINGLE_INSTANCE_LOCK',
      'LAUNCH_FAILED',
      'LAUNCH_TIMEOUT',
      'CDP_TIMEOUT',
      'CDP_DISCONNECTED',
    ],
    run: (call) =>
      answering(call, async () => {
        const { allowMultiple, readyTimeoutMs: readyMs, timeoutMs } = call.arguments;
        const handshakeMs = handshakeWithin(timeoutMs);
        checkLaunch(call.arguments);
        let launched: Launched | undefined;
        const start = async (signal: AbortSignal) => {
          launched = await launchElectron(call.arguments, toolbox, signal);
          const { app, mode } = launched;
          const transport = mode === 'packaged' ? 'packaged' : 'electron';
          return { transport, route: createPortRoute(app.devtools, app), app, readyMs, handshakeMs } as const;
        };
        const opened = await openSession(toolbox, call, { alone: !allowMultiple, start });
        const { mode = 'packaged', source = 'explicit' } = launched ?? {};
        return { ...opened, runtime_source: source, launch_mode: mode };
      }),
  });
