/** Receives the signals of a topic. Neither function may throw. */
export interface SignalListener {
  onSignal(text: string): void;
  /** Signals may have been missed: the connection to the store was lost, or a signal was too long to be sent. */
  onMissed(): void;
}

/**
 * Short messages to every process that shares a store, the sender included. Signals of one sender arrive in order. A
 * process that does not listen misses them: what matters is kept in the store, and a signal only says to look.
 */
export interface Signals {
  /** Resolves when the signal is on its way. One longer than `longestSignal` reaches listeners as `onMissed`. */
  send(topic: string, text: string): Promise<void>;
  /** Resolves when every later signal will arrive. The returned function ends it. */
  listen(topic: string, listener: SignalListener): Promise<() => void>;
}

/** In bytes of its JSON, without the quotes. PostgreSQL refuses 8,000 for a whole notification. */
export const longestSignal = 4000;
