import type { PluginSession } from '@recourse/stage-plugin';
import { z } from 'zod';

/** A cookie as DevTools describes it. */
export interface DevtoolsCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly session: boolean;
  readonly sameSite?: string;
}

/** A cookie as answers show it. */
export const cookieOutput = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.string().optional(),
  expires: z.string().optional().describe('Absent for a session cookie.'),
});

/** The address whose cookies a call is about: the given one, or that of the page. */
export const addressOf = async (session: PluginSession, given: string | undefined): Promise<string> =>
  given ?? (await session.evaluate(() => location.href));

/** Whether documents at an address can have cookies. */
export const hasCookies = (address: string): boolean => /^https?:/iu.test(address);

/** The cookies that a request to the address would send. */
export const readCookies = async (session: PluginSession, address: string): Promise<readonly DevtoolsCookie[]> => {
  const { cookies } = await session.devtools<{ cookies: readonly DevtoolsCookie[] }>('Network.getCookies', {
    urls: [address],
  });
  return cookies;
};

/** The values of these are read by servers only: they are secrets, whatever their names are. */
export const nameForMask = ({ name, httpOnly }: DevtoolsCookie): string => (httpOnly ? 'cookie' : name);
