import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { InjectError } from '../apps/inject-app.ts';
import { fail, StageError } from '../failing.ts';
import { createInjectedRoute } from '../sessions/injected-route.ts';
import { answering } from './answering.ts';
import { pid as processId } from './fields.ts';
import { opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

export const createInject = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_inject',
    description:
      'Starts a session with an Electron app that runs without a debugger, by opening the inspector of its main process. electron_detach leaves the app as it was.',
    input: z.strictObject({ pid: processId, timeoutMs: z.int().min(1).max(60_000).default(10_000) }),
    ...opensSession,
    errors: ['ALREADY_RUNNING', 'INJECT_FAILED', 'CDP_DISCONNECTED', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, async () => {
        const { pid, timeoutMs } = call.arguments;
        try {
          return await openSession(toolbox, call, {
            alone: false,
            start: () =>
              Promise.resolve({ transport: 'injected', route: createInjectedRoute(pid), handshakeMs: timeoutMs }),
          });
        } catch (error) {
          throw error instanceof InjectError ? injectFailed(pid, error) : error;
        }
      }),
  });

const injectFailed = (pid: number, { message, isTemporary, port }: InjectError): StageError =>
  new StageError(
    fail(
      'INJECT_FAILED',
      { pid, reason: message, ...(port !== undefined && { port }) },
      { effect: 'none', retryable: isTemporary },
    ),
  );
