import type { Adapter } from '../../adapter/adapter.ts';

interface Facts {
  /** Of what an update is merged into. */
  readonly etag: string | undefined;
  readonly forMerge: boolean;
  /** Of the body; undefined if there is none. */
  readonly contentType: string | undefined;
  /** The media types that the operation answers with; undefined for JSON. */
  readonly accept: string | undefined;
}

/** The headers of every request, and those of its file; what a caller's parameters set comes after them. */
export const standardHeaders = (
  { headers }: Pick<Adapter, 'headers'>,
  { etag, forMerge, contentType, accept }: Facts,
): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'user-agent': 'recourse',
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  ...(accept !== undefined && { accept }),
  // Proxies that pack an answer change its ETag with it.
  ...(forMerge && { 'accept-encoding': 'identity' }),
  ...(etag && { 'if-match': etag }),
  ...(contentType !== undefined && { 'content-type': contentType }),
});
