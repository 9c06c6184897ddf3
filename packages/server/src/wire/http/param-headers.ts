import type { IncomingHttpHeaders } from 'node:http';
import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { RequestFrame } from '../../rpc/frame.ts';
import { protocolMeta } from '../../rpc/protocol.ts';
import { metaOf } from '../../rpc/route.ts';

const wrapped = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Compares the headers that repeat arguments of a call with the arguments; undefined if they agree. */
export const judgeParamHeaders = (
  server: Server,
  { method, params }: RequestFrame,
  headers: IncomingHttpHeaders,
): Failure | undefined => {
  if (method !== 'tools/call' || metaOf(params)[protocolMeta.version] === undefined) return undefined;
  for (const { header, path } of server.paramHeaders(params?.['name'])) {
    const given = valueAt(params?.['arguments'], path);
    // The pipeline judges arguments that are missing or that no header could hold.
    if (typeof given !== 'string' && typeof given !== 'boolean' && !Number.isSafeInteger(given)) continue;
    const value = headers[header];
    if (typeof value !== 'string') return mismatch(`the ${header} header is missing`, path);
    const text = decodeHeader(value);
    if (text === undefined) return mismatch(`the ${header} header is not valid base64`, path);
    const agrees = typeof given === 'number' ? text.trim() !== '' && Number(text) === given : text === String(given);
    if (!agrees) return mismatch(`the ${header} header does not match the body`, path);
  }
  return undefined;
};

const mismatch = (reason: string, path: readonly string[]): Failure =>
  fail('VALIDATION_MALFORMED_REQUEST', {
    reason,
    expected: `the value of '${path.join('.')}' in both the header and the body`,
  });

/** Decodes a header value; a value that a header cannot hold is sent as base64. */
export const decodeHeader = (value: string): string | undefined => {
  const [, encoded] = wrapped.exec(value) ?? [];
  if (encoded === undefined) return value;
  if (!base64.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
};

const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
