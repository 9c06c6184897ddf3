import { createHash } from 'node:crypto';
import type { Failure, JsonObject } from '@recourse/contract';
import { digestOf } from '@recourse/engine/digest';
import type { FailWith } from '../exchange.ts';

/** Where a page begins: the API's own cursor, an offset or the number of a page, and of how many items a page is. */
export interface Position {
  readonly at: string;
  readonly size: number;
}

const version = 1;
const longest = 4096;

/** The scope of a cursor: this operation of this adapter, with these parameters. */
export const cursorScope = (adapter: string, operation: string, given: JsonObject): string =>
  digestOf([adapter, operation, given]);

/**
 * A cursor for callers: opaque, safe in addresses, and good for its scope alone. It holds a position and no address,
 * so that a forged one reaches nothing that an argument could not.
 */
export const writeCursor = ({ at, size }: Position, scope: string): string => {
  const text = JSON.stringify([version, at, size]);
  return Buffer.from(`${seal(text, scope)}${text}`).toString('base64url');
};

/** Decodes a cursor. Rejects one that belongs to another call or is malformed. */
export const readCursor = (param: string, cursor: string, scope: string, fail: FailWith): Position | Failure => {
  const whole = cursor.length <= longest ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const sealLength = seal('', scope).length;
  const text = whole.slice(sealLength);
  if (text.startsWith('[') && whole.slice(0, sealLength) === seal(text, scope)) {
    const [, at, size] = JSON.parse(text) as readonly unknown[];
    if (typeof at === 'string' && typeof size === 'number' && size >= 1) return { at, size };
  }
  return fail('VALIDATION_INVALID_VALUE', {
    param_name: param,
    rule: 'it must be a cursor that this operation returned for the same parameters',
  });
};

const seal = (text: string, scope: string): string =>
  createHash('sha256').update(`${scope}\n${text}`).digest('base64url').slice(0, 16);
