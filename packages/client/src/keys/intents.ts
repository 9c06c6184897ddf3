import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import type { KeyStore } from './key-store.ts';

/** One intended effect: its key, and what becomes of the key when the call ends. */
export interface Intent {
  readonly key: string;
  /** The effect is known to have happened or not: the next such call is another effect. */
  settle(): Promise<void>;
  /** The effect is in doubt: the next call of the same kind goes out with the same key. */
  leaveOpen(): Promise<void>;
  /** A look has shown that nothing happened under the old key: a new one for the same intent. */
  renew(): Promise<Intent>;
}

interface IntentOf {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The caller's own name of the effect. */
  readonly name?: string | undefined;
}

export interface Intents {
  begin(of: IntentOf): Promise<Intent>;
}

/**
 * Mints one key for each intended effect. Two equal calls at the same time are two effects and have two keys; a call
 * that is made again after one of its kind was left in doubt, also by a process that is gone, has the key of that one.
 */
export const createIntents = (store: KeyStore, createKey: () => string): Intents => {
  const held = new Set<string>();
  const intentOf = (id: () => string, key: string, isStored: boolean): Intent => {
    let stored = isStored;
    const done = async (): Promise<void> => {
      held.delete(key);
      if (stored) await store.remove(id(), key);
    };
    return {
      key,
      settle: done,
      leaveOpen: async () => {
        held.delete(key);
        if (!stored) await store.add(id(), key);
        stored = true;
      },
      renew: async () => {
        await done();
        return mint(id);
      },
    };
  };
  const mint = async (id: () => string): Promise<Intent> => {
    const key = createKey();
    held.add(key);
    // Before the call is sent: after a crash nobody could say with which key it went out.
    if (store.durable) await store.add(id(), key);
    return intentOf(id, key, store.durable);
  };
  return {
    begin: async (of) => {
      let digest: string | undefined;
      const id = (): string => (digest ??= of.name === undefined ? digestOf(of) : `name:${of.server}:${of.name}`);
      if (store.mayHold) {
        const left = (await store.open(id())).find((key) => !held.has(key));
        if (left !== undefined) {
          held.add(left);
          return intentOf(id, left, true);
        }
      }
      return mint(id);
    },
  };
};

const digestOf = ({ server, tool, arguments: args }: IntentOf): string =>
  createHash('sha256')
    .update(canonical([server, tool, args]))
    .digest('base64url');

/** The same text for the same value, whatever the order of its names. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
