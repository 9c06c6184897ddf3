const publicApi = 'https://api.github.com';
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns the root of the API without a trailing slash. Rejects an address that would leak the token. */
export const readBaseUrl = (given: string = publicApi): string => {
  if (!URL.canParse(given)) throw new TypeError('The GitHub API address must be a valid URL');
  const url = new URL(given);
  if (url.username || url.password) throw new TypeError('The GitHub API address must not contain credentials');
  if (url.search || url.hash) throw new TypeError('The GitHub API address must not have a query or a fragment');
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  if (!safe) throw new TypeError('The GitHub API address must use https, unless it is on this machine');
  return url.href.replace(/\/+$/, '');
};

/** An enterprise server keeps GraphQL beside its REST API and not below it. */
export const graphqlUrlOf = (baseUrl: string): string =>
  baseUrl.endsWith('/api/v3') ? `${baseUrl.slice(0, -'/v3'.length)}/graphql` : `${baseUrl}/graphql`;
