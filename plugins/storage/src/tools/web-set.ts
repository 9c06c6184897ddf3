import { definePluginTool } from '@recourse/stage-plugin';
import type { PluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { accessFailed, unsupported } from '../failing.ts';
import { useWebStorage } from '../page/web-storage.ts';
import { areaNames, key } from './fields.ts';
import type { Area } from './fields.ts';

export const createWebSet = (area: Area): PluginTool =>
  definePluginTool({
    name: `${area}_set`,
    description: `Writes one entry to the page's ${areaNames[area]}. The page is not notified.`,
    input: z.strictObject({ key, value: z.string().max(10_000) }),
    output: z.object({ key: z.string(), length: z.int() }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    uses: ['page'],
    codes: storageCodes,
    errors: ['storage.ACCESS_FAILED', 'storage.UNSUPPORTED'],
    run: async ({ arguments: { key: name, value }, session }) => {
      const found = await session.evaluate(useWebStorage, {
        arguments: [{ area, operation: 'set', key: name, value }],
      });
      if ('value' in found) return { key: name, length: value.length };
      return found.problem === 'failed' ? accessFailed(areaNames[area], found) : unsupported(areaNames[area], found);
    },
  });
