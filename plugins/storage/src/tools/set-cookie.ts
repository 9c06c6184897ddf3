import { definePluginTool, StageRefusedError } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { accessFailed } from '../failing.ts';
import { addressOf, hasCookies } from '../jar/cookie.ts';
import { withoutCookies } from './cookie-failures.ts';

export const setCookie = definePluginTool({
  name: 'set_cookie',
  description: 'Sets a cookie for the page or another URL.',
  input: z.strictObject({
    name: z.string().min(1).max(500),
    value: z.string().max(4096),
    url: z.string().max(2000).optional(),
    domain: z.string().max(500).optional(),
    path: z.string().max(1000).optional(),
    secure: z.boolean().optional(),
    httpOnly: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
    expires: z.iso.datetime().optional(),
  }),
  output: z.object({ name: z.string(), url: z.string() }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  uses: ['page', 'devtools:Network'],
  codes: storageCodes,
  errors: ['storage.ACCESS_FAILED', 'storage.UNSUPPORTED'],
  run: async ({ arguments: { url, expires, ...cookie }, session }) => {
    const address = await addressOf(session, url);
    if (!hasCookies(address)) return withoutCookies(address);
    const until = expires === undefined ? {} : { expires: Date.parse(expires) / 1000 };
    const params = { ...cookie, ...until, url: address };
    try {
      await session.devtools('Network.setCookie', params);
    } catch (error) {
      if (!(error instanceof StageRefusedError) || error.code !== 'BAD_ARGUMENT') throw error;
      const reason =
        'the browser rejected the cookie; its domain, path, name prefix and attributes must be valid for the URL';
      return accessFailed('cookies', { reason });
    }
    return { name: cookie.name, url: address.slice(0, 200) };
  },
});
