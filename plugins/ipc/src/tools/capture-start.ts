import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { isAllowed } from '../channels.ts';
import { ipcCodes } from '../codes.ts';
import { alreadyCapturing, notAllowed } from '../failing.ts';
import { usingMain } from '../using-main.ts';
import { channel } from './fields.ts';

export const captureStart = definePluginTool({
  name: 'capture_start',
  description:
    'Records the messages that pages send to the main process on these channels (a trailing * matches any suffix), with arguments and results. Keeps the last 500.',
  input: z.strictObject({ channels: z.array(channel).min(1).max(50) }),
  output: z.object({ capturing: z.array(z.string()) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED', 'ipc.ALREADY_CAPTURING', 'ipc.CHANNEL_NOT_ALLOWED'],
  run: async ({ arguments: { channels }, session }) => {
    const refused = channels.find((one) => !isAllowed(one));
    if (refused !== undefined) return notAllowed(refused);
    const answer = await usingMain(session, { type: 'start', channels });
    if (isFailure(answer)) return answer;
    return answer.since === undefined ? { capturing: channels } : alreadyCapturing(answer.since);
  },
});
