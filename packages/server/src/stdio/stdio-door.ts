import type { Readable, Writable } from 'node:stream';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Caller, Server } from '@recourse/engine';
import { canAsk } from '../confirmation/form.ts';
import type { Cancelling } from '../door/cancelling.ts';
import { frameOf, isRequestId, messageOf, readFrame } from '../door/frame.ts';
import type { Frame, RequestFrame, RequestId } from '../door/frame.ts';
import { createLane } from '../door/lane.ts';
import type { ErrorForm, Lane, LaneCall } from '../door/lane.ts';
import { errorText, resultText } from '../door/messages.ts';
import { protocolMeta, rpcErrors } from '../door/protocol.ts';
import { decode, tooLong } from '../door/refusals.ts';
import { metaOf, routeOf } from '../door/route.ts';
import { Running } from '../door/running.ts';
import { answerHandshake, handshakeOf } from './handshake.ts';
import type { Handshake } from './handshake.ts';
import { LineReader } from './line-reader.ts';
import { Outbox } from './outbox.ts';
import { SdkLine } from './sdk-line.ts';
import type { StdioLimits } from './serve-stdio.ts';
import type { Serving } from './serving.ts';

interface StdioDoorOptions {
  readonly server: Server;
  readonly input: Readable;
  readonly output: Writable;
  readonly onError: (error: Error) => void;
  readonly errors: ErrorForm | undefined;
  readonly limits: StdioLimits;
}

const caller: Caller = { transport: 'stdio', local: true };

/** One client on stdin and stdout: reads lines, answers what is malformed, and sends everything else on its way. */
export class StdioDoor implements Serving {
  readonly closed: Promise<void>;
  readonly #options: StdioDoorOptions;
  readonly #lane: Lane;
  readonly #lines: LineReader;
  readonly #outbox: Outbox;
  readonly #sdk: SdkLine;
  readonly #running: Running;
  /** The calls in the lane by their ids, so that their client can cancel them. */
  readonly #cancellable = new Map<RequestId, Cancelling>();
  #handshake: Handshake | undefined;
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor(options: StdioDoorOptions) {
    const { server, output, onError, errors, limits } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#lane = createLane(server, errors);
    this.#running = new Running(limits.calls);
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
      running: this.#running,
      onError,
      send: (text) => this.#outbox.send(text),
    });
  }

  open(): void {
    const { input, onError } = this.#options;
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
        if (!frame.unawaited) this.#outbox.send(errorText(frame.id, frame.number, frame.failure));
    }
  }

  #request(frame: RequestFrame): void {
    const handshake = this.#handshake ? undefined : handshakeOf(frame);
    if (handshake) {
      this.#handshake = handshake;
      // Whoever asked for something else before has woken the SDK, and then it is the SDK that answers.
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
    const elicit = canAsk(this.#handshake?.capabilities) ? this.#sdk.elicit : undefined;
    const mcpClient = modern || this.#handshake !== undefined;
    const answered =
      frame.method === 'tools/list'
        ? this.#list(frame, modern)
        : this.#call({ frame, meta, modern, caller, mcpClient, ...(elicit && { elicit }) });
    answered.catch((thrown: unknown) => this.#fail(frame.id, thrown));
  }

  async #list(frame: RequestFrame, modern: boolean): Promise<void> {
    this.#outbox.send(await this.#lane.list(frame, modern));
  }

  async #call(call: LaneCall): Promise<void> {
    const { id } = call.frame;
    const signal = this.#running.enter();
    if (!signal) {
      const failure = fail('RATE_LIMIT_CONCURRENCY', { limit: this.#running.limit, of: 'calls' });
      return this.#outbox.send(await this.#lane.refuse(call, failure));
    }
    this.#cancellable.set(id, signal);
    try {
      const text = await this.#lane.call(call, signal);
      // Cancelled by the client, a call is not answered; cancelled because the server ends, it is.
      if (!signal.aborted || this.#closing) this.#outbox.send(text);
    } finally {
      if (this.#cancellable.get(id) === signal) this.#cancellable.delete(id);
      this.#running.leave(signal);
    }
  }

  /** An answer that cannot be written, by a dialect of the server's own for instance, is said to be an error of ours. */
  #fail(id: RequestId, thrown: unknown): void {
    this.#options.onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    this.#outbox.send(errorText(id, rpcErrors.internal, fromUnknown(thrown)));
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
      // It is the SDK that tells a client of changes: where there may be some, it is there from the beginning.
      const mayChange = this.#options.server.changes.announced.size > 0;
      return mayChange ? this.#sdk.deliver(message) : this.#sdk.remember(message);
    }
    if (this.#sdk.isOpen || method !== 'notifications/cancelled') this.#sdk.deliver(message);
  }

  /** Batches have left the protocol. Whoever waits for an answer in one gets it, and learns that. */
  #refuseBatch(messages: readonly unknown[]): string {
    const failure = fail('VALIDATION_MALFORMED_REQUEST', {
      reason: 'batches are not served here',
      expected: 'each message on a line of its own',
    });
    this.#record(failure, null);
    const waiting = messages.map(frameOf).flatMap((frame) => ('id' in frame && frame.id !== null ? [frame.id] : []));
    const answers = waiting.map((id) => errorText(id, rpcErrors.request, failure));
    return answers.length > 0 ? `[${answers.join(',')}]` : errorText(null, rpcErrors.request, failure);
  }

  #record(failure: Failure, id: RequestId | null): void {
    this.#options.server.recordRefusal({ failure, caller, request_id: id });
  }

  async #end(): Promise<void> {
    const { input, limits } = this.#options;
    input.off('data', this.#onData);
    input.pause();
    await Promise.all([this.#running.end(limits.stopMs), this.#sdk.end(limits.stopMs)]);
    await this.#outbox.drained();
    this.#onClosed();
  }
}
