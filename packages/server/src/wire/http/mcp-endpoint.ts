import type { IncomingMessage, ServerResponse } from 'node:http';
import { fromUnknown } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import type { Caller, Server } from '@recourse/engine';
import { answerCall } from '../../call/answer-call.ts';
import { Cancelling } from '../../call/cancelling.ts';
import type { Incoming } from '../../call/incoming.ts';
import { createRenderText } from '../../call/render.ts';
import type { ErrorForm, MessageForm, RenderText } from '../../call/render.ts';
import { messageOf, readFrame } from '../../rpc/frame.ts';
import type { Frame, RequestId } from '../../rpc/frame.ts';
import { protocolMeta, rpcErrors } from '../../rpc/protocol.ts';
import { decode } from '../../rpc/refusals.ts';
import { metaOf, routeOf } from '../../rpc/route.ts';
import { incomingOfFrame } from '../lane/incoming-of-frame.ts';
import { createListings } from '../lane/listings.ts';
import type { Listings } from '../lane/listings.ts';
import { answer, answerRpc } from './answer.ts';
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
  readonly #render: RenderText;
  readonly #listings: Listings;
  readonly #sdk: SdkHttp;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#server = options.server;
    this.#render = createRenderText(options.server, options.errors);
    this.#listings = createListings(options.server);
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
    if (frame.kind !== 'request') return this.#sdk.serve({ request, response, caller, body: bodyOf(frame) });
    const { headers } = request;
    const mismatch = judgeParamHeaders(this.#server, frame, headers);
    if (mismatch) {
      this.#server.recordRefusal({ failure: mismatch, caller, request_id: frame.id });
      return Promise.resolve(answerRpc(response, { id: frame.id, number: headerMismatch, failure: mismatch }));
    }
    const meta = metaOf(frame.params);
    const modern = meta[protocolMeta.version] !== undefined;
    const session = headers['mcp-session-id'] !== undefined;
    const { asksClient } = this.#server;
    if (routeOf({ frame, meta, modern, session, asksClient, headers }) !== 'lane') {
      return this.#sdk.serve({ request, response, caller, body: bodyOf(frame) });
    }
    if (frame.method === 'tools/list') return this.#list(frame.id, modern, response);
    const isMcp = headers['mcp-protocol-version'] !== undefined || headers.accept?.includes('text/event-stream');
    const form = modern ? 'modern' : isMcp ? 'session' : 'plain';
    const version = headers['mcp-protocol-version'];
    const incoming = incomingOfFrame(frame, meta, caller, undefined, headers['accept-language'], version);
    return this.#call(frame.id, incoming, form, response);
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  async #list(id: RequestId, modern: boolean, response: ServerResponse): Promise<void> {
    try {
      answer(response, 200, await this.#listings(id, modern));
    } catch (thrown) {
      this.#fail(id, response, thrown);
    }
  }

  async #call(id: RequestId, incoming: Incoming, form: MessageForm, response: ServerResponse): Promise<void> {
    const place = new Cancelling();
    const gone = (): void => place.cancel();
    response.on('close', gone);
    try {
      const text = this.#render(id, await answerCall(this.#options, incoming, place), form);
      answer(response, 200, typeof text === 'string' ? text : await text);
    } catch (thrown) {
      this.#fail(id, response, thrown);
    } finally {
      response.off('close', gone);
    }
  }

  /** Answers with an internal error if an answer cannot be written, by a server's own dialect for instance. */
  #fail(id: RequestId, response: ServerResponse, thrown: unknown): void {
    quietly(() => this.#options.onError(toError(thrown)));
    answerRpc(response, { id, number: rpcErrors.internal, failure: fromUnknown(thrown) });
  }
}

/** The parsed body for the SDK, which does not read it again. */
const bodyOf = (frame: Exclude<Frame, { kind: 'malformed' }>): unknown =>
  frame.kind === 'batch' ? frame.messages : messageOf(frame);
