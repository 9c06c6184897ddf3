import { setMaxListeners } from 'node:events';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { CdpClosedError, CdpRefusedError, CdpTargetGoneError, CdpTimeoutError } from './cdp-errors.ts';
import { openWebSocket } from './channel.ts';
import type { Channel } from './channel.ts';
import { KeptAnswers } from './kept-answers.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
export type Method = keyof Commands;
type EventName = keyof Events;
export type Parameters<Name extends Method> = Commands[Name]['paramsType'][0];
export type Result<Name extends Method> = Commands[Name]['returnType'];
type EventData<Name extends EventName> = Events[Name][0];

export interface SendOptions {
  /** How long the app may take. Defaults to 10 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Returns the object of the last answer again if the app answers the same call with the same text. */
  readonly keepsAnswer?: boolean;
}

/** One target of the app: its page, a frame in another process, a worker, or the browser itself. */
export interface CdpSession {
  send<Name extends Method>(method: Name, params?: Parameters<Name>, options?: SendOptions): Promise<Result<Name>>;
  /** Calls the listener for each event; returns a function that ends that. */
  on<Name extends EventName>(event: Name, listener: (data: EventData<Name>) => void): () => void;
}

interface Pending {
  readonly method: string;
  readonly sessionId: string | undefined;
  /** Under which the answer is kept; undefined if it is not. */
  readonly keptAs: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly sessionId?: string;
}

type Detached = EventData<'Target.detachedFromTarget'>;

/** The error of the protocol for a session whose target is gone. */
const unknownSession = -32_001;
const defaultTimeoutMs = 10_000;
/** Ids of sessions that have ended are remembered up to this number. */
const mostEnded = 1000;

/** A connection to the debugger of an app. All targets share it; each has its own session. */
export class CdpConnection {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<(data: never) => void>>();
  readonly #kept = new KeptAnswers();
  readonly #ended = new Set<string>();
  #lastId = 0;
  #closed: CdpClosedError | undefined;
  /** Resolves with the reason when the connection has ended, and never rejects. */
  readonly closed: Promise<CdpClosedError>;

  constructor(channel: Channel) {
    this.#channel = channel;
    this.closed = new Promise((resolve) => {
      const end = (reason: string): void => {
        if (this.#closed) return;
        this.#closed = new CdpClosedError(reason);
        for (const { reject } of this.#pending.values()) reject(this.#closed);
        this.#pending.clear();
        this.#listeners.clear();
        resolve(this.#closed);
      };
      channel.listen((text) => this.#receive(text), end);
    });
  }

  /**
   * Connects to the address of a debugger. Throws CdpTimeoutError for a handshake that takes too long, and
   * CdpClosedError for any other that fails.
   */
  static async open(address: string, timeoutMs = defaultTimeoutMs): Promise<CdpConnection> {
    return new CdpConnection(await openWebSocket(address, timeoutMs));
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** The session with this id; without one, that of the browser. */
  session(id?: string): CdpSession {
    return {
      send: (method, params, options) => this.#send(id, method, params, options),
      on: (event, listener) => this.#on(id, event, listener),
    };
  }

  close(): void {
    this.#channel.close();
  }

  #send<Name extends Method>(
    sessionId: string | undefined,
    method: Name,
    params: Parameters<Name> | undefined,
    { timeoutMs = defaultTimeoutMs, signal, keepsAnswer = false }: SendOptions = {},
  ): Promise<Result<Name>> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (sessionId && this.#ended.has(sessionId)) return Promise.reject(new CdpTargetGoneError('closed'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Result<Name>>((resolve, reject) => {
      const giveUp = (error: Error): void => this.#pending.get(id)?.reject(error);
      const timer = setTimeout(() => giveUp(new CdpTimeoutError(method, timeoutMs)), timeoutMs);
      const onAbort = (): void => giveUp(signal?.reason as Error);
      const settled = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending.delete(id);
      };
      // One look at a page sends many calls with the signal of its tool.
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, {
        method,
        sessionId,
        keptAs: keepsAnswer ? `${sessionId ?? ''} ${method} ${JSON.stringify(params)}` : undefined,
        resolve: (result) => {
          settled();
          resolve(result as Result<Name>);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.#channel.send(JSON.stringify({ id, method, params: params ?? {}, ...(sessionId && { sessionId }) }));
    });
  }

  #on(sessionId: string | undefined, event: string, listener: (data: never) => void): () => void {
    const key = keyOf(sessionId, event);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Ends the session of a target that was closed: a browser under load leaves calls to it unanswered. */
  endSession(sessionId: string): void {
    this.#ended.add(sessionId);
    const [oldest] = this.#ended;
    if (this.#ended.size > mostEnded && oldest !== undefined) this.#ended.delete(oldest);
    this.rejectCalls(sessionId, 'closed');
    this.#kept.forget(sessionId);
  }

  /** Rejects the calls to a target that is gone: the app never answers them. */
  rejectCalls(sessionId: string, reason: CdpTargetGoneError['reason']): void {
    for (const pending of this.#pending.values())
      if (pending.sessionId === sessionId) pending.reject(new CdpTargetGoneError(reason));
  }

  #receive(text: string): void {
    const answered = idOf(text);
    const asked = answered === undefined ? undefined : this.#pending.get(answered);
    const kept = asked?.keptAs === undefined ? undefined : this.#kept.find(asked.keptAs, text);
    if (kept) {
      asked?.resolve(kept.result);
      return;
    }
    const message = parse(text);
    if (!message) return;
    if (message.id === undefined) {
      if (message.method === 'Target.detachedFromTarget') {
        this.endSession((message.params as Detached).sessionId);
      }
      for (const listener of this.#listeners.get(keyOf(message.sessionId, message.method ?? '')) ?? [])
        listener(message.params as never);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    const { error } = message;
    if (error?.code === unknownSession) pending.reject(new CdpTargetGoneError('closed'));
    else if (error) pending.reject(new CdpRefusedError(pending.method, error.code, error.message));
    else {
      if (pending.keptAs !== undefined) this.#kept.keep(pending.keptAs, text, message.result);
      pending.resolve(message.result);
    }
  }
}

const keyOf = (sessionId: string | undefined, event: string): string => `${sessionId ?? ''} ${event}`;

/** The id at the beginning of an answer. */
const idOf = (text: string): number | undefined => {
  const id = /^\{"id":(\d{1,15}),/.exec(text)?.[1];
  return id === undefined ? undefined : Number(id);
};

const parse = (text: string): Message | undefined => {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return undefined;
  }
};
