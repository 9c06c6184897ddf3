import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { findDebugger, findDebuggerOf } from '../apps/discover.ts';
import { fail, StageError } from '../failing.ts';
import { createPortRoute } from '../sessions/port-route.ts';
import { answering } from './answering.ts';
import { addressOf, loopback, pid as processId } from './fields.ts';
import { opensSession, openSession } from './open-session.ts';
import type { Toolbox } from './toolbox.ts';

export const createAttach = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_attach',
    description:
      'Starts a session with an app that is already running on this machine with an open debugging port. Requires exactly one of port, cdpUrl and pid.',
    input: z.strictObject({
      port: z.int().min(1).max(65_535).optional(),
      host: loopback,
      cdpUrl: z
        .string()
        .max(500)
        .regex(
          /^ws:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/\S*$/u,
          'must be a ws:// URL with a port of this machine',
        )
        .optional(),
      pid: processId.optional(),
      timeoutMs: z.int().min(1).max(60_000).default(10_000),
    }),
    ...opensSession,
    errors: ['ALREADY_RUNNING', 'BAD_ARGUMENT', 'CDP_DISCONNECTED', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, () => {
        const { timeoutMs } = call.arguments;
        const place = placeOf(call.arguments);
        const start = async () => {
          const route = createPortRoute(await addressAt(place, timeoutMs));
          return { transport: 'attached', route, handshakeMs: timeoutMs } as const;
        };
        return openSession(toolbox, call, { alone: false, start });
      }),
  });

type Place =
  | { readonly kind: 'port'; readonly port: number; readonly host: string }
  | { readonly kind: 'pid'; readonly pid: number }
  | { readonly kind: 'address'; readonly devtools: string };

interface Given {
  readonly port?: number | undefined;
  readonly host: z.output<typeof loopback>;
  readonly cdpUrl?: string | undefined;
  readonly pid?: number | undefined;
}

const placeOf = ({ port, host, cdpUrl, pid }: Given): Place => {
  const given: readonly Place[] = [
    ...(port === undefined ? [] : [{ kind: 'port', port, host: addressOf(host) } as const]),
    ...(cdpUrl === undefined
      ? []
      : [{ kind: 'address', devtools: cdpUrl.replace('//localhost:', '//127.0.0.1:') } as const]),
    ...(pid === undefined ? [] : [{ kind: 'pid', pid } as const]),
  ];
  const [place] = given;
  if (place && given.length === 1) return place;
  const details = { argument: 'port', reason: 'exactly one of port, cdpUrl and pid is required' };
  throw new StageError(fail('BAD_ARGUMENT', details, { effect: 'none' }));
};

/** Finds the address of a debugger. Throws CDP_DISCONNECTED if nothing listens. */
const addressAt = async (place: Place, timeoutMs: number): Promise<string> => {
  switch (place.kind) {
    case 'address':
      return place.devtools;
    case 'port': {
      const found = await findDebugger(place, timeoutMs);
      if (found) return found.devtools;
      throw noDebugger(`no debugger is listening on port ${place.port}`);
    }
    case 'pid': {
      const found = await findDebuggerOf(place.pid, timeoutMs);
      if (found) return found.devtools;
      throw noDebugger(`process ${place.pid} does not exist or has no debugging port`);
    }
  }
};

const noDebugger = (reason: string): StageError =>
  new StageError(fail('CDP_DISCONNECTED', { reason }, { effect: 'none', retryable: false }));
