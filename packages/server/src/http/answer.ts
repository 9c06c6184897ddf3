import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Failure } from '@recourse/contract';
import { problem } from '@recourse/contract/dialects/problem';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { RequestId } from '../door/frame.ts';
import { errorText } from '../door/messages.ts';

export const json = 'application/json';
export const problemJson = 'application/problem+json';

/** Answers with a text, once: a response that is gone or already begun is left alone. */
export const answer = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': json, 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
};

/** Answers an MCP caller whose request never became a call. */
export const answerRpc = (
  response: ServerResponse,
  { id, number, failure }: { readonly id: RequestId | null; readonly number: number; readonly failure: Failure },
  headers: OutgoingHttpHeaders = {},
): void =>
  answer(response, failure.http ?? 500, errorText(id, number, failure), { ...retryHeader(failure), ...headers });

/** Answers anybody else: in our own form, or as a problem where that is what they ask for. */
export const answerFailure = (
  response: ServerResponse,
  failure: Failure,
  { accept, headers = {} }: { readonly accept?: string | undefined; readonly headers?: OutgoingHttpHeaders } = {},
): void => {
  const asProblem = wantsProblem(accept);
  const body = (asProblem ? problem : recourse).render(failure);
  answer(response, failure.http ?? 500, JSON.stringify(body), {
    'content-type': asProblem ? problemJson : json,
    ...retryHeader(failure),
    ...headers,
  });
};

export const wantsProblem = (accept: string | undefined): boolean => accept?.includes(problemJson) ?? false;

/** Whole seconds, and never too early. */
export const retryHeader = ({ retry_after_ms }: Failure): OutgoingHttpHeaders =>
  retry_after_ms === undefined ? {} : { 'retry-after': String(Math.ceil(retry_after_ms / 1000)) };
