import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { networkCodes } from '../codes.ts';
import { stubsOf } from '../state.ts';
import { showStub, stubOutput } from './stub-output.ts';

export const unstub = definePluginTool({
  name: 'unstub',
  description:
    'Removes one stub of the active surface, or all of them, and lists the remaining ones. Requests that a removed stub was delaying continue to the server.',
  input: z.strictObject({ stubId: z.string().max(50).optional() }),
  output: z.object({ removed: z.int(), stubs: z.array(stubOutput) }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  uses: ['devtools:Fetch'],
  codes: networkCodes,
  errors: [],
  run: async ({ arguments: { stubId }, session }) => {
    const stubs = stubsOf(session);
    const removed = await stubs.remove(stubId);
    return { removed, stubs: stubs.all().map(showStub) };
  },
});
