import { randomUUID } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { Signals } from '../sharing/signals.ts';

/** What may change while a server runs: a list, or the contents of single resources. */
export const changeKinds = ['tools', 'resources', 'prompts', 'contents'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Something has changed: a list, or what stands at an address. */
export type Change = Exclude<ChangeKind, 'contents'> | { readonly resource: string };

/** Who is told when something changes. */
export interface Changes {
  readonly announced: ReadonlySet<ChangeKind>;
  notify(change: Change): void;
  /** Returns the end of it. */
  subscribe(listener: (change: Change) => void): () => void;
}

export interface ChangesOptions {
  readonly name: string;
  readonly kinds?: readonly ChangeKind[] | undefined;
  /** Reaches the clients of other processes. */
  readonly signals?: Signals | undefined;
  /** The addresses of all resources that are listed. */
  readonly resources?: () => readonly string[];
}

/**
 * Creates the changes of a server. Clients of this process are told at once, those of other processes through the store.
 * A change that was not announced is refused: clients subscribe only to announced ones.
 */
export const createChanges = ({ name, kinds = [], signals, resources = () => [] }: ChangesOptions): Changes => {
  const announced = new Set(kinds);
  const listeners = new Set<(change: Change) => void>();
  const topic = `changes ${name}`;
  const from = randomUUID();
  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  const onMissed = (): void => {
    for (const kind of announced) {
      if (kind !== 'contents') tell(kind);
      else for (const resource of resources()) tell({ resource });
    }
  };
  const onSignal = (text: string): void => {
    const change = readChange(text, from);
    if (change !== undefined && announced.has(kindOf(change))) tell(change);
  };
  // The store was just opened. If it is gone again, changes still reach the clients of this process.
  if (signals && announced.size > 0) void signals.listen(topic, { onSignal, onMissed }).catch(() => undefined);
  return {
    announced,
    notify: (change) => {
      const kind = kindOf(change);
      if (!announced.has(kind)) throw new TypeError(`'${name}' has not announced '${kind}' under changes`);
      tell(change);
      signals?.send(topic, JSON.stringify({ from, change })).catch(() => undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const kindOf = (change: Change): ChangeKind => (typeof change === 'string' ? change : 'contents');

/** The change in a signal of another process; undefined for our own, and for one of an unknown form. */
const readChange = (text: string, self: string): Change | undefined => {
  const read: unknown = JSON.parse(text);
  if (!isJsonObject(read) || read['from'] === self) return undefined;
  const { change } = read;
  if (isJsonObject(change))
    return typeof change['resource'] === 'string' ? { resource: change['resource'] } : undefined;
  return changeKinds.find((kind): kind is Exclude<ChangeKind, 'contents'> => kind === change && kind !== 'contents');
};
