import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { unsupported, withoutMain } from '../failing.ts';
import { forgetTrays, useTrays } from '../main/trays.ts';
import { showTray, trayOutput } from './tray-output.ts';

export const trays = definePluginTool({
  name: 'trays',
  description: "Lists the app's tray icons, each with the events that the app listens for.",
  input: z.strictObject({}),
  output: z.object({ trays: z.array(trayOutput) }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED'],
  run: async ({ session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    await session.atEnd('trays', { main: forgetTrays });
    const found = await session.evaluateInMain(useTrays, null, '');
    if ('trays' in found) return { trays: found.trays.map(showTray) };
    return unsupported('unsupported' in found ? found.unsupported : found.missing);
  },
});
