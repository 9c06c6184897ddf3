import { definePluginTool } from '@recourse/stage-plugin';
import type { PluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { notFound, unsupported } from '../failing.ts';
import { shownTexts } from '../masking/shown.ts';
import { useWebStorage } from '../page/web-storage.ts';
import { areaNames, key, maxChars } from './fields.ts';
import type { Area } from './fields.ts';

export const createWebGet = (area: Area): PluginTool =>
  definePluginTool({
    name: `${area}_get`,
    description: `Reads one entry from the page's ${areaNames[area]}. Secrets are masked; at most \`maxChars\` characters.`,
    input: z.strictObject({ key, maxChars }),
    output: z.object({ key: z.string(), value: z.string(), length: z.int(), truncated: z.boolean() }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    uses: ['page'],
    codes: storageCodes,
    errors: ['storage.NOT_FOUND', 'storage.UNSUPPORTED'],
    run: async ({ arguments: { key: name, maxChars: most }, session, stage }) => {
      const found = await session.evaluate(useWebStorage, { arguments: [{ area, operation: 'get', key: name, most }] });
      if (!('value' in found))
        return found.problem === 'missing' ? notFound(areaNames[area], found) : unsupported(areaNames[area], found);
      const { text, count } = found.value;
      const [value = ''] = await shownTexts(stage, [{ name, text }]);
      return { key: name, value, length: count, truncated: count > text.length };
    },
  });
