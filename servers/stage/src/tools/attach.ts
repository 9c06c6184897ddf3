import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { findDebugger } from '../apps/discover.ts';
import { fail, StageError } from '../failing.ts';
import { AppSession } from '../sessions/app-session.ts';
import { answering } from './answering.ts';
import { describeSession, sessionOutput } from './session-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createAttach = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_attach',
    description: 'Starts a session with an app that runs already and listens for a debugger on a port of this machine.',
    input: z.strictObject({
      port: z.int().min(1).max(65_535),
      timeoutMs: z.int().min(1).max(60_000).default(10_000),
    }),
    output: sessionOutput,
    operation: 'command',
    danger: 'reversible',
    codes: stageCodes,
    errors: ['CDP_DISCONNECTED', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, async () => {
        const { port, timeoutMs } = call.arguments;
        const found = await findDebugger(port, timeoutMs);
        if (!found)
          throw new StageError(
            fail(
              'CDP_DISCONNECTED',
              { reason: `no debugger listens on port ${port}` },
              { effect: 'none', retryable: false },
            ),
          );
        const { devtools } = found;
        const options = { id: sessions.nextId(), transport: 'attached', devtools, handshakeMs: timeoutMs } as const;
        const session = await AppSession.open(options, call.signal);
        sessions.add(session);
        return describeSession(session);
      }),
  });
