import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { addressOf, cookieOutput, hasCookies, nameForMask, readCookies } from '../jar/cookie.ts';
import { shownTexts } from '../masking/shown.ts';
import { withoutCookies } from './cookie-failures.ts';

const mostCookies = 200;

export const cookies = definePluginTool({
  name: 'cookies',
  description: `Lists the cookies of the page or of another URL, with secret and HttpOnly values masked; at most ${mostCookies}.`,
  input: z.strictObject({ url: z.string().max(2000).optional(), name: z.string().max(500).optional() }),
  output: z.object({ cookies: z.array(cookieOutput), count: z.int() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page', 'devtools:Network'],
  codes: storageCodes,
  errors: ['storage.UNSUPPORTED'],
  run: async ({ arguments: { url, name }, session, stage }) => {
    const address = await addressOf(session, url);
    if (!hasCookies(address)) return withoutCookies(address);
    const found = (await readCookies(session, address)).filter((one) => name === undefined || one.name === name);
    const listed = found.slice(0, mostCookies);
    const values = await shownTexts(
      stage,
      listed.map((one) => ({ name: nameForMask(one), text: one.value })),
    );
    const shown = listed.map((one, at) => ({
      name: one.name,
      value: values[at] ?? '',
      domain: one.domain,
      path: one.path,
      secure: one.secure,
      httpOnly: one.httpOnly,
      ...(one.sameSite !== undefined && { sameSite: one.sameSite }),
      ...(!one.session && { expires: new Date(one.expires * 1000).toISOString() }),
    }));
    return { cookies: shown, count: found.length };
  },
});
