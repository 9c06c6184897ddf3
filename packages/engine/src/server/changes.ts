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

/** What is told without having been announced reaches nobody: clients subscribe to what is announced. */
export const createChanges = (name: string, kinds: readonly ChangeKind[] = []): Changes => {
  const announced = new Set(kinds);
  const listeners = new Set<(change: Change) => void>();
  return {
    announced,
    notify: (change) => {
      const kind = typeof change === 'string' ? change : 'contents';
      if (!announced.has(kind)) throw new TypeError(`'${name}' has not announced '${kind}' under changes`);
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
