import type { Readable, Writable } from 'node:stream';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { canAsk } from '../../asking/can-be-asked.ts';
import { answerCall } from '../../call/answer-call.ts';
import type { CallPath } from '../../call/answer-call.ts';
import { Cancelling } from '../../call/cancelling.ts';
import { Outstanding } from '../../call/outstanding.ts';
import { Patience, within } from '../../call/patience.ts';
import { createRenderText } from '../../call/render.ts';
import type { ErrorForm, MessageForm, RenderText } from '../../call/render.ts';
import { Running } from '../../call/running.ts';
import { watchStrayErrors } from '../../call/stray-errors.ts';
import { duplicateId } from '../../edge/ids-in-flight.ts';
import type { Refusal } from '../../edge/refusal.ts';
import { refuseRequest } from '../../edge/refuse-request.ts';
import { frameOf, isRequestId, messageOf, readFrame, recordedId } from '../../rpc/frame.ts';
import type { EchoedId, Frame, RequestFrame, RequestId } from '../../rpc/frame.ts';
import { failureText, resultText } from '../../rpc/messages.ts';
import { protocolMeta, rpcErrors } from '../../rpc/protocol.ts';
import { decode, tooLong } from '../../rpc/refusals.ts';
import { metaOf, routeOf } from '../../rpc/route.ts';
import type { CloseOptions, Serving } from '../../serving.ts';
import { TaskDesk } from '../../tasks/task-desk.ts';
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
  readonly #tasks: TaskDesk;
  readonly #sdk: SdkLine;
  /** The requests in the lane that are not answered yet. */
  readonly #owed = new Outstanding();
  /** The requests in the lane that wait for an answer, by their ids. Their client can cancel them. */
  readonly #lane = new Map<RequestId, Cancelling>();
  /** The answers to lines of the current chunk. */
  readonly #ready: { readonly id: RequestId; readonly place: Cancelling; readonly text: string }[] = [];
  #handshake: Handshake | undefined;
  readonly #patience = new Patience();
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;
  #endWatch: () => void = () => undefined;

  constructor(options: StdioDoorOptions) {
    const { server, output, onError, errors, limits } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#path = { server, running: new Running(limits.calls) };
    this.#tasks = new TaskDesk(this.#path);
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

  close({ now = false }: CloseOptions = {}): Promise<void> {
    if (now) this.#patience.hurry();
    return (this.#closing ??= this.#end());
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#lines.push(chunk);
    this.#answerReady();
  };

  readonly #onEnd = (): void => {
    if (this.#closing) return;
    this.#lines.end();
    this.#answerReady();
    void this.close();
  };

  /** Sends the answers to the lines of a chunk. Until then their ids are in use, and their calls can be cancelled. */
  #answerReady(): void {
    for (const { id, place, text } of this.#ready.splice(0)) this.#answer(id, place, text);
  }

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
        if (frame.unawaited) this.#record(frame.failure, frame.id);
        else this.#refuse(frame);
    }
  }

  #request(frame: RequestFrame): void {
    const { id } = frame;
    if (this.#lane.has(id) || this.#sdk.isPending(id)) return this.#refuse({ id, ...duplicateId(id) });
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
    const asTask = modern && this.#tasks.takes(frame, meta);
    if (asTask || routeOf({ frame, meta, modern, session: false, asksClient }) !== 'lane') {
      const refusal = refuseRequest(this.#options.server, frame, { lasting: true });
      if (refusal) return this.#refuse({ id, ...refusal }, frame.method);
      if (!asTask) return this.#sdk.deliver(messageOf(frame));
    }
    this.#owed.begin();
    const place = new Cancelling();
    this.#lane.set(id, place);
    try {
      if (asTask) {
        const answer = this.#tasks.answer({ frame, meta, caller, gone: place });
        this.#answerWhen(id, place, answer, ({ text }) => text);
      } else if (frame.method === 'tools/list') {
        this.#answerOnce(id, place, this.#listings(id, modern, this.#options.server.identify(caller)));
      } else this.#call(frame, meta, modern, place);
    } catch (thrown) {
      this.#fail(id, place, thrown);
    }
  }

  #call(frame: RequestFrame, meta: JsonObject, modern: boolean, place: Cancelling): void {
    const { id } = frame;
    const elicit = canAsk(this.#handshake?.capabilities) ? this.#sdk.elicit : undefined;
    const form: MessageForm = modern ? 'modern' : this.#handshake ? 'session' : 'plain';
    const version = this.#handshake && versionOf(this.#handshake);
    const incoming = incomingOfFrame(frame, meta, caller, elicit, undefined, version);
    const answer = answerCall(this.#path, incoming, place);
    if (!(answer instanceof Promise)) this.#answerOnce(id, place, this.#render(id, answer, form));
    else this.#answerWhen(id, place, answer, (outgoing) => this.#render(id, outgoing, form));
  }

  /** Answers a request with the lines of its chunk if the text is there, else when it comes. */
  #answerOnce(id: RequestId, place: Cancelling, text: Promise<string> | string): void {
    if (typeof text === 'string') this.#ready.push({ id, place, text });
    else this.#answerWhen(id, place, text, (written) => written);
  }

  /** Answers a request when it has ended. It is written in the same step: a promise for that would cost more. */
  #answerWhen<Value>(
    id: RequestId,
    place: Cancelling,
    ended: Promise<Value>,
    write: (value: Value) => Promise<string> | string,
  ): void {
    const failed = (thrown: unknown): void => this.#fail(id, place, thrown);
    ended.then((value) => {
      let text: Promise<string> | string;
      try {
        text = write(value);
      } catch (thrown) {
        return failed(thrown);
      }
      return typeof text === 'string'
        ? this.#answer(id, place, text)
        : this.#answerWhen(id, place, text, (written) => written);
    }, failed);
  }

  /** Answers a request in the lane. A call that its client cancelled is not answered; its id may be in use again. */
  #answer(id: RequestId, place: Cancelling, text: string): void {
    if (this.#lane.get(id) === place) {
      this.#lane.delete(id);
      this.#outbox.send(text);
    }
    this.#owed.end();
  }

  /** Answers with an internal error if an answer cannot be written, by a server's own dialect for instance. */
  #fail(id: RequestId, place: Cancelling, thrown: unknown): void {
    quietly(() => this.#options.onError(toError(thrown)));
    this.#outbox.send(failureText(id, rpcErrors.internal, fromUnknown(thrown)));
    if (this.#lane.get(id) === place) this.#lane.delete(id);
    this.#owed.end();
  }

  #notification(frame: Frame & { kind: 'notification' }): void {
    const { method, params } = frame;
    const message = messageOf(frame);
    if (method === 'notifications/cancelled') {
      const id = params?.['requestId'];
      if (!isRequestId(id)) return;
      const place = this.#lane.get(id);
      this.#lane.delete(id);
      if (place) return place.cancel();
      this.#sdk.forget(id);
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
      reason: 'batches are not supported',
      expected: 'each message on its own line',
    });
    this.#record(failure, null);
    const waiting = messages.map(frameOf).flatMap((frame) => ('id' in frame && frame.id !== null ? [frame.id] : []));
    const answers = waiting.map((id) => failureText(id, rpcErrors.request, failure));
    return answers.length > 0 ? `[${answers.join(',')}]` : failureText(null, rpcErrors.request, failure);
  }

  #refuse({ id, number, failure, prescribed }: Refusal & { readonly id: EchoedId }, method?: string): void {
    this.#record(failure, id, method);
    this.#outbox.send(failureText(id, number, failure, prescribed));
  }

  #record(failure: Failure, id: EchoedId, method?: string): void {
    const tool = method === undefined ? {} : { tool: method };
    this.#options.server.recordRefusal({ failure, caller, request_id: recordedId(id), ...tool });
  }

  async #end(): Promise<void> {
    const { input, limits } = this.#options;
    // Requests that arrive in the meantime are served too.
    if (!input.readableEnded) await this.#patience.wait(limits.lameDuckMs);
    const answered = Promise.all([this.#owed.idle(), this.#sdk.idle()]);
    await this.#patience.within(limits.stopMs, answered);
    await this.#path.running.end();
    input.off('data', this.#onData);
    input.pause();
    await this.#sdk.end(answerMs);
    await this.#owed.settled(answerMs);
    await within(answerMs, this.#outbox.drained());
    this.#endWatch();
    this.#onClosed();
  }
}

/** How long an answer may take that is ready, to be written and read. */
const answerMs = 2000;
