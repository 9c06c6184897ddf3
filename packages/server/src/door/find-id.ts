import { isRequestId } from './frame.ts';
import type { RequestId } from './frame.ts';

/**
 * The id of a message that is too long to be parsed, from its beginning or its end; nothing where it is not surely
 * the message's own. Most clients write it last, behind the parameters.
 */
export const findId = (start: string, end: string): RequestId | null => idAtEnd(end) ?? idAtStart(start);

const json = String.raw`("(?:[^"\\]|\\.){0,256}"|-?\d{1,16})`;
const versionMember = String.raw`(?:\s*,\s*"jsonrpc"\s*:\s*"2\.0")?`;

/** Whatever stands right before the last brace is a member of the message itself. */
const last = new RegExp(String.raw`"id"\s*:\s*${json}${versionMember}\s*\}\s*$`, 'u');

/** Members before the first that is long: only texts and numbers may come before the id. */
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
