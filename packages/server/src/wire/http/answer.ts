import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Failure } from '@recourse/contract';
import { problem } from '@recourse/contract/dialects/problem';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { Refusal } from '../../edge/refusal.ts';
import type { EchoedId } from '../../rpc/frame.ts';
import { failureText } from '../../rpc/messages.ts';

export const json = 'application/json';
export const problemJson = 'application/problem+json';

/** Answers with a string, unless the response has begun or its connection is gone. */
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

/** Answers an MCP caller whose request did not become a call. */
export const answerRpc = (
  response: ServerResponse,
  { id, number, failure, status, prescribed }: Refusal & { readonly id: EchoedId },
  headers: OutgoingHttpHeaders = {},
): void =>
  answer(response, status ?? failure.http ?? 500, failureText(id, number, failure, prescribed), {
    ...retryHeader(failure),
    ...headers,
  });

/** Answers any other caller: in the canonical form, or as an RFC 9457 problem if Accept asks for it. */
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

/** Retry-After in whole seconds, rounded up. */
export const retryHeader = ({ retry_after_ms }: Failure): Readonly<Record<string, string>> =>
  retry_after_ms === undefined ? {} : { 'retry-after': String(Math.ceil(retry_after_ms / 1000)) };
