import { createHash } from 'node:crypto';

/** A weak tag over what the client would receive. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('hex').slice(0, 64)}"`;
}

export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === bare);
}
