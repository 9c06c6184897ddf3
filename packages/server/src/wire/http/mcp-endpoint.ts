import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { answerCall } from '../../call/answer-call.ts';
import { Cancelling } from '../../call/cancelling.ts';
import type { Incoming } from '../../call/incoming.ts';
import type { Outgoing } from '../../call/outgoing.ts';
import { createRenderText } from '../../call/render.ts';
import type { ErrorForm, MessageForm, RenderText } from '../../call/render.ts';
import { messageOf, readFrame, recordedId } from '../../rpc/frame.ts';
import type { EchoedId, RequestFrame, RequestId } from '../../rpc/frame.ts';
import { failureText } from '../../rpc/messages.ts';
import { protocolMeta, rpcErrors } from '../../rpc/protocol.ts';
import { decode } from '../../rpc/refusals.ts';
import { metaOf, routeOf } from '../../rpc/route.ts';
import { TaskDesk } from '../../tasks/task-desk.ts';
import type { TaskFrame } from '../../tasks/task-desk.ts';
import { incomingOfFrame } from '../lane/incoming-of-frame.ts';
import { createListings } from '../lane/listings.ts';
import type { Listings } from '../lane/listings.ts';
import { answer, answerRpc } from './answer.ts';
import type { Lacking } from './lacking-scope.ts';
import { judgeBatch, refuseBatch } from './judge-batch.ts';
import type { Answered } from './judge-batch.ts';
import { judgeParamHeaders } from './param-headers.ts';
import { pathOf } from './path-of.ts';
import { refuseAccept, refuseHttpRequest } from './refuse-http-request.ts';
import { SdkHttp } from './sdk-http.ts';
import type { SdkHttpOptions } from './sdk-http.ts';

export interface McpEndpointOptions extends SdkHttpOptions {
  readonly errors: ErrorForm | undefined;
  /** Refuses calls of access tokens that lack a scope; absent if there are no access tokens. */
  readonly lacking?: Lacking | undefined;
}

