import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { notFound, unsupported, withoutMain } from '../failing.ts';
import { useTrays } from '../main/trays.ts';

export const trayInvoke = definePluginTool({
  name: 'tray_invoke',
  description: 'Sends a mouse event to the listeners of a tray icon. The icon itself is not clicked.',
  input: z.strictObject({
    id: z.string().min(1).max(50),
    event: z.enum([
      'click',
      'right-click',
      'double-click',
      'middle-click',
      'balloon-click',
      'mouse-enter',
      'mouse-leave',
    ]),
  }),
  output: z.object({ id: z.string(), handled: z.literal(true) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED', 'native.NOT_FOUND'],
  run: async ({ arguments: { id, event }, session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    const found = await session.evaluateInMain(useTrays, id, event);
    if ('missing' in found) return notFound('tray', found.missing, found.available);
    if ('unsupported' in found) return unsupported(found.unsupported);
    return found.handled
      ? { id, handled: true as const }
      : unsupported(`the app does not listen for '${event}' on this tray icon`);
  },
});
