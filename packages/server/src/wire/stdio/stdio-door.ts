import type { Readable, Writable } from 'node:stream';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import type { Caller, Server } from '@recourse/engine';
import { canAsk } from '../../asking/can-be-asked.ts';
import { answerCall } from '../../call/answer-call.ts';
import type { CallPath } from '../../call/answer-call.ts';
import { Cancelling } from '../../call/cancelling.ts';
import { Outstanding } from '../../call/outstanding.ts';
import { createRenderText } from '../../call/render.ts';
import type { ErrorForm, MessageForm, RenderText } from '../../call/render.ts';
import { Running } from '../../call/running.ts';
import { watchStrayErrors } from '../../call/stray-errors.ts';
import { frameOf, isRequestId, messageOf, readFrame } from '../../rpc/frame.ts';
import type { Frame, RequestFrame, RequestId } from '../../rpc/frame.ts';
import { failureText, resultText } from '../../rpc/messages.ts';
import { protocolMeta, rpcErrors } from '../../rpc/protocol.ts';
import { decode, tooLong } from '../../rpc/refusals.ts';
import { metaOf, routeOf } from '../../rpc/route.ts';
import type { Serving } from '../../serving.ts';
import { incomingOfFrame } from '../lane/incoming-of-frame.ts';
import { createListings } from '../lane/listings.ts';
import type { Listings } from '../lane/listings.ts';
import { answerHandshake, handshakeOf, versionOf } from './handshake.ts';
import type { Handshake } from './handshake.ts';
import { LineReader } from './line-reader.ts';
import { Outbox } from './outbox.ts';
import { SdkLine } from './sdk-line.ts';
import type { StdioLimits } from './serve-stdio.ts';

interface StdioDoorOptions {
  readonly server: Server;
  readonly input: Readable;
  readonly output: Writable;
  readonly onError: (error: Error) => void;
  readonly errors: ErrorForm | undefined;
  readonly limits: StdioLimits;
}

const caller: Caller = { transport: 'stdio', local: true };

/** One client on stdin and stdout: reads lines, answers malformed ones, and dispatches the rest. */
export class StdioDoor implements Serving {
  readonly closed: Promise<void>;
  readonly #options: StdioDoorOptions;
  readonly #path: CallPath;
  readonly #render: RenderText;
  readonly #listings: Listings;
  readonly #lines: LineReader;
  readonly #outbox: Outbox;
  readonly #sdk: SdkLine;
  /** The requests in the lane that are not answered yet. */
  readonly #owed = new Outstanding();
  /** The calls in the lane by their ids, so that their client can cancel them. */
  readonly #cancellable = new Map<RequestId, Cancelling>();
  #handshake: Handshake | undefined;
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;
  #endWatch: () => void = () => undefined;

