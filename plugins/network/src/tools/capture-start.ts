import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { Capture, mostExchanges } from '../capturing/capture.ts';
import { followNetwork } from '../capturing/follow-network.ts';
import { networkCodes } from '../codes.ts';
import { alreadyCapturing } from '../failing.ts';
import { dropCapture, findCapture, keepCapture } from '../state.ts';
import { urls } from './fields.ts';

export const captureStart = definePluginTool({
  name: 'capture_start',
  description: `Records the requests of the active surface whose URLs match \`urls\` (* matches any text), with the start of each body. Keeps the last ${mostExchanges}.`,
  input: z.strictObject({ urls, maxBodyChars: z.int().min(0).max(65_536).default(2000) }),
  output: z.object({ surface_id: z.string(), since: z.string() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['devtools:Network'],
  codes: networkCodes,
  errors: ['network.ALREADY_CAPTURING'],
  run: async ({ arguments: { urls: wanted, maxBodyChars }, session }) => {
    const running = findCapture(session);
    if (running) return alreadyCapturing(session, running.since);
    const capture = new Capture(wanted, maxBodyChars);
    keepCapture(session, capture);
    try {
      capture.end = await followNetwork(session, capture);
    } catch (error) {
      dropCapture(session);
      throw error;
    }
    return { surface_id: session.surfaceId ?? '', since: capture.since };
  },
});
