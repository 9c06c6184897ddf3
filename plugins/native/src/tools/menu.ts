import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { unsupported, withoutMain } from '../failing.ts';
import { useMenu } from '../main/menu.ts';
import { menuItem, showItem } from './menu-output.ts';

export const menu = definePluginTool({
  name: 'menu',
  description: "Lists the items of the app's menu with their paths and states, up to `limit`.",
  input: z.strictObject({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ items: z.array(menuItem), count: z.int() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED'],
  run: async ({ arguments: { limit }, session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    const found = await session.evaluateInMain(useMenu, { operation: 'list', path: [], most: limit });
    if ('items' in found) return { items: found.items.map(showItem), count: found.count };
    return unsupported('unsupported' in found ? found.unsupported : found.missing);
  },
});
