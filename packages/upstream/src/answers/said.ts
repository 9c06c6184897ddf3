import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { UpstreamAnswer } from './answer.ts';

/** What the upstream says about its refusal, in details that every code of an upstream has. */
export interface Said {
  readonly http_status: number;
  readonly upstream_error?: string;
  readonly errors?: Json[];
  readonly documentation_url?: string;
  readonly upstream_request_id?: string;
}

const longestText = 500;
const mostErrors = 20;
const longestError = 2000;
const requestIds = ['x-github-request-id', 'x-request-id', 'request-id', 'x-correlation-id'];

/** Reads what an answer says. It is somebody else's text: bounded, on one line, and only from where it is expected. */
export const readSaid = ({ status, headers, body }: UpstreamAnswer): Said => {
  const requestId = requestIds.map((name) => headers.get(name)).find((value) => value);
  const fields = isJsonObject(body) ? body : {};
  const error = textOf(fields) ?? (isPage(body, headers.get('content-type')) ? undefined : plain(body));
  const page = fields['documentation_url'];
  return {
    http_status: status,
    ...(error && { upstream_error: error }),
    ...(Array.isArray(fields['errors']) && { errors: boundedErrors(fields['errors']) }),
    ...(typeof page === 'string' && isAddress(page) && { documentation_url: page.slice(0, longestText) }),
    ...(requestId && { upstream_request_id: cleanText(requestId, 100) }),
  };
};

/** One line of bounded length, without what could end a line or hide in it. */
export const cleanText = (text: string, longest = longestText): string => {
  const line = text
    .slice(0, longest * 2)
    // Controls, halves of pairs, direction marks, line separators, tags.
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
};

/** The usual places of a sentence: GitHub and most, OAuth, RFC 9457, JSON:API and its like. */
const textOf = (fields: Readonly<Record<string, unknown>>): string | undefined => {
  const { error } = fields;
  const nested = isJsonObject(error) ? error['message'] : undefined;
  const candidates = [fields['message'], nested, fields['error_description'], fields['detail'], error, fields['title']];
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof found === 'string' ? cleanText(found) : undefined;
};

const plain = (body: unknown): string | undefined => (typeof body === 'string' ? cleanText(body) : undefined);

/** The page of a proxy says nothing that a program could use. */
const isPage = (body: unknown, contentType: string | null | undefined): boolean =>
  contentType?.includes('html') === true || (typeof body === 'string' && body.trimStart().startsWith('<'));

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

const boundedErrors = (errors: readonly unknown[]): Json[] =>
  errors.slice(0, mostErrors).map((error) => {
    if (typeof error === 'string') return cleanText(error);
    const text = JSON.stringify(error) ?? 'null';
    return text.length <= longestError ? (JSON.parse(text) as Json) : cleanText(text);
  });
