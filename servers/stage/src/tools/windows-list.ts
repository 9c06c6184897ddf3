import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import { cutFields, cutOutput, fitList } from './fit-list.ts';
import { budgetTokens } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';
import { describeWindows, windowOutput } from './windows.ts';

const name = 'electron_windows_list';

export const createWindowsList = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name,
    description: 'Lists the windows of a session, oldest first. electron_surfaces_list also lists webviews.',
    input: z.strictObject({ sessionId, budgetTokens }),
    output: z.object({ windows: z.array(windowOutput), count: z.int(), ...cutOutput }),
    operation: 'window_info',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const session = sessions.find(call.arguments.sessionId);
        await session.refresh();
        const all = describeWindows(session);
        return fitList(all, call.arguments.budgetTokens, (windows, omitted) => ({
          windows: [...windows],
          count: all.length,
          ...cutFields(omitted, { tool: name, arguments: call.arguments }),
        }));
      }),
  });