  constructor(options: StdioDoorOptions) {
    const { server, output, onError, errors, limits } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#path = { server, running: new Running(limits.calls) };
    this.#render = createRenderText(server, errors);
    this.#listings = createListings(server);
    this.#lines = new LineReader({
      longest: limits.messageBytes,
      onLine: (line) => this.#read(line),
      onTooLong: ({ start, end, length }) =>
        this.#take(tooLong(start.toString(), end.toString(), { length, limit: limits.messageBytes })),
    });
    this.#outbox = new Outbox({
      output,
      onBlocked: (blocked) => void (blocked ? options.input.pause() : options.input.resume()),
      onBroken: (error) => {
        onError(error);
        void this.close();
      },
    });
    this.#sdk = new SdkLine({
      server,
      caller,
      running: this.#path.running,
      onError,
      send: (text) => this.#outbox.send(text),
    });
  }

  open(): void {
    const { input, onError } = this.#options;
    this.#endWatch = watchStrayErrors(onError);
    input.on('data', this.#onData);
    input.once('end', this.#onEnd);
    input.once('close', this.#onEnd);
    input.on('error', onError);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  readonly #onData = (chunk: Buffer): void => this.#lines.push(chunk);

  readonly #onEnd = (): void => {
    if (this.#closing) return;
    this.#lines.end();
    void this.close();
  };

  #read(line: Buffer): void {
    const text = decode(line);
    if (typeof text !== 'string') this.#take(text);
    else if (text.trim() !== '') this.#take(readFrame(text));
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case 'request':
        return this.#request(frame);
      case 'notification':
        return this.#notification(frame);
      case 'response':
        if (this.#sdk.isOpen) this.#sdk.deliver(frame.message);
        return;
      case 'batch':
        return this.#outbox.send(this.#refuseBatch(frame.messages));
      case 'malformed':
        this.#record(frame.failure, frame.id);
        if (!frame.unawaited) this.#outbox.send(failureText(frame.id, frame.number, frame.failure));
    }
  }

  #request(frame: RequestFrame): void {
    const handshake = this.#handshake ? undefined : handshakeOf(frame);
    if (handshake) {
      this.#handshake = handshake;
      // An earlier request may have loaded the SDK; then the SDK answers.
      if (this.#sdk.isOpen) return this.#sdk.deliver(messageOf(frame));
      this.#sdk.remember(messageOf(frame));
      return this.#outbox.send(resultText(frame.id, JSON.stringify(answerHandshake(this.#options.server, handshake))));
    }
    const meta = metaOf(frame.params);
    const modern = meta[protocolMeta.version] !== undefined;
    const { asksClient } = this.#options.server;
    if (routeOf({ frame, meta, modern, session: false, asksClient }) !== 'lane') {
      return this.#sdk.deliver(messageOf(frame));
    }
    this.#owed.begin();
    const answered = frame.method === 'tools/list' ? this.#list(frame.id, modern) : this.#call(frame, meta, modern);
    answered.then(this.#onAnswered, (thrown: unknown) => {
      this.#fail(frame.id, thrown);
      this.#onAnswered();
    });
  }

  readonly #onAnswered = (): void => this.#owed.end();

  async #list(id: RequestId, modern: boolean): Promise<void> {
    this.#outbox.send(await this.#listings(id, modern));
  }

  async #call(frame: RequestFrame, meta: JsonObject, modern: boolean): Promise<void> {
    const { id } = frame;
    const elicit = canAsk(this.#handshake?.capabilities) ? this.#sdk.elicit : undefined;
    const form: MessageForm = modern ? 'modern' : this.#handshake ? 'session' : 'plain';
    const place = new Cancelling();
    this.#cancellable.set(id, place);
    try {
      const version = this.#handshake && versionOf(this.#handshake);
      const incoming = incomingOfFrame(frame, meta, caller, elicit, undefined, version);
      const outgoing = await answerCall(this.#path, incoming, place);
      const text = this.#render(id, outgoing, form);
      const written = typeof text === 'string' ? text : await text;
      // A call that its client cancelled is not answered; one that was cancelled because the server ends is.
      if (!place.aborted || this.#closing) this.#outbox.send(written);
    } finally {
      if (this.#cancellable.get(id) === place) this.#cancellable.delete(id);
    }
  }

  /** Answers with an internal error if an answer cannot be written, by a server's own dialect for instance. */
  #fail(id: RequestId, thrown: unknown): void {
    quietly(() => this.#options.onError(toError(thrown)));
    this.#outbox.send(failureText(id, rpcErrors.internal, fromUnknown(thrown)));
  }

  #notification(frame: Frame & { kind: 'notification' }): void {
    const { method, params } = frame;
    const message = messageOf(frame);
    if (method === 'notifications/cancelled') {
      const id = params?.['requestId'];
      const call = isRequestId(id) ? this.#cancellable.get(id) : undefined;
      if (call) return call.cancel();
      if (isRequestId(id)) this.#sdk.forget(id);
    }
    if (method === 'notifications/initialized' && this.#handshake) {
      // The SDK tells the client of changes, so it is loaded now if there can be any.
      const mayChange = this.#options.server.changes.announced.size > 0;
      return mayChange ? this.#sdk.deliver(message) : this.#sdk.remember(message);
    }
    if (this.#sdk.isOpen || method !== 'notifications/cancelled') this.#sdk.deliver(message);
  }

  /** Refuses a batch, which MCP no longer has: with one error for each request in it. */
  #refuseBatch(messages: readonly unknown[]): string {
    const failure = fail('VALIDATION_MALFORMED_REQUEST', {
      reason: 'batches are not served here',
      expected: 'each message on a line of its own',
    });
    this.#record(failure, null);
    const waiting = messages.map(frameOf).flatMap((frame) => ('id' in frame && frame.id !== null ? [frame.id] : []));
    const answers = waiting.map((id) => failureText(id, rpcErrors.request, failure));
    return answers.length > 0 ? `[${answers.join(',')}]` : failureText(null, rpcErrors.request, failure);
  }

  #record(failure: Failure, id: RequestId | null): void {
    this.#options.server.recordRefusal({ failure, caller, request_id: id });
  }

  async #end(): Promise<void> {
    const { input, limits } = this.#options;
    input.off('data', this.#onData);
    input.pause();
    await Promise.all([this.#path.running.end(limits.stopMs), this.#sdk.end(limits.stopMs)]);
    await this.#owed.settled(limits.stopMs);
    await this.#outbox.drained();
    this.#endWatch();
    this.#onClosed();
  }
}
