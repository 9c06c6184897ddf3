import { RunError } from '@recourse/runs';
import { fail } from './failing.ts';

/**
 * Checks the address of a repository against the prefixes that the operator permits, and returns it in the form that
 * git receives. Both are normalised first, so that `..`, an encoded dot or a backslash cannot step out of a prefix.
 */
export const checkAddress = (given: string, allowed: readonly string[]): URL => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const refuse = (reason: string) =>
    new RunError(fail('REPO_NOT_ALLOWED', { url: withoutCredentials(given), reason, allowed: [...allowed] }));
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw refuse('it is not an http or https URL');
  if (url.username !== '' || url.password !== '') throw refuse('it contains credentials');
  if (url.search !== '' || url.hash !== '') throw refuse('it has a query or a fragment');
  if (/%2f|%5c/i.test(url.pathname)) throw refuse('it has an encoded slash or backslash');
  if (!allowed.some((prefix) => isBelow(url, prefix))) throw refuse('it does not start with a permitted URL');
  return url;
};

const isBelow = ({ origin, pathname }: URL, prefix: string): boolean => {
  const permitted = new URL(prefix);
  const folder = permitted.pathname.endsWith('/') ? permitted.pathname : `${permitted.pathname}/`;
  return origin === permitted.origin && pathname.startsWith(folder) && pathname.length > folder.length;
};

const withoutCredentials = (given: string): string => given.replace(/\/\/[^/\s]*@/, '//');
