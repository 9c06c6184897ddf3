import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { startChromium } from '../apps/chromium.ts';
import { findChromium } from '../apps/find-program.ts';
import { fail, StageError } from '../failing.ts';
import { AppSession } from '../sessions/app-session.ts';
import { answering } from './answering.ts';
import { describeSession, sessionOutput } from './session-output.ts';
import type { Toolbox } from './toolbox.ts';

const longestUrl = 2000;

export const createOpenPage = ({ sessions, settings, environment }: Toolbox): Tool =>
  defineTool({
    name: 'electron_open_page',
    description: 'Opens a web page in a new Chromium and starts a session with it.',
    input: z.strictObject({
      url: z
        .string()
        .max(longestUrl)
        .regex(/^https?:\/\//u, 'must be an http or https address'),
      timeoutMs: z.int().min(1).max(60_000).default(30_000),
    }),
    output: sessionOutput,
    operation: 'command',
    danger: 'reversible',
    codes: stageCodes,
    errors: ['LAUNCH_FAILED', 'LAUNCH_TIMEOUT', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const { url, timeoutMs } = call.arguments;
        const program = await findChromium(environment);
        if (program === undefined)
          throw new StageError(fail('LAUNCH_FAILED', { reason: 'Chromium is not installed' }, { effect: 'none' }));
        const { chromiumArguments, isHeadless } = settings;
        const app = await startChromium(
          { program, url, isHeadless, arguments: chromiumArguments, serverEnvironment: environment, timeoutMs },
          call.signal,
        );
        const id = sessions.nextId();
        const session = await AppSession.open({ id, transport: 'page', devtools: app.devtools, app }, call.signal);
        sessions.add(session);
        return describeSession(session);
      }),
  });
