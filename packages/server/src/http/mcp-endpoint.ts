import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Caller, Server } from '@recourse/engine';
import { messageOf, readFrame } from '../door/frame.ts';
import type { Frame, RequestFrame, RequestId } from '../door/frame.ts';
import { createLane } from '../door/lane.ts';
import type { ErrorForm, Lane, LaneCall } from '../door/lane.ts';
import { protocolMeta, rpcErrors } from '../door/protocol.ts';
import { decode } from '../door/refusals.ts';
import { metaOf, routeOf } from '../door/route.ts';
import { answer, answerRpc } from './answer.ts';
import { acceptedLanguages } from './languages.ts';
import { headerMismatch, judgeParamHeaders } from './param-headers.ts';
import { SdkHttp } from './sdk-http.ts';
import type { SdkHttpOptions } from './sdk-http.ts';

export interface McpEndpointOptions extends SdkHttpOptions {
  readonly errors: ErrorForm | undefined;
}

/** `/mcp` of one server: tool calls and listings take the lane, everything else goes to the SDK. */
export class McpEndpoint {
  readonly #server: Server;
  readonly #options: McpEndpointOptions;
  readonly #lane: Lane;
  readonly #sdk: SdkHttp;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#server = options.server;
    this.#lane = createLane(options.server, options.errors);
    this.#sdk = new SdkHttp(options);
  }

  /** GET and DELETE: the streams and the end of a session. */
  async stream(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> {
    await this.#sdk.serve({ request, response, caller });
  }

  post(request: IncomingMessage, response: ServerResponse, caller: Caller, bytes: Buffer): Promise<void> {
    const text = decode(bytes);
    const frame = typeof text === 'string' ? readFrame(text) : text;
    if (frame.kind === 'malformed') {
      this.#server.recordRefusal({ failure: frame.failure, caller, request_id: frame.id });
      return Promise.resolve(answerRpc(response, frame));
    }
    const mismatch = frame.kind === 'request' ? judgeParamHeaders(this.#server, frame, request.headers) : undefined;
    if (frame.kind === 'request' && mismatch) {
      this.#server.recordRefusal({ failure: mismatch, caller, request_id: frame.id });
      return Promise.resolve(answerRpc(response, { id: frame.id, number: headerMismatch, failure: mismatch }));
    }
    const inLane = frame.kind === 'request' ? this.#laneCall(frame, request.headers, caller) : undefined;
    if (!inLane) return this.#sdk.serve({ request, response, caller, body: bodyOf(frame) });
    return inLane.frame.method === 'tools/list' ? this.#list(inLane, response) : this.#call(inLane, response);
  }

  /** An answer that cannot be written, by a dialect of the server's own for instance, is said to be an error of ours. */
  #fail(id: RequestId, response: ServerResponse, thrown: unknown): void {
    this.#options.onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    answerRpc(response, { id, number: rpcErrors.internal, failure: fromUnknown(thrown) });
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  /** The request as the lane takes it; nothing where it goes to the SDK. */
  #laneCall(frame: RequestFrame, headers: IncomingHttpHeaders, caller: Caller): LaneCall | undefined {
    const meta = metaOf(frame.params);
    const modern = meta[protocolMeta.version] !== undefined;
    const session = headers['mcp-session-id'] !== undefined;
    const { asksClient } = this.#server;
    const route = routeOf({ frame, meta, modern, session, asksClient, headers });
    if (route !== 'lane') return undefined;
    const mcpClient =
      modern ||
      headers['mcp-protocol-version'] !== undefined ||
      (headers.accept?.includes('text/event-stream') ?? false);
    return { frame, meta, modern, caller, mcpClient, acceptLanguage: acceptedLanguages(headers['accept-language']) };
  }

  async #list({ frame, modern }: LaneCall, response: ServerResponse): Promise<void> {
    try {
      answer(response, 200, await this.#lane.list(frame, modern));
    } catch (thrown) {
      this.#fail(frame.id, response, thrown);
    }
  }

  async #call(call: LaneCall, response: ServerResponse): Promise<void> {
    const { running } = this.#options;
    const signal = running.enter();
    const gone = (): void => signal?.cancel();
    response.on('close', gone);
    try {
      const text = signal ? this.#lane.call(call, signal) : this.#lane.refuse(call, tooMany(running.limit));
      answer(response, 200, await text);
    } catch (thrown) {
      this.#fail(call.frame.id, response, thrown);
    } finally {
      response.off('close', gone);
      if (signal) running.leave(signal);
    }
  }
}

const tooMany = (limit: number): Failure => fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'calls' });

/** The SDK gets what was parsed already, and reads no body again. */
const bodyOf = (frame: Exclude<Frame, { kind: 'malformed' }>): unknown =>
  frame.kind === 'batch' ? frame.messages : messageOf(frame);
