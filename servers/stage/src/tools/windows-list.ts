import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';
import { describeWindows, windowOutput } from './windows.ts';

export const createWindowsList = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_windows_list',
    description: 'Lists the windows of a session, oldest first. electron_surfaces_list lists webviews, too.',
    input: z.strictObject({ sessionId }),
    output: z.object({ windows: z.array(windowOutput), count: z.int() }),
    operation: 'window_info',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS'],
    run: (call) =>
      answering(call, () => {
        const windows = describeWindows(sessions.find(call.arguments.sessionId));
        return Promise.resolve({ windows, count: windows.length });
      }),
  });
