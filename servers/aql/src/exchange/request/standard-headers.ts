import type { JsonObject } from '@recourse/contract';
import type { Adapter } from '../../adapter/adapter.ts';

interface Facts {
  readonly body: JsonObject | undefined;
  /** Of what an update is merged into. */
  readonly etag: string | undefined;
  readonly forMerge: boolean;
}

/** The headers of every request, and those of its file; what a caller's parameters set comes after them. */
export const standardHeaders = (
  { headers }: Pick<Adapter, 'headers'>,
  { body, etag, forMerge }: Facts,
): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'user-agent': 'recourse',
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  // Proxies that pack an answer change its ETag with it.
  ...(forMerge && { 'accept-encoding': 'identity' }),
  ...(etag && { 'if-match': etag }),
  ...(body && { 'content-type': 'application/json' }),
});
