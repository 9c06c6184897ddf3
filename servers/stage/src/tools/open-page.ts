import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { startChromium } from '../apps/chromium.ts';
import { findChromium } from '../apps/find-program.ts';
import { fail, StageError } from '../failing.ts';
import { answering } from './answering.ts';
import { opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

const longestUrl = 2000;

export const createOpenPage = (toolbox: Toolbox): Tool => {
  const { settings, environment } = toolbox;
  return defineTool({
    name: 'electron_open_page',
    description: 'Opens a web page in a new Chromium and starts a session with it.',
    input: z.strictObject({
      url: z
        .string()
        .max(longestUrl)
        .regex(/^https?:\/\//u, 'must be an http or https address'),
      timeoutMs: z.int().min(1).max(60_000).default(30_000),
    }),
    ...opensSession,
    errors: ['ALREADY_RUNNING', 'LAUNCH_FAILED', 'LAUNCH_TIMEOUT', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const { url, timeoutMs } = call.arguments;
        const program = await findChromium(environment);
        if (program === undefined)
          throw new StageError(fail('LAUNCH_FAILED', { reason: 'Chromium is not installed' }, { effect: 'none' }));
        const { chromiumArguments, isHeadless } = settings;
        return openSession(toolbox, call, {
          alone: false,
          start: async (signal) => {
            const app = await startChromium(
              { program, url, isHeadless, arguments: chromiumArguments, serverEnvironment: environment, timeoutMs },
              signal,
            );
            return { transport: 'page', devtools: app.devtools, app };
          },
        });
      }),
  });
};
