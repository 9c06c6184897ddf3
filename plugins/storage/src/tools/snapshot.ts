import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { hasCookies, readCookies } from '../jar/cookie.ts';
import { readOverview } from '../page/overview.ts';
import type { Area } from '../page/overview.ts';
import { most as limit } from './fields.ts';

const names = z.object({ keys: z.array(z.string()), count: z.int(), unsupported: z.string().optional() });
const copy = ({ keys, ...rest }: Area) => ({ keys: [...keys], ...rest });

export const snapshot = definePluginTool({
  name: 'snapshot',
  description:
    "Lists the names of the page's cookies, local and session storage entries, and databases, without values; at most `limit` of each.",
  input: z.strictObject({ limit }),
  output: z.object({ url: z.string(), cookies: names, local: names, session: names, databases: names }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page', 'devtools:Network'],
  codes: storageCodes,
  errors: [],
  run: async ({ arguments: { limit: most }, session }) => {
    const { url, local, session: area, databases } = await session.evaluate(readOverview, { arguments: [most] });
    const found = hasCookies(url) ? (await readCookies(session, url)).map(({ name }) => name).toSorted() : [];
    const reason = hasCookies(url) ? {} : { unsupported: 'only http and https URLs have cookies' };
    const cookies = { keys: found.slice(0, most), count: found.length, ...reason };
    return { url, cookies, local: copy(local), session: copy(area), databases: copy(databases) };
  },
});
