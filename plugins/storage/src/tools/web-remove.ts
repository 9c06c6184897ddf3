import { definePluginTool } from '@recourse/stage-plugin';
import type { PluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { notFound, unsupported } from '../failing.ts';
import { useWebStorage } from '../page/web-storage.ts';
import { areaNames, key } from './fields.ts';
import type { Area } from './fields.ts';

export const createWebRemove = (area: Area): PluginTool =>
  definePluginTool({
    name: `${area}_remove`,
    description: `Removes one entry from the page's ${areaNames[area]}.`,
    input: z.strictObject({ key }),
    output: z.object({ removed: z.string() }),
    operation: 'command',
    danger: 'reversible',
    uses: ['page'],
    codes: storageCodes,
    errors: ['storage.NOT_FOUND', 'storage.UNSUPPORTED'],
    run: async ({ arguments: { key: name }, session }) => {
      const found = await session.evaluate(useWebStorage, { arguments: [{ area, operation: 'remove', key: name }] });
      if ('value' in found) return { removed: name };
      return found.problem === 'missing' ? notFound(areaNames[area], found) : unsupported(areaNames[area], found);
    },
  });
