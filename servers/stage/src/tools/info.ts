import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { capabilitiesOf, capabilitiesOutput } from '../sessions/capabilities.ts';
import { readAgain } from '../sessions/read-again.ts';
import { answering } from './answering.ts';
import { appFacts, readAppFacts } from './app-facts.ts';
import { sessionId } from './fields.ts';
import { lookErrors } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createInfo = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_info',
    description: "Shows a session's app, its Electron and Chromium versions, and what the session can do with it.",
    input: z.strictObject({ sessionId }),
    output: z.object({
      session_id: z.string(),
      transport: z.string(),
      pid: z.int().optional(),
      ...appFacts.shape,
      capabilities: capabilitiesOutput,
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: lookErrors,
    run: (call) =>
      answering(call, async () => {
        const session = sessions.find(call.arguments.sessionId);
        const { id, transport, pid } = session;
        return {
          session_id: id,
          transport,
          ...(pid !== undefined && { pid }),
          ...(await readAgain(session, () => readAppFacts(session, call.signal))),
          capabilities: capabilitiesOf(session),
        };
      }),
  });
