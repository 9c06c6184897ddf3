import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { addressOf, hasCookies, readCookies } from '../jar/cookie.ts';
import { withoutCookies } from './cookie-failures.ts';

export const clearCookies = definePluginTool({
  name: 'clear_cookies',
  description: 'Deletes the cookies of the page or of another URL; with `name`, only those with that name.',
  input: z.strictObject({ url: z.string().max(2000).optional(), name: z.string().max(500).optional() }),
  output: z.object({ cleared: z.int() }),
  operation: 'command',
  danger: 'destructive',
  idempotent: true,
  uses: ['page', 'devtools:Network'],
  codes: storageCodes,
  errors: ['storage.UNSUPPORTED'],
  run: async ({ arguments: { url, name: wanted }, session }) => {
    const address = await addressOf(session, url);
    if (!hasCookies(address)) return withoutCookies(address);
    const found = (await readCookies(session, address)).filter(({ name }) => wanted === undefined || name === wanted);
    for (const { name, domain, path } of found) await session.devtools('Network.deleteCookies', { name, domain, path });
    return { cleared: found.length };
  },
});
