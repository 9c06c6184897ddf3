import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail } from '@recourse/contract';
import type { Caller, Server } from '@recourse/engine';
import { readFrame } from '../door/frame.ts';
import type { Frame, RequestFrame } from '../door/frame.ts';
import { createLane } from '../door/lane.ts';
import type { ErrorForm, Lane } from '../door/lane.ts';
import { protocolMeta } from '../door/protocol.ts';
import { decode } from '../door/refusals.ts';
import { metaOf, routeOf } from '../door/route.ts';
import type { Running } from '../door/running.ts';
import { answer, answerRpc } from './answer.ts';
import { headerMismatch, judgeParamHeaders } from './param-headers.ts';
import { SdkHttp } from './sdk-http.ts';
import type { SdkHttpOptions } from './sdk-http.ts';

export interface McpEndpointOptions extends SdkHttpOptions {
  readonly errors: ErrorForm | undefined;
  readonly running: Running;
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

  async post(request: IncomingMessage, response: ServerResponse, caller: Caller, bytes: Buffer): Promise<void> {
    const text = decode(bytes);
    const frame = typeof text === 'string' ? readFrame(text) : text;
    if (frame.kind === 'malformed') {
      this.#server.recordRefusal({ failure: frame.failure, caller, request_id: frame.id });
      return answerRpc(response, frame);
    }
    if (frame.kind === 'request') {
      const failure = judgeParamHeaders(this.#server, frame, request.headers);
      if (failure) {
        this.#server.recordRefusal({ failure, caller, request_id: frame.id });
        return answerRpc(response, { id: frame.id, number: headerMismatch, failure });
      }
      if (await this.#takeLane(frame, request, response, caller)) return;
    }
    await this.#sdk.serve({ request, response, caller, body: bodyOf(frame) });
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  async #takeLane(
    frame: RequestFrame,
    { headers }: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
  ): Promise<boolean> {
    const meta = metaOf(frame.params);
    const version = headers['mcp-protocol-version'];
    const modern = meta[protocolMeta.version] !== undefined;
    const session = headers['mcp-session-id'] !== undefined;
    const { asksClient } = this.#server;
    if (routeOf({ frame, meta, modern, session, asksClient, headers: headers as object }) !== 'lane') return false;
    if (frame.method === 'tools/list') {
      answer(response, 200, await this.#lane.list(frame, modern));
      return true;
    }
    const mcpClient = modern || version !== undefined || (headers.accept?.includes('text/event-stream') ?? false);
    const call = { frame, meta, modern, caller, mcpClient };
    const signal = this.#options.running.enter();
    if (!signal) {
      const failure = fail('RATE_LIMIT_CONCURRENCY', { limit: this.#options.limits.calls, of: 'calls' });
      answer(response, 200, await this.#lane.refuse(call, failure));
      return true;
    }
    const gone = (): void => signal.cancel();
    response.on('close', gone);
    const text = await this.#lane.call({ ...call, signal });
    response.off('close', gone);
    answer(response, 200, text);
    this.#options.running.leave(signal);
    return true;
  }
}

/** The SDK gets what was parsed already, and reads no body again. */
const bodyOf = (frame: Exclude<Frame, { kind: 'malformed' }>): unknown =>
  frame.kind === 'batch' ? frame.messages : frame.message;
