import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { startChromium } from '../apps/chromium.ts';
import { findChromium } from '../apps/find-program.ts';
import { fail, StageError } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { loadPage } from '../sessions/load-page.ts';
import { createPortRoute } from '../sessions/port-route.ts';
import type { Surface } from '../surface.ts';
import { answering } from './answering.ts';
import { handshakeWithin, opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

const longestUrl = 2000;

export const createOpenPage = (toolbox: Toolbox): Tool => {
  const { settings, environment } = toolbox;
  return defineTool({
    name: 'electron_open_page',
    description: 'Opens a web page in a new Chromium process and starts a session with it.',
    input: z.strictObject({
      url: z
        .string()
        .max(longestUrl)
        .regex(/^https?:\/\//u, 'must be an http or https URL'),
      timeoutMs: z.int().min(1).max(60_000).default(30_000),
    }),
    ...opensSession,
    errors: ['ALREADY_RUNNING', 'BAD_ARGUMENT', 'LAUNCH_FAILED', 'LAUNCH_TIMEOUT', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const { timeoutMs } = call.arguments;
        if (!URL.canParse(call.arguments.url))
          throw new BadArgumentError('url', 'must be a URL with a host, such as http://localhost:3000/');
        // The address as it was checked, without the tabs and spaces that a browser drops.
        const url = new URL(call.arguments.url).href;
        const program = await findChromium(environment);
        if (program === undefined)
          throw new StageError(fail('LAUNCH_FAILED', { reason: 'Chromium is not installed' }, { effect: 'none' }));
        const { chromiumArguments, isHeadless } = settings;
        const endsAt = performance.now() + timeoutMs;
        return openSession(toolbox, call, {
          alone: false,
          start: async (signal) => {
            const app = await startChromium(
              { program, isHeadless, arguments: chromiumArguments, serverEnvironment: environment, timeoutMs },
              signal,
            );
            const route = createPortRoute(app.devtools, app);
            const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
            const firstPage = {
              timeoutMs: leftMs,
              load: (surface: Surface | undefined, either: AbortSignal) =>
                loadPage(surface, { url, timeoutMs: leftMs, signal: either }),
            };
            return { transport: 'page', route, app, firstPage, handshakeMs: handshakeWithin(timeoutMs) };
          },
        });
      }),
  });
};
