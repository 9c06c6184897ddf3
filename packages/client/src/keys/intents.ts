import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import type { KeyStore } from './key-store.ts';

/** One intended effect: its key, and what becomes of the key when the call ends. */
export interface Intent {
  readonly key: string;
  /** The effect is known to have happened or not: the next such call is another effect. */
  settle(): Promise<void> | undefined;
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
  /** At once, unless the store has to be asked or told first. */
  begin(of: IntentOf): Intent | Promise<Intent>;
}

/**
 * Mints one key for each intended effect. Two equal calls at the same time are two effects and have two keys; a call
 * that is made again after one of its kind was left in doubt, also by a process that is gone, has the key of that one.
 */
export const createIntents = (store: KeyStore, createKey: () => string): Intents => {
  const source = { store, createKey, inUse: new Set<string>() };
  return { begin: (of) => (store.mayHold ? findOrMint(source, of) : mint(source, of)) };
};

interface Source {
  readonly store: KeyStore;
  readonly createKey: () => string;
  /** Of the keys in the store, those that a call of this process has now. */
  readonly inUse: Set<string>;
}

const findOrMint = async (source: Source, of: IntentOf): Promise<Intent> => {
  const left = (await source.store.open(idOf(of))).find((key) => !source.inUse.has(key));
  if (left === undefined) return mint(source, of);
  source.inUse.add(left);
  return new KeyedIntent(source, of, left, true);
};

const mint = (source: Source, of: IntentOf): Intent | Promise<Intent> => {
  const { store, createKey, inUse } = source;
  const intent = new KeyedIntent(source, of, createKey(), store.durable);
  if (!store.durable) return intent;
  inUse.add(intent.key);
  // Before the call is sent: after a crash nobody could say with which key it went out.
  return store.add(idOf(of), intent.key).then(() => intent);
};

/** A class, and its id made only when the store needs it: every call that writes has one, and few are left open. */
class KeyedIntent implements Intent {
  readonly key: string;
  private readonly source: Source;
  private readonly of: IntentOf;
  private isStored: boolean;

  constructor(source: Source, of: IntentOf, key: string, isStored: boolean) {
    this.key = key;
    this.source = source;
    this.of = of;
    this.isStored = isStored;
  }

  settle(): Promise<void> | undefined {
    if (!this.isStored) return undefined;
    this.source.inUse.delete(this.key);
    return this.source.store.remove(idOf(this.of), this.key);
  }

  async leaveOpen(): Promise<void> {
    this.source.inUse.delete(this.key);
    if (!this.isStored) await this.source.store.add(idOf(this.of), this.key);
    this.isStored = true;
  }

  async renew(): Promise<Intent> {
    await this.settle();
    return mint(this.source, this.of);
  }
}

const idOf = ({ server, tool, arguments: args, name }: IntentOf): string =>
  name === undefined
    ? createHash('sha256')
        .update(canonical([server, tool, args]))
        .digest('base64url')
    : `name:${server}:${name}`;
