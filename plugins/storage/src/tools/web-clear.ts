import { definePluginTool } from '@recourse/stage-plugin';
import type { PluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { unsupported } from '../failing.ts';
import { useWebStorage } from '../page/web-storage.ts';
import { areaNames } from './fields.ts';
import type { Area } from './fields.ts';

export const createWebClear = (area: Area): PluginTool =>
  definePluginTool({
    name: `${area}_clear`,
    description: `Removes all entries from the page's ${areaNames[area]}.`,
    input: z.strictObject({}),
    output: z.object({ cleared: z.int() }),
    operation: 'command',
    danger: 'destructive',
    idempotent: true,
    uses: ['page'],
    codes: storageCodes,
    errors: ['storage.UNSUPPORTED'],
    run: async ({ session }) => {
      const found = await session.evaluate(useWebStorage, { arguments: [{ area, operation: 'clear' }] });
      return 'value' in found ? { cleared: found.value.count } : unsupported(areaNames[area], found);
    },
  });
