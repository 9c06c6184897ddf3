import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { fail } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { problem } from '@recourse/contract/dialects/problem';
import type { Caller, CallMeta, CallRequest, Server } from '@recourse/engine';
import { refuse } from '../confirmation/question.ts';
import { decode } from '../door/refusals.ts';
import { inLanguageOf } from '../in-language-of.ts';
import type { Running } from '../door/running.ts';
import { confirmationTokenHeader, replayedHeader } from '../meta-keys.ts';
import { acceptedLanguages, languageHeaders } from './languages.ts';
import { answer, answerFailure, json, problemJson, retryHeader, wantsProblem } from './answer.ts';

export interface RestEndpointOptions {
  readonly server: Server;
  readonly running: Running;
}

/** `/<server>/tools`: the same tools for whoever speaks plain HTTP. The status is the code's own. */
export class RestEndpoint {
  readonly #options: RestEndpointOptions;

  constructor(options: RestEndpointOptions) {
    this.#options = options;
  }

  async list(response: ServerResponse): Promise<void> {
    const { server } = this.#options;
    // HTTP has no handshake: whoever lists the tools learns here what the server announces to MCP clients.
    answer(response, 200, JSON.stringify({ tools: await server.listTools(), _meta: server.extensions }));
  }

  async show(request: IncomingMessage, response: ServerResponse, tool: string): Promise<void> {
    const tools = await this.#options.server.listTools();
    const found = tools.find(({ name }) => name === tool);
    if (found) return answer(response, 200, JSON.stringify(found));
    const failure = fail('NOT_FOUND_RESOURCE', { resource_type: 'tool', resource_id: tool.slice(0, 64) });
    answerFailure(response, failure, { accept: request.headers.accept });
  }

  async call(
    request: IncomingMessage,
    response: ServerResponse,
    { tool, caller, bytes }: { readonly tool: string; readonly caller: Caller; readonly bytes: Buffer },
  ): Promise<void> {
    const { server, running } = this.#options;
    const startedAt = server.now();
    const call: CallRequest = { tool, arguments: {}, meta: metaOf(request), caller };
    const respond = (outcome: Outcome): Promise<void> => this.#respond(request, response, { outcome, call, startedAt });
    const refused = (failure: Failure): Promise<void> => {
      refuse(server, call, failure);
      return respond(failure);
    };
    const args = argumentsIn(bytes);
    if ('failure' in args) return refused(args.failure);
    const signal = running.enter();
    if (!signal) return refused(fail('RATE_LIMIT_CONCURRENCY', { limit: running.limit, of: 'calls' }));
    const gone = (): void => signal.cancel();
    response.on('close', gone);
    try {
      await respond(await server.call({ ...call, arguments: args.value, signal }));
    } finally {
      response.off('close', gone);
      running.leave(signal);
    }
  }

  async #respond(
    request: IncomingMessage,
    response: ServerResponse,
    given: { readonly outcome: Outcome; readonly call: CallRequest; readonly startedAt: number },
  ): Promise<void> {
    const { server } = this.#options;
    const { call, startedAt } = given;
    const outcome = given.outcome.ok ? given.outcome : await inLanguageOf(call, given.outcome, server);
    const facts = server.facts(outcome, call, startedAt);
    const asProblem = !outcome.ok && wantsProblem(request.headers.accept);
    const dialect = asProblem ? problem : await server.dialect();
    const headers: OutgoingHttpHeaders = {
      'content-type': asProblem ? problemJson : json,
      ...(outcome.ok ? {} : retryHeader(outcome)),
      // Not every dialect has a place for it, and a stored outcome is the same however often it is asked for.
      ...(facts.replayed && { [replayedHeader]: 'true' }),
      ...languageHeaders(response, outcome),
    };
    answer(response, outcome.ok ? 200 : (outcome.http ?? 500), JSON.stringify(dialect.body(outcome, facts)), headers);
  }
}

/** The body is the arguments; no body is none. */
const argumentsIn = (bytes: Buffer): { readonly value: unknown } | { readonly failure: Failure } => {
  if (bytes.length === 0) return { value: {} };
  const text = decode(bytes);
  if (typeof text !== 'string') return { failure: text.failure };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const details = { reason: 'the body is not JSON', expected: 'the arguments of the tool as one JSON object' };
    return { failure: fail('VALIDATION_MALFORMED_REQUEST', details) };
  }
};

const named = [
  ['idempotency-key', 'idempotency_key'],
  [confirmationTokenHeader, 'confirmation_token'],
  ['traceparent', 'traceparent'],
  ['tracestate', 'tracestate'],
] as const;

const metaOf = ({ headers }: IncomingMessage): CallMeta => {
  const meta: { -readonly [Name in keyof CallMeta]: CallMeta[Name] } = {};
  for (const [header, name] of named) {
    const value = headers[header];
    if (typeof value === 'string' && value !== '') meta[name] = value;
  }
  const languages = acceptedLanguages(headers['accept-language']);
  if (languages !== undefined) meta.locale = languages;
  return meta;
};
