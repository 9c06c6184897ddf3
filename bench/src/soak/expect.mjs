import { isDeepStrictEqual } from 'node:util';

/**
 * The result that a client gets for a tool call.
 *
 * @typedef {{ readonly structuredContent?: Readonly<Record<string, any>>, readonly isError?: boolean }} Result
 */

/** A success with exactly these fields, besides what every success says. @type {(result: Result | undefined, fields: object) => Readonly<Record<string, any>>} */
export const expectSuccess = (result, fields) => {
  const { ok, _meta, ...own } = result?.structuredContent ?? {};
  if (ok === true && !result?.isError && isDeepStrictEqual(own, fields)) return own;
  throw new Error(`expected ${shorten(fields)}, got ${shorten(result)}`);
};

/** A success whose other fields are looked at by the caller. @type {(result: Result | undefined) => Readonly<Record<string, any>>} */
export const expectAnySuccess = (result) => {
  const { structuredContent } = result ?? {};
  if (structuredContent?.['ok'] === true && !result?.isError) return structuredContent;
  throw new Error(`expected a success, got ${shorten(result)}`);
};

/** A failure with this code. @type {(result: Result | undefined, code: string) => Readonly<Record<string, any>>} */
export const expectFailure = (result, code) => {
  const { structuredContent } = result ?? {};
  if (structuredContent?.['code'] === code && result?.isError === true) return structuredContent;
  throw new Error(`expected ${code}, got ${shorten(result)}`);
};

/** @type {(isTrue: boolean, what: string, got?: unknown) => void} */
export const expect = (isTrue, what, got) => {
  if (!isTrue) throw new Error(`expected ${what}, got ${shorten(got)}`);
};

/** @param {unknown} value */
const shorten = (value) => (JSON.stringify(value) ?? String(value)).slice(0, 400);
