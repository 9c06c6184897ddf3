import { ownProcessFacts } from './process-facts.ts';
import type { Renewal } from './renewal.ts';

export interface OwnerOptions {
  readonly leaseMs: number;
  /** Writes the row of this process, with what tells it from others, and returns its number. */
  register(facts: string | null): Promise<number>;
  /** Starts the thread that renews the lease of that row. */
  renew(id: number): Promise<Renewal> | undefined;
}

/** The owner of the claims that this process makes: one row in the store whose lease a thread renews. */
export interface Owner {
  readonly leaseMs: number;
  /** The number of the row. The first call writes it and starts the thread. */
  ready(): Promise<number>;
  close(): Promise<void>;
}

/** Prepares the owner. Nothing is written and no thread runs before the first claim. */
export const createOwner = ({ leaseMs, register, renew }: OwnerOptions): Owner => {
  let starting: Promise<{ readonly id: number; readonly thread: Renewal | undefined }> | undefined;
  const start = async () => {
    const facts = ownProcessFacts();
    const id = await register(facts ? JSON.stringify(facts) : null);
    return { id, thread: await renew(id) };
  };
  return {
    leaseMs,
    ready: async () => {
      starting ??= start();
      try {
        return (await starting).id;
      } catch (error) {
        // The next claim tries again.
        starting = undefined;
        throw error;
      }
    },
    close: async () => {
      const started = await starting?.catch(() => undefined);
      await started?.thread?.close();
    },
  };
};
