import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { isAllowed } from '../channels.ts';
import { ipcCodes } from '../codes.ts';
import { notAllowed } from '../failing.ts';
import { usingMain } from '../using-main.ts';
import { channel as channelField } from './fields.ts';

export const stub = definePluginTool({
  name: 'stub',
  description:
    'Answers the calls that pages make on a channel with the given response or error, so that they do not reach the app. The stub is removed by ipc_unstub, after `times` calls, or at the end of the session.',
  input: z.strictObject({
    channel: channelField,
    response: z.json(),
    error: z.string().min(1).max(500).optional(),
    times: z.int().min(1).max(10_000).optional(),
  }),
  output: z.object({ channel: z.string(), stubs: z.array(z.string()) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED', 'ipc.CHANNEL_NOT_ALLOWED'],
  run: async ({ arguments: { channel, response, error, times }, session }) => {
    if (!isAllowed(channel) || channel.endsWith('*')) return notAllowed(channel);
    const more = { ...(error !== undefined && { error }), ...(times !== undefined && { times }) };
    const answer = await usingMain(session, { type: 'stub', channel, response, ...more });
    return isFailure(answer) ? answer : { channel, stubs: [...(answer.stubs ?? [])] };
  },
});