/** `/mcp` of one server: refuses what cannot be served, lets tool calls and listings take the lane, passes the rest on. */
export class McpEndpoint {
  readonly #server: Server;
  readonly #options: McpEndpointOptions;
  readonly #render: RenderText;
  readonly #listings: Listings;
  readonly #tasks: TaskDesk;
  readonly #sdk: SdkHttp;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#server = options.server;
    this.#render = createRenderText(options.server, options.errors);
    this.#listings = createListings(options.server);
    this.#tasks = new TaskDesk(options);
    this.#sdk = new SdkHttp(options);
  }

  /** GET and DELETE: the streams and the end of a session. */
  async stream(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> {
    const { method, headers } = request;
    if (headers['mcp-session-id'] === undefined) {
      const reason = `${method ?? 'GET'} requires the Mcp-Session-Id header`;
      const failure = fail('VALIDATION_MALFORMED_REQUEST', { reason, expected: 'messages with POST' }, { http: 405 });
      return this.#refuse(response, caller, { id: null, number: rpcErrors.request, failure }, { allow: 'POST' });
    }
    const refusal = method === 'GET' ? refuseAccept(headers.accept, ['text/event-stream']) : undefined;
    if (refusal) return this.#refuse(response, caller, { id: null, ...refusal });
    await this.#sdk.serve({ request, response, caller });
  }

  post(request: IncomingMessage, response: ServerResponse, caller: Caller, bytes: Buffer): Promise<void> | void {
    const text = decode(bytes);
    const frame = typeof text === 'string' ? readFrame(text) : text;
    switch (frame.kind) {
      case 'malformed':
        return this.#refuse(response, caller, frame);
      case 'batch':
        return this.#batch(request, response, caller, frame.messages);
      case 'request':
        return this.#request(request, response, caller, frame);
      default:
        return this.#sdk.serve({ request, response, caller, body: messageOf(frame) });
    }
  }

  #request(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    frame: RequestFrame,
  ): Promise<void> | void {
    const { lacking } = this.#options;
    const found =
      lacking && frame.method === 'tools/call'
        ? lacking(caller, frame.params?.['name'], pathOf(request.url))
        : undefined;
    if (!found) return this.#dispatch(request, response, caller, frame);
    return found.then((refusal) => {
      if (!refusal) return this.#dispatch(request, response, caller, frame);
      const { failure, headers } = refusal;
      return this.#refuse(response, caller, { id: frame.id, number: rpcErrors.request, failure }, headers);
    });
  }

  #dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    frame: RequestFrame,
  ): Promise<void> | void {
    const { headers } = request;
    const { id } = frame;
    const mismatch = judgeParamHeaders(this.#server, frame, headers);
    if (mismatch) {
      return this.#refuse(response, caller, { id, number: rpcErrors.headerMismatch, failure: mismatch });
    }
    const meta = metaOf(frame.params);
    const modern = meta[protocolMeta.version] !== undefined;
    const session = headers['mcp-session-id'] !== undefined;
    if (modern && this.#tasks.takes(frame, meta)) {
      const refusal = refuseHttpRequest(this.#server, frame, headers);
      if (refusal) return this.#refuse(response, caller, { id, ...refusal }, {}, frame.method);
      return this.#task({ frame, meta, caller, acceptLanguage: headers['accept-language'] }, response);
    }
    const { asksClient } = this.#server;
    if (routeOf({ frame, meta, modern, session, asksClient, headers }) !== 'lane') {
      const refusal =
        refuseHttpRequest(this.#server, frame, headers) ?? refuseAccept(headers.accept, modern ? [] : sdkTypes);
      if (refusal) return this.#refuse(response, caller, { id, ...refusal }, {}, frame.method);
      return this.#sdk.serve({ request, response, caller, body: messageOf(frame) });
    }
    if (frame.method === 'tools/list') return this.#list(id, modern, caller, response);
    const isMcp = headers['mcp-protocol-version'] !== undefined || headers.accept?.includes('text/event-stream');
    const form = modern ? 'modern' : isMcp ? 'session' : 'plain';
    const version = headers['mcp-protocol-version'];
    const incoming = incomingOfFrame(frame, meta, caller, undefined, headers['accept-language'], version);
    return this.#call(id, incoming, form, response);
  }

  /** Answers the messages of a batch that are refused, and passes the others to the SDK. */
  #batch(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    messages: readonly unknown[],
  ): Promise<void> {
    const { headers } = request;
    const whole = refuseBatch(messages, headers) ?? refuseAccept(headers.accept, sdkTypes);
    if (whole) return this.#refuse(response, caller, { id: null, ...whole });
    const { refused, accepted } = judgeBatch(this.#server, messages, headers['mcp-session-id'] !== undefined);
    for (const { id, failure } of refused) this.#record(caller, id, failure);
    const answered = refused.map(({ id, number, failure, prescribed }) => failureText(id, number, failure, prescribed));
    if (accepted.length > 0) return this.#sdk.serve({ request, response, caller, body: accepted, answered });
    if (answered.length > 0) answer(response, 200, `[${answered.join(',')}]`);
    else response.writeHead(202).end();
    return Promise.resolve();
  }

  #refuse(
    response: ServerResponse,
    caller: Caller,
    refusal: Answered,
    headers: OutgoingHttpHeaders = {},
    method?: string,
  ): Promise<void> {
    this.#record(caller, refusal.id, refusal.failure, method);
    answerRpc(response, refusal, headers);
    return Promise.resolve();
  }

  #record(caller: Caller, id: EchoedId, failure: Failure, method?: string): void {
    this.#server.recordRefusal({
      failure,
      caller,
      request_id: recordedId(id),
      ...(method !== undefined && { tool: method }),
    });
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  async #list(id: RequestId, modern: boolean, caller: Caller, response: ServerResponse): Promise<void> {
    try {
      answer(response, 200, await this.#listings(id, modern, caller.principal));
    } catch (thrown) {
      this.#fail(id, response, thrown);
    }
  }

  #call(id: RequestId, incoming: Incoming, form: MessageForm, response: ServerResponse): Promise<void> | void {
    const place = new Cancelling();
    let answering: Outgoing | Promise<Outgoing>;
    try {
      answering = answerCall(this.#options, incoming, place);
    } catch (thrown) {
      return this.#fail(id, response, thrown);
    }
    if (!(answering instanceof Promise)) return this.#write(id, answering, form, response);
    const gone = (): void => place.cancel();
    response.on('close', gone);
    return answering.then(
      (outgoing) => {
        response.off('close', gone);
        return this.#write(id, outgoing, form, response);
      },
      (thrown: unknown) => {
        response.off('close', gone);
        this.#fail(id, response, thrown);
      },
    );
  }

  #write(id: RequestId, outgoing: Outgoing, form: MessageForm, response: ServerResponse): Promise<void> | void {
    const failed = (thrown: unknown): void => this.#fail(id, response, thrown);
    try {
      const text = this.#render(id, outgoing, form);
      const status = statusOf(outgoing);
      if (typeof text === 'string') answer(response, status, text);
      else return text.then((written) => answer(response, status, written)).catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  }

  async #task(task: Omit<TaskFrame, 'gone'>, response: ServerResponse): Promise<void> {
    const gone = new Cancelling();
    const cancel = (): void => gone.cancel();
    response.on('close', cancel);
    try {
      const { text, status } = await this.#tasks.answer({ ...task, gone });
      answer(response, status, text);
    } catch (thrown) {
      this.#fail(task.frame.id, response, thrown);
    } finally {
      response.off('close', cancel);
    }
  }

  /** Answers with an internal error if an answer cannot be written, by a server's own dialect for instance. */
  #fail(id: RequestId, response: ServerResponse, thrown: unknown): void {
    quietly(() => this.#options.onError(toError(thrown)));
    answerRpc(response, { id, number: rpcErrors.internal, failure: fromUnknown(thrown) });
  }
}

/** 2026-07-28 prescribes 400 if the client has not declared a capability that the call needs. */
const statusOf = (outgoing: Outgoing): number =>
  outgoing.kind === 'error' && outgoing.error.code === rpcErrors.missingCapability ? 400 : 200;

/** The types that the SDK requires of a client in the revisions with a handshake. */
const sdkTypes: readonly string[] = ['application/json', 'text/event-stream'];
