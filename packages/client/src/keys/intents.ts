import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import type { KeyStore } from './key-store.ts';

/** One intended effect and its key. Only a caller creates an intent; nothing replaces the key of one. */
export interface Intent {
  readonly key: string;
  /** `open`: an earlier call left the effect in doubt. `expired`: so did one whose key is too old to ask with. */
  readonly history: 'new' | 'open' | 'expired';
  /** The effect is known: the next equal call is a new intent. */
  settle(): Promise<void> | undefined;
  /** The effect is in doubt: the next equal call is sent with the same key. */
  leaveOpen(): Promise<void>;
}

interface IntentOf {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The caller's own name for the effect. */
  readonly name?: string | undefined;
}

export interface Intents {
  /** Synchronous unless the store has to be read or written first. Rejects if the key cannot be kept. */
  begin(of: IntentOf): Intent | Promise<Intent>;
}

/**
 * Creates one key for each intended effect. Two equal calls at the same time are two effects with two keys. A call
 * that equals one left in doubt, also by a process that has ended, gets the key of that one.
 */
export const createIntents = (store: KeyStore, createKey: () => string): Intents => {
  const source: Source = { store, createKey, inUse: new Set<string>(), unkept: undefined };
  return {
    begin: (of) => {
      // An effect in doubt whose key is nowhere: an equal call could not be recognised, so no call is sent.
      if (source.unkept) throw source.unkept.cause;
      return store.mayHold ? findOrCreate(source, of) : create(source, of);
    },
  };
};

interface Source {
  readonly store: KeyStore;
  readonly createKey: () => string;
  /** The stored keys that a call of this process is using now. */
  readonly inUse: Set<string>;
  /** Set once the key of an effect in doubt could not be stored. */
  unkept: { readonly cause: unknown } | undefined;
}

const findOrCreate = async (source: Source, of: IntentOf): Promise<Intent> => {
  const { store, inUse } = source;
  const id = idOf(of);
  const isFree = (key: string): boolean => !inUse.has(key);
  const old = (await store.expired?.(id))?.find(isFree);
  if (old !== undefined) return new KeyedIntent(source, of, old, 'expired');
  const open = (await store.open(id)).find(isFree);
  if (open === undefined) return create(source, of);
  inUse.add(open);
  return new KeyedIntent(source, of, open, 'open');
};

const create = (source: Source, of: IntentOf): Intent | Promise<Intent> => {
  const { store, createKey, inUse } = source;
  const intent = new KeyedIntent(source, of, createKey(), 'new');
  if (!store.durable) return intent;
  inUse.add(intent.key);
  // Stored before the call is sent: after a crash its key would be unknown.
  return store.add(idOf(of), intent.key).then(() => intent);
};

/** A class that computes its id only when the store needs it: every write has an intent, and few stay open. */
class KeyedIntent implements Intent {
  readonly key: string;
  readonly history: Intent['history'];
  private readonly source: Source;
  private readonly of: IntentOf;
  private isStored: boolean;

  constructor(source: Source, of: IntentOf, key: string, history: Intent['history']) {
    this.key = key;
    this.history = history;
    this.source = source;
    this.of = of;
    this.isStored = history !== 'new' || source.store.durable;
  }

  settle(): Promise<void> | undefined {
    if (!this.isStored) return undefined;
    this.source.inUse.delete(this.key);
    return this.source.store.remove(idOf(this.of), this.key);
  }

  async leaveOpen(): Promise<void> {
    this.source.inUse.delete(this.key);
    if (this.isStored) return;
    try {
      await this.source.store.add(idOf(this.of), this.key);
      this.isStored = true;
    } catch (cause) {
      this.source.unkept = { cause };
      throw cause;
    }
  }
}

const idOf = ({ server, tool, arguments: args, name }: IntentOf): string =>
  name === undefined
    ? createHash('sha256')
        .update(canonical([server, tool, args]))
        .digest('base64url')
    : `name:${server}:${name}`;
