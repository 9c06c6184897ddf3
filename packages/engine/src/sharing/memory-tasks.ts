import { randomBytes } from 'node:crypto';
import type { StoredTask, Tasks, TaskScope } from './tasks.ts';

interface Entry {
  readonly scope: string;
  readonly expires: number;
  key: string | undefined;
  task: StoredTask;
}

/** Tasks within one process. Those that ended first are dropped first. */
export const createMemoryTasks = (now: () => number = Date.now, most = 10_000): Tasks => {
  const byId = new Map<string, Entry>();
  const byKey = new Map<string, Entry>();

  const freeKey = (entry: Entry): void => {
    if (entry.key !== undefined && byKey.get(entry.key) === entry) byKey.delete(entry.key);
    entry.key = undefined;
  };
  const forget = (entry: Entry): void => {
    freeKey(entry);
    byId.delete(entry.task.id);
  };
  const sweep = (): void => {
    for (const entry of byId.values()) {
      if (entry.expires <= now() || (byId.size > most && entry.task.ended)) forget(entry);
      else if (byId.size <= most) return;
    }
  };
  const read = (entry: Entry | undefined, scope: string): StoredTask | undefined =>
    entry && entry.scope === scope && entry.expires > now() ? entry.task : undefined;

  return {
    create: (given) => {
      const { tool, digest, ttlMs, state, key } = given;
      const scope = scopeOf(given);
      const at = now();
      const id = drawTaskId();
      const task = { id, tool, digest, created_at: at, updated_at: at, ttlMs, version: 1, ended: false, state };
      const keyed = key === undefined ? undefined : keyOf(scope, tool, key);
      const earlier = keyed === undefined ? undefined : byKey.get(keyed);
      if (earlier) freeKey(earlier);
      const entry: Entry = { scope, expires: at + ttlMs, key: keyed, task };
      byId.set(id, entry);
      if (keyed !== undefined) byKey.set(keyed, entry);
      sweep();
      return Promise.resolve(task);
    },
    find: (scope, id) => Promise.resolve(read(byId.get(id), scopeOf(scope))),
    findByKey: (scope, tool, key) => {
      const place = scopeOf(scope);
      return Promise.resolve(read(byKey.get(keyOf(place, tool, key)), place));
    },
    change: (seen, { state, ended = false, freesKey = false }) => {
      const entry = byId.get(seen.id);
      if (!entry || entry.task.ended || entry.task.version !== seen.version) return Promise.resolve(undefined);
      entry.task = { ...entry.task, state, ended, version: seen.version + 1, updated_at: now() };
      if (freesKey) freeKey(entry);
      return Promise.resolve(entry.task);
    },
  };
};

/** Draws 192 random bits, in characters that a header can carry. */
export const drawTaskId = (): string => `task_${randomBytes(24).toString('base64url')}`;

const scopeOf = ({ server, principal }: TaskScope): string => JSON.stringify([server, principal]);

const keyOf = (scope: string, tool: string, key: string): string => JSON.stringify([scope, tool, key]);
