import { isUtf8 } from 'node:buffer';
import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { findId } from './find-id.ts';
import { isRequestId } from './frame.ts';
import type { MalformedFrame, RequestId } from './frame.ts';
import { rpcErrors } from './protocol.ts';

/** The refusal of a message beyond the size limit. */
export const tooLong = (start: string, end: string, size: { readonly length: number; readonly limit: number }) =>
  malformed(findId(start, end), rpcErrors.request, payloadTooLarge(size.length, size.limit));

export const payloadTooLarge = (length: number, limit: number): Failure =>
  fail('VALIDATION_PAYLOAD_TOO_LARGE', {
    limit_type: 'request_size',
    limit_value: limit,
    actual_value: length,
    unit: 'bytes',
  });

/** Decodes a message; bytes that are not UTF-8 become a refusal. */
export const decode = (bytes: Buffer): string | MalformedFrame => {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return malformed(readableId(bytes.toString('utf8')), rpcErrors.parse, fail('VALIDATION_INVALID_ENCODING', {}));
};

/** Finds the id of a message with invalid bytes elsewhere. */
const readableId = (text: string): RequestId | null => {
  try {
    const message: unknown = JSON.parse(text);
    const id = isJsonObject(message) ? message['id'] : null;
    return isRequestId(id) ? id : null;
  } catch {
    return null;
  }
};

const malformed = (id: RequestId | null, number: number, failure: Failure): MalformedFrame => ({
  kind: 'malformed',
  id,
  number,
  failure,
});
