import { StageRefusedError } from '../authoring/refused-error.ts';

interface Sender {
  send(message: unknown): unknown;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StageRefusedError) => void;
}

type Listener = (value: unknown) => void;

/** The session and surface that a request is about, and the call that it is made in. */
interface AskAbout {
  readonly session?: string;
  readonly surface?: string;
  readonly call?: number;
}

/** The requests of a plugin to the stage, and the events that it asked for. */
export class Asking {
  readonly #stream: Sender;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #last = 0;

  constructor(stream: Sender) {
    this.#stream = stream;
  }

  /** Asks the stage for something. Throws StageRefusedError if it refuses. */
  ask<Value>(method: string, params: object, about: AskAbout = {}): Promise<Value> {
    this.#last += 1;
    const id = this.#last;
    this.#stream.send({ type: 'ask', id, method, params, ...about });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  answered(id: number, value: unknown): void {
    this.#waiting.get(id)?.resolve(value);
    this.#waiting.delete(id);
  }

  refused(id: number, code: string, message: string): void {
    this.#waiting.get(id)?.reject(new StageRefusedError(code, message, id));
    this.#waiting.delete(id);
  }

  /** Calls the listener with every event of this name in a session. `isLast` ends that, and tells if no other listens. */
  listen(event: string, session: string | undefined, listener: Listener): { readonly isLast: () => boolean } {
    const key = keyOf(event, session);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return {
      isLast: () => {
        listeners.delete(listener);
        return listeners.size === 0;
      },
    };
  }

  happened(event: string, session: string | undefined, value: unknown): void {
    for (const listener of this.#listeners.get(keyOf(event, session)) ?? []) listener(value);
  }
}

const keyOf = (event: string, session: string | undefined): string => `${session ?? ''} ${event}`;
