import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Follow } from './document/references.ts';
import type { Found } from './operations/collect.ts';

/** A limit that the document states. */
export interface DraftLimit {
  readonly limit: number;
  readonly window: string;
  readonly remaining_header?: string;
  readonly reset_header?: string;
}

const windows = new Set(['second', 'minute', 'hour', 'day']);

/**
 * The limit that the document names in an extension, if any, and the headers that answers announce it with. Headers
 * without a number need no entry: the runtime reads them by itself.
 */
export const rateLimitsOf = (
  document: JsonObject,
  found: readonly Found[],
  follow: Follow,
): { readonly limits: readonly DraftLimit[]; readonly headers: readonly string[] } => {
  const headers = headersOf(found, follow);
  const info = isJsonObject(document['info']) ? document['info'] : {};
  const extensions = ['x-rate-limit', 'x-ratelimit', 'x-rateLimit'].flatMap((key) => [document[key], info[key]]);
  const declared = extensions.find((value) => isJsonObject(value));
  const limit = isJsonObject(declared) ? (declared['limit'] ?? declared['requests']) : undefined;
  const window = isJsonObject(declared) ? (declared['window'] ?? declared['per'] ?? declared['period']) : undefined;
  if (!Number.isSafeInteger(limit) || (limit as number) < 1 || typeof window !== 'string' || !windows.has(window)) {
    return { limits: [], headers };
  }
  const remaining = headers.find((name) => /remaining$/i.test(name));
  const reset = headers.find((name) => /reset$/i.test(name));
  return {
    limits: [
      {
        limit: limit as number,
        window,
        ...(remaining !== undefined && { remaining_header: remaining }),
        ...(reset !== undefined && { reset_header: reset }),
      },
    ],
    headers,
  };
};

const headersOf = (found: readonly Found[], follow: Follow): readonly string[] => {
  const names = new Set<string>();
  for (const { operation } of found) {
    const responses: JsonObject = isJsonObject(operation['responses']) ? operation['responses'] : {};
    for (const response of Object.values(responses)) {
      const { headers } = follow(response);
      for (const name of Object.keys(isJsonObject(headers) ? headers : {})) {
        if (/^(?:x-)?rate-?limit(?:-[a-z]+)*$|^retry-after$/i.test(name) && name.length <= 64) names.add(name);
      }
    }
  }
  return [...names].toSorted();
};
