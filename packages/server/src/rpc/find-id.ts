import { isRequestId } from './frame.ts';
import type { RequestId } from './frame.ts';

/**
 * Finds the id of a message that is too long to parse, at its beginning or its end; null if it may belong to something
 * else. Most clients write the id last, after the parameters.
 */
export const findId = (start: string, end: string): RequestId | null => idAtEnd(end) ?? idAtStart(start);

const json = String.raw`("(?:[^"\\]|\\.){0,256}"|-?\d{1,16})`;
const versionMember = String.raw`(?:\s*,\s*"jsonrpc"\s*:\s*"2\.0")?`;

/** The member right before the last brace belongs to the message itself. */
const last = new RegExp(String.raw`"id"\s*:\s*${json}${versionMember}\s*\}\s*$`, 'u');

/** Short members at the beginning: only strings may come before the id. */
const first = new RegExp(
  String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"(?:[^"\\]|\\.){0,256}"\s*,)*\s*"id"\s*:\s*${json}\s*[,}]`,
  'u',
);

const idAtEnd = (end: string): RequestId | null => read(last.exec(end)?.[1]);
const idAtStart = (start: string): RequestId | null => read(first.exec(start)?.[1]);

const read = (text: string | undefined): RequestId | null => {
  if (text === undefined) return null;
  try {
    const id: unknown = JSON.parse(text);
    return isRequestId(id) ? id : null;
  } catch {
    return null;
  }
};
