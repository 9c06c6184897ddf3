import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { findDebugger, findDebuggerOf } from '../apps/discover.ts';
import { fail, StageError } from '../failing.ts';
import { answering } from './answering.ts';
import { opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

export const createAttach = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_attach',
    description:
      'Starts a session with an app on this machine that runs already and listens for a debugger: by its port, or by the id of its main process.',
    input: z.strictObject({
      port: z.int().min(1).max(65_535).optional(),
      pid: z.int().min(1).max(4_194_304).optional(),
      timeoutMs: z.int().min(1).max(60_000).default(10_000),
    }),
    ...opensSession,
    errors: ['ALREADY_RUNNING', 'BAD_ARGUMENT', 'CDP_DISCONNECTED', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, () => {
        const { port, pid, timeoutMs } = call.arguments;
        const place = placeOf(port, pid);
        const start = async () => {
          const found = await ('port' in place
            ? findDebugger(place.port, timeoutMs)
            : findDebuggerOf(place.pid, timeoutMs));
          if (!found) throw noDebugger(place);
          return { transport: 'attached', devtools: found.devtools, handshakeMs: timeoutMs } as const;
        };
        return openSession(toolbox, call, { alone: false, start });
      }),
  });

type Place = { readonly port: number } | { readonly pid: number };

const placeOf = (port: number | undefined, pid: number | undefined): Place => {
  if (port !== undefined && pid === undefined) return { port };
  if (pid !== undefined && port === undefined) return { pid };
  const details = { argument: 'port', reason: 'name either port or pid' };
  throw new StageError(fail('BAD_ARGUMENT', details, { effect: 'none' }));
};

const noDebugger = (place: Place): StageError => {
  const reason =
    'port' in place
      ? `no debugger listens on port ${place.port}`
      : `process ${place.pid} does not exist or does not listen for a debugger; start the app with --remote-debugging-port=0`;
  return new StageError(fail('CDP_DISCONNECTED', { reason }, { effect: 'none', retryable: false }));
};
