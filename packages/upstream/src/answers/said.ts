import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { UpstreamAnswer } from './answer.ts';
import { boundJson } from './bound-json.ts';
import { cleanText, longestText } from './clean-text.ts';
import { hideNothing } from './secret-hider.ts';
import type { Hide } from './secret-hider.ts';

/** The upstream's own description of its refusal, in details that every upstream code has. */
export interface Said {
  /** Absent if the upstream's number is not an HTTP status. */
  readonly http_status?: number;
  readonly upstream_error?: string;
  readonly errors?: Json[];
  readonly documentation_url?: string;
  readonly upstream_request_id?: string;
}

const mostErrors = 20;
const requestIds = ['x-github-request-id', 'x-request-id', 'request-id', 'x-correlation-id'];

/** Reads the description from an answer. It is untrusted: bounded, on one line, and taken only from expected places. */
export const readSaid = ({ status, headers, body }: UpstreamAnswer, hide: Hide = hideNothing): Said => {
  // Before it is cut, so that no half of a secret stays; and after, so that none comes about.
  const clean = (text: string, longest?: number) => hide(cleanText(hide(text), longest));
  const requestId = requestIds.map((name) => headers.get(name)).find((value) => value);
  const fields = isJsonObject(body) ? body : {};
  const found = textOf(fields) ?? (isPage(body, headers.get('content-type')) ? undefined : plain(body));
  const error = found === undefined ? '' : clean(found);
  const page = fields['documentation_url'];
  return {
    ...(status >= 100 && status < 600 && { http_status: status }),
    ...(error && { upstream_error: error }),
    ...(Array.isArray(fields['errors']) && {
      errors: fields['errors'].slice(0, mostErrors).map((item) => boundJson(item, clean)),
    }),
    ...(typeof page === 'string' && isAddress(page) && { documentation_url: hide(page).slice(0, longestText) }),
    ...(requestId && { upstream_request_id: clean(requestId, 100) }),
  };
};

/** The usual places of a sentence: GitHub and most, OAuth, RFC 9457, JSON:API and its like. */
const textOf = (fields: Readonly<Record<string, unknown>>): string | undefined => {
  const { error } = fields;
  const nested = isJsonObject(error) ? error['message'] : undefined;
  const candidates = [fields['message'], nested, fields['error_description'], fields['detail'], error, fields['title']];
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof found === 'string' ? found : undefined;
};

const plain = (body: unknown): string | undefined => (typeof body === 'string' ? body : undefined);

/** The page of a proxy says nothing that a program could use. */
const isPage = (body: unknown, contentType: string | null | undefined): boolean =>
  contentType?.includes('html') === true || (typeof body === 'string' && body.trimStart().startsWith('<'));

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
