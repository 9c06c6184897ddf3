import type { ReadFetch } from '@recourse/upstream';

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const mostHops = 3;

/** Returns the target of a redirect within the same API, so that no other server receives the token. */
export const locationWithin = (baseUrl: string, from: string, location: string | null): string | undefined => {
  if (!location || !URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  return target.href.startsWith(`${baseUrl}/`) ? target.href : undefined;
};

export const isRedirect = (status: number): boolean => redirects.has(status);

/** Follows reads to where a renamed repository is now, within the same API. Any other redirect is an answer. */
export const createRedirectingFetch =
  (inner: ReadFetch, baseUrl: string): ReadFetch =>
  async (asked, init = {}) => {
    let address = asked;
    let response = await inner(address, init);
    if ((init.method ?? 'GET') !== 'GET') return response;
    for (let hop = 0; hop < mostHops && isRedirect(response.status); hop += 1) {
      const target = locationWithin(baseUrl, address, response.headers.get('location'));
      if (!target) return response;
      address = target;
      response = await inner(address, init);
    }
    return response;
  };
