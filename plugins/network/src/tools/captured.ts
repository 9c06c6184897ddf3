import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { networkCodes } from '../codes.ts';
import { notCapturing } from '../failing.ts';
import { findCapture } from '../state.ts';
import { exchangeOutput, showExchanges } from './show-exchanges.ts';

export const captured = definePluginTool({
  name: 'captured',
  description:
    'Reads the captured requests, oldest first, with secrets masked. `since` is the number of the last request already read; `limit` is the maximum number to return.',
  input: z.strictObject({
    since: z.int().min(0).default(0),
    limit: z.int().min(1).max(200).default(50),
    urlContains: z.string().max(500).optional(),
    method: z.string().max(20).optional(),
    status: z.int().min(100).max(599).optional(),
    headers: z.boolean().default(false),
    bodies: z.boolean().default(false),
  }),
  output: z.object({
    requests: z.array(exchangeOutput),
    count: z.int(),
    truncated: z.int(),
    dropped: z.int(),
  }),
  operation: 'logs',
  danger: 'safe',
  idempotent: true,
  uses: ['devtools:Network'],
  codes: networkCodes,
  errors: ['network.NOT_CAPTURING'],
  run: async ({ arguments: given, session, stage }) => {
    const capture = findCapture(session);
    if (!capture) return notCapturing(session);
    const { urlContains = '', method, status } = given;
    const found = capture
      .after(given.since)
      .filter(
        (one) =>
          one.url.includes(urlContains) &&
          (method === undefined || one.method === method) &&
          (status === undefined || one.status === status),
      );
    const requests = await showExchanges(stage, found.slice(0, given.limit), given);
    return {
      requests,
      count: found.length,
      truncated: found.length - requests.length,
      dropped: capture.dropped,
    };
  },
});
