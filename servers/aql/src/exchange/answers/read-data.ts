import type { Json } from '@recourse/contract';
import type { BoundedAnswer } from '@recourse/upstream';
import { markLarge, quoteLarge } from './large-integers.ts';

/** The data of a success, or why it cannot be read. */
export type ReadData =
  | { readonly data: Json; /** The JSON that it was read from. */ readonly source?: string }
  | { readonly unreadable: 'no UTF-8' | 'a web page' | 'no JSON' };

const strict = new TextDecoder('utf-8', { fatal: true });

export interface ReadOptions {
  /** Whether it is merged with a change and written back. */
  readonly forMerge?: boolean;
  /** The media types that were asked for. */
  readonly accept?: string | undefined;
}

/**
 * Reads the body of a success. An empty body is null, text is a string, binary content is base64 beside its type, and
 * everything else must be JSON in UTF-8. A web page is refused unless it was asked for: APIs do not answer with one.
 */
export const readData = ({ body, headers }: BoundedAnswer, { forMerge, accept }: ReadOptions = {}): ReadData => {
  if (body.length === 0) return { data: null };
  const type = mediaTypeOf(headers.get('content-type'));
  const form = formOf(type);
  if (form === 'binary') {
    return { data: { content: body.toString('base64'), content_encoding: 'base64', content_mime_type: type } };
  }
  let source: string;
  try {
    // It also takes a byte order mark away.
    source = strict.decode(body);
  } catch {
    return { unreadable: 'no UTF-8' };
  }
  if (source.trim() === '') return { data: null };
  if (form === 'page' || /^\s*<(?:!doctype|html)/i.test(source)) {
    return accept?.includes('html') ? { data: source } : { unreadable: 'a web page' };
  }
  // Some servers send JSON as plain text, but text that merely starts like a number stays text.
  if (form === 'text' && !/^\s*[{[]/.test(source)) return { data: source };
  try {
    return { data: JSON.parse(quoteLarge(source, forMerge ? markLarge : undefined)) as Json, source };
  } catch {
    return form === 'text' ? { data: source } : { unreadable: 'no JSON' };
  }
};

const mediaTypeOf = (value: string | null | undefined): string => value?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The form of a body according to its type; without a type it must be JSON. */
const formOf = (type: string): 'json' | 'page' | 'text' | 'binary' => {
  if (type === '' || type.endsWith('/json') || type.endsWith('+json')) return 'json';
  if (type.includes('html')) return 'page';
  return /^text\/|[/+]xml$|yaml$|javascript$|x-www-form-urlencoded$/.test(type) ? 'text' : 'binary';
};
