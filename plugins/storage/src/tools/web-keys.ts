import { definePluginTool } from '@recourse/stage-plugin';
import type { PluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { unsupported } from '../failing.ts';
import { useWebStorage } from '../page/web-storage.ts';
import { areaNames, most as limit } from './fields.ts';
import type { Area } from './fields.ts';

export const createWebKeys = (area: Area): PluginTool =>
  definePluginTool({
    name: `${area}_keys`,
    description: `Lists the keys in the page's ${areaNames[area]} with the lengths of their values, up to \`limit\`.`,
    input: z.strictObject({ limit }),
    output: z.object({ keys: z.array(z.object({ key: z.string(), length: z.int() })), count: z.int() }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    uses: ['page'],
    codes: storageCodes,
    errors: ['storage.UNSUPPORTED'],
    run: async ({ arguments: { limit: most }, session }) => {
      const found = await session.evaluate(useWebStorage, { arguments: [{ area, operation: 'keys', most }] });
      if (!('value' in found)) return unsupported(areaNames[area], found);
      return { keys: [...found.value.keys], count: found.value.count };
    },
  });
