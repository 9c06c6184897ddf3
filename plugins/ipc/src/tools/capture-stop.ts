import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { ipcCodes } from '../codes.ts';
import { notCapturing } from '../failing.ts';
import { usingMain } from '../using-main.ts';

export const captureStop = definePluginTool({
  name: 'capture_stop',
  description: 'Ends the capture and discards the captured messages.',
  input: z.strictObject({}),
  output: z.object({ stopped: z.literal(true), count: z.int() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED', 'ipc.NOT_CAPTURING'],
  run: async ({ session }) => {
    const answer = await usingMain(session, { type: 'stop' });
    if (isFailure(answer)) return answer;
    return answer.since === undefined ? notCapturing() : { stopped: true as const, count: answer.count ?? 0 };
  },
});
