import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { notFound, unsupported, withoutMain } from '../failing.ts';
import { useMenu } from '../main/menu.ts';
import { menuItem, path, showItem } from './menu-output.ts';

export const menuItemTool = definePluginTool({
  name: 'menu_item',
  description: "Reads one item of the app's menu: its type, state, accelerator and role.",
  input: z.strictObject({ path }),
  output: z.object({ item: menuItem }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED', 'native.NOT_FOUND'],
  run: async ({ arguments: given, session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    const found = await session.evaluateInMain(useMenu, { operation: 'read', path: given.path, most: 1 });
    if ('missing' in found) return notFound('menu item', found.missing, found.available);
    if ('unsupported' in found) return unsupported(found.unsupported);
    const [item] = found.items.map(showItem);
    return item ? { item } : unsupported('the menu has changed');
  },
});
