import { isFailure } from '@recourse/contract';
import { definePluginTool, maskJson } from '@recourse/stage-plugin';
import { z } from 'zod';
import { ipcCodes } from '../codes.ts';
import { notCapturing } from '../failing.ts';
import { usingMain } from '../using-main.ts';
import { channel as channelField } from './fields.ts';

const message = z.object({
  number: z.int(),
  kind: z.enum(['invoke', 'send']),
  channel: z.string(),
  at: z.string(),
  arguments: z.json(),
  url: z.string(),
  stubbed: z.boolean(),
  result: z.json().optional(),
  error: z.string().optional(),
  duration_ms: z.int().optional(),
});

export const captured = definePluginTool({
  name: 'captured',
  description:
    'Reads the captured messages, oldest first, with secrets masked. `since` is the number of the last message already read; `limit` is the maximum number to return.',
  input: z.strictObject({
    since: z.int().min(0).default(0),
    channel: channelField.optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ messages: z.array(message), count: z.int(), truncated: z.int(), dropped: z.int() }),
  operation: 'logs',
  danger: 'safe',
  idempotent: true,
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED', 'ipc.NOT_CAPTURING'],
  run: async ({ arguments: { since, channel, limit }, session, stage }) => {
    const answer = await usingMain(session, { type: 'captured', since });
    if (isFailure(answer)) return answer;
    if (answer.since === undefined) return notCapturing();
    const found = (answer.messages ?? []).filter((one) => channel === undefined || one.channel === channel);
    const shown = found.slice(0, limit).map(({ durationMs, ...one }) => ({
      ...one,
      ...(durationMs !== undefined && { duration_ms: durationMs }),
    }));
    const masked = await maskJson(stage, 'message', shown);
    return {
      messages: masked,
      count: found.length,
      truncated: found.length - shown.length,
      dropped: answer.dropped ?? 0,
    };
  },
});
