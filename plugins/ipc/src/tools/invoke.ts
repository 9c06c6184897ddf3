import { isFailure } from '@recourse/contract';
import { definePluginTool, maskJson } from '@recourse/stage-plugin';
import { z } from 'zod';
import { isAllowed } from '../channels.ts';
import { ipcCodes } from '../codes.ts';
import { invokeFailed, notAllowed } from '../failing.ts';
import { usingMain } from '../using-main.ts';
import { channel as channelField } from './fields.ts';

export const invoke = definePluginTool({
  name: 'invoke',
  description:
    'Calls the handler of a channel in the main process, as the page in the focused window would, and returns its result with secrets masked; at most 10,000 characters.',
  input: z.strictObject({
    channel: channelField,
    args: z.array(z.json()).max(20).default([]),
    timeoutMs: z.int().min(1).max(25_000).default(10_000),
  }),
  output: z.object({ channel: z.string(), result: z.json() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED', 'ipc.CHANNEL_NOT_ALLOWED', 'ipc.INVOKE_FAILED'],
  run: async ({ arguments: { channel, args, timeoutMs }, session, stage }) => {
    if (!isAllowed(channel)) return notAllowed(channel);
    const answer = await usingMain(session, { type: 'invoke', channel, given: args, timeoutMs });
    if (isFailure(answer)) return answer;
    if (answer.failure !== undefined)
      return invokeFailed(channel, answer.failure, answer.available?.filter(isAllowed).slice(0, 50));
    return { channel, result: await maskJson(stage, channel, answer.result ?? null) };
  },
});
