import type { GitHubRequest } from './github.ts';

/**
 * A dot segment in a URL would lead to another endpoint, with the token. Callers check their values, so a dot segment
 * here is a bug, and nothing is sent.
 */
export const refuseDots = ({ route, parameters = {} }: GitHubRequest<unknown>): void => {
  for (const [, name = ''] of route.matchAll(/\{(\w+)\}/g)) {
    const value = parameters[name];
    const parts = typeof value === 'number' ? ['0'] : typeof value === 'string' ? value.split('/') : [''];
    if (parts.some((part) => part === '' || part === '.' || part === '..')) {
      throw new TypeError(`'${name}' must not be empty or contain an empty, '.' or '..' path segment`);
    }
  }
};
