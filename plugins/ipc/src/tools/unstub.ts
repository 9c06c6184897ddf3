import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { ipcCodes } from '../codes.ts';
import { usingMain } from '../using-main.ts';
import { channel as channelField } from './fields.ts';

export const unstub = definePluginTool({
  name: 'unstub',
  description: 'Removes the stub of a channel, or all stubs, and lists the remaining ones.',
  input: z.strictObject({ channel: channelField.optional() }),
  output: z.object({ removed: z.int(), stubs: z.array(z.string()) }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  uses: ['main'],
  codes: ipcCodes,
  errors: ['ipc.MAIN_EVAL_UNSUPPORTED'],
  run: async ({ arguments: { channel = null }, session }) => {
    const answer = await usingMain(session, { type: 'unstub', channel });
    return isFailure(answer) ? answer : { removed: answer.count ?? 0, stubs: [...(answer.stubs ?? [])] };
  },
});
