import { randomUUID } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { Signals } from '../sharing/signals.ts';

/** The parts that may change while a server runs: a list, or the contents of single resources. */
export const changeKinds = ['tools', 'resources', 'prompts', 'contents'] as const;
export type ChangeKind = (typeof changeKinds)[number];

type ListKind = Exclude<ChangeKind, 'contents'>;

/** A change that is announced only to one principal and to those who can see its resources. */
interface Owned {
  readonly owner?: string;
}

/** A change: of a list, or of the contents at an address. */
export type Change =
  ListKind | ({ readonly list: ListKind } & Required<Owned>) | ChangedTools | ({ readonly resource: string } & Owned);

/** Tools that were added, removed or changed. Only clients that may call one of them are notified. */
interface ChangedTools {
  readonly list: 'tools';
  readonly tools: readonly string[];
}

/** Notifies listeners when something changes. */
export interface Changes {
  readonly announced: ReadonlySet<ChangeKind>;
  notify(change: Change): void;
  /** Returns the end of it. */
  subscribe(listener: (change: Change) => void): () => void;
}

export interface ChangesOptions {
  readonly name: string;
  readonly kinds?: readonly ChangeKind[] | undefined;
  /** Notifies the clients of other processes. */
  readonly signals?: Signals | undefined;
  /** All resources that are listed. */
  readonly resources?: () => readonly { readonly uri: string; readonly owner?: string }[];
}

/**
 * Creates the changes of a server. Clients of this process are notified directly, those of other processes through the
 * store. A change that was not announced is refused: clients subscribe only to announced ones.
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
      else for (const { uri, owner } of resources()) tell({ resource: uri, ...(owner !== undefined && { owner }) });
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
      if (!announced.has(kind)) throw new TypeError(`'${name}' has not declared '${kind}' under 'changes'`);
      tell(change);
      signals?.send(topic, JSON.stringify({ from, change })).catch(() => undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const kindOf = (change: Change): ChangeKind => {
  if (typeof change === 'string') return change;
  return 'list' in change ? change.list : 'contents';
};

/** The change in a signal of another process; undefined for our own, and for one of an unknown form. */
const readChange = (text: string, self: string): Change | undefined => {
  const read: unknown = JSON.parse(text);
  if (!isJsonObject(read) || read['from'] === self) return undefined;
  const { change } = read;
  if (!isJsonObject(change)) return listKindOf(change);
  const { resource, owner, tools } = change;
  const list = listKindOf(change['list']);
  if (list === 'tools' && isNames(tools)) return { list, tools };
  if (list) return typeof owner === 'string' ? { list, owner } : undefined;
  return typeof resource === 'string' ? { resource, ...(typeof owner === 'string' && { owner }) } : undefined;
};

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const listKindOf = (value: unknown): ListKind | undefined =>
  changeKinds.find((kind): kind is ListKind => kind === value && kind !== 'contents');
