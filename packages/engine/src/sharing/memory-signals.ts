import { SignalListeners, sendable } from './signal-listeners.ts';
import type { Signals } from './signals.ts';

/** Signals within one process. */
export const createMemorySignals = (): Signals => {
  const listeners = new SignalListeners();
  return {
    send: async (topic, text) => {
      // A sender never runs its listeners: they may send in turn.
      await Promise.resolve();
      listeners.deliver(topic, sendable(text));
    },
    listen: (topic, listener) => Promise.resolve(listeners.add(topic, listener)),
  };
};
