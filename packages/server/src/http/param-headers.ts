import type { IncomingHttpHeaders } from 'node:http';
import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { RequestFrame } from '../door/frame.ts';
import { protocolMeta } from '../door/protocol.ts';
import { metaOf } from '../door/route.ts';

/** What 2026-07-28 wants a server to answer whose request says one thing in its headers and another in its body. */
export const headerMismatch = -32020;

const wrapped = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What is wrong with the headers that repeat arguments of a call; nothing where they agree. */
export const judgeParamHeaders = (
  server: Server,
  { method, params }: RequestFrame,
  headers: IncomingHttpHeaders,
): Failure | undefined => {
  if (method !== 'tools/call' || metaOf(params)[protocolMeta.version] === undefined) return undefined;
  for (const { header, path } of server.paramHeaders(params?.['name'])) {
    const given = valueAt(params?.['arguments'], path);
    // An argument that is not there, or that no header could hold, is for the pipeline to judge.
    if (typeof given !== 'string' && typeof given !== 'boolean' && !Number.isSafeInteger(given)) continue;
    const value = headers[header];
    if (typeof value !== 'string') return mismatch(`the header ${header} is missing`, path);
    const text = decode(value);
    if (text === undefined) return mismatch(`the header ${header} is no valid base64`, path);
    const agrees = typeof given === 'number' ? text.trim() !== '' && Number(text) === given : text === String(given);
    if (!agrees) return mismatch(`the header ${header} and the body disagree`, path);
  }
  return undefined;
};

const mismatch = (reason: string, path: readonly string[]): Failure =>
  fail('VALIDATION_MALFORMED_REQUEST', {
    reason,
    expected: `the value of '${path.join('.')}' in the header too`,
  });

/** A value that no header can hold as it is stands there in base64. */
const decode = (value: string): string | undefined => {
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
