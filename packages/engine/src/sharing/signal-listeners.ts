import { quietly } from '@recourse/contract/quietly';
import { longestSignal } from './signals.ts';
import type { SignalListener } from './signals.ts';

/** The listeners of one process, by topic. Every adapter of `Signals` delivers through it. */
export class SignalListeners {
  readonly #byTopic = new Map<string, Set<SignalListener>>();

  get isEmpty(): boolean {
    return this.#byTopic.size === 0;
  }

  /** Returns the end of it. */
  add(topic: string, listener: SignalListener): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic);
    };
  }

  /** Delivers one signal; a null text stands for one that was too long. */
  deliver(topic: string, text: string | null): void {
    for (const listener of this.#byTopic.get(topic) ?? []) {
      quietly(() => (text === null ? listener.onMissed() : listener.onSignal(text)));
    }
  }

  /** Tells all listeners that signals may have been missed. */
  missed(): void {
    for (const topic of this.#byTopic.keys()) this.deliver(topic, null);
  }
}

/** The text as it is sent; null if it is too long. */
export const sendable = (text: string): string | null =>
  Buffer.byteLength(JSON.stringify(text)) - quotes <= longestSignal ? text : null;

const quotes = 2;
