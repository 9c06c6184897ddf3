import type { HeaderSource } from './answer.ts';
import type { RateLimit } from './rate-limit.ts';

const longest = 1000;
/** No upstream's word binds for longer than a month. */
const longestSeconds = 31 * 24 * 3600;

/**
 * Reads the one field `RateLimit` of the IETF's drafts: `limit=100, remaining=50, reset=5` of the older ones, and of
 * the newer `"name";r=50;t=5` with its `RateLimit-Policy: "name";q=100;w=60`. Of several limits the nearest counts.
 */
export const readRateLimitField = (headers: HeaderSource, now: number): RateLimit => {
  const text = headers.get('ratelimit');
  if (!text || text.length > longest) return {};
  const whole = parametersOf(text, ',');
  const items = whole.has('remaining') ? [whole] : text.split(',').map((item) => parametersOf(item, ';'));
  const stands = items
    .map((item) => ({
      name: item.get(''),
      limit: item.get('limit'),
      remaining: item.get('r') ?? item.get('remaining'),
      seconds: item.get('t') ?? item.get('reset'),
    }))
    .filter(({ remaining }) => count(remaining) !== undefined)
    .sort((one, other) => Number(one.remaining) - Number(other.remaining));
  const [nearest] = stands;
  if (!nearest) return {};
  const policy = policyOf(headers, nearest.name);
  const limit = count(nearest.limit ?? policy?.get('q'));
  const remaining = count(nearest.remaining);
  const seconds = count(nearest.seconds);
  const windowSeconds = count(policy?.get('w'));
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(seconds !== undefined && seconds <= longestSeconds && { resetsAt: now + seconds * 1000 }),
    ...(windowSeconds !== undefined && { windowSeconds }),
    ...(nearest.name !== undefined && /^[\w-]{1,64}$/.test(nearest.name) && { name: nearest.name }),
  };
};

const policyOf = (headers: HeaderSource, name: string | undefined): ReadonlyMap<string, string> | undefined => {
  const text = headers.get('ratelimit-policy');
  if (!text || text.length > longest) return undefined;
  const policies = text.split(',').map((item) => parametersOf(item, ';'));
  return policies.find((policy) => policy.get('') === name);
};

/** The `key=value` pairs of an item; what has no key, such as its name, stands under the empty one. */
const parametersOf = (item: string, separator: string): ReadonlyMap<string, string> =>
  new Map(
    item.split(separator).map((part) => {
      const at = part.indexOf('=');
      const value = part.slice(at + 1).trim();
      return [at < 0 ? '' : part.slice(0, at).trim().toLowerCase(), value.replace(/^"|"$/g, '')] as const;
    }),
  );

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
