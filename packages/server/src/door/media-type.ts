import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/** A refusal, and the headers that say what would be accepted. */
export interface MediaRefusal {
  readonly failure: Failure;
  readonly headers: Record<string, string>;
}

/** Refuses a body that is not JSON in UTF-8, by what its headers say. */
export const refuseMediaType = ({
  'content-type': type,
  'content-encoding': encoding,
}: IncomingHttpHeaders): MediaRefusal | undefined => {
  // Nearly every request says exactly this.
  if (type === json && encoding === undefined) return undefined;
  if (type === undefined || !/^application\/json\s*(?:;|$)/iu.test(type)) {
    return refusal(`Content-Type is ${shown(type)}`, 'Content-Type: application/json', { 'accept-post': json });
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)"?/iu.exec(type)?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/iu.test(charset)) {
    return refusal(`charset is ${shown(charset)}`, `Content-Type: ${json}; charset=utf-8`, { 'accept-post': json });
  }
  if (encoding !== undefined && !/^\s*(?:identity)?\s*$/iu.test(encoding)) {
    return refusal(`Content-Encoding is ${shown(encoding)}`, 'a body without Content-Encoding', {
      'accept-encoding': 'identity',
    });
  }
  return undefined;
};

const json = 'application/json';

const shown = (value: string | undefined): string => (value === undefined ? 'missing' : `'${value.slice(0, 64)}'`);

const refusal = (reason: string, expected: string, headers: Record<string, string>): MediaRefusal => ({
  failure: fail('VALIDATION_MALFORMED_REQUEST', { reason, expected }, { http: 415 }),
  headers,
});
