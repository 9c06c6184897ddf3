import { dangerLevels } from '@recourse/engine';
import type { Danger } from '@recourse/engine';
import type { Category, Method } from '../adapter.ts';

/** What the kind of an operation suggests. */
const byCategory: Readonly<Record<Category, Danger>> = {
  read: 'safe',
  create: 'reversible',
  update: 'reversible',
  delete: 'destructive',
  execute: 'reversible',
};

/** What the method suggests: whatever the file calls it, a DELETE removes something. */
const byMethod: Readonly<Record<Method, Danger>> = {
  GET: 'safe',
  HEAD: 'safe',
  POST: 'reversible',
  PUT: 'reversible',
  PATCH: 'reversible',
  DELETE: 'destructive',
};

/** What a name suggests; `*` stands for any end or beginning. */
const byName: readonly (readonly [Danger, readonly string[]])[] = [
  ['forbidden', ['drop_*', 'delete_all*', 'truncate_*', 'reset_*', 'destroy_*', 'wipe_*', '*_production']],
  ['dangerous', ['force_*', '*_permanently', 'bulk_delete*', 'override_*', 'bypass_*', '*_without_backup', 'purge_*']],
];

/** Names that only look. They vouch for a read that an API wants to have posted, and for nothing else. */
const lookingNames = ['get_*', 'list_*', 'search_*', 'count_*', 'check_*', 'find_*', 'query_*', 'introspect*'];

/**
 * How dangerous an operation is by what it is called and how it is sent: the highest that any of them suggests. A file
 * may raise it; only the operator lowers it.
 */
export const inferDanger = (method: Method, category: Category, name: string): Danger => {
  const postedRead = method === 'POST' && category === 'read' && lookingNames.some((pattern) => suits(name, pattern));
  const suggested = byName.find(([, patterns]) => patterns.some((pattern) => suits(name, pattern)))?.[0];
  return [byCategory[category], postedRead ? 'safe' : byMethod[method], suggested ?? 'safe'].reduce(higherDanger);
};

/** The higher of two dangers. */
export const higherDanger = (one: Danger, other: Danger): Danger =>
  dangerLevels.indexOf(one) > dangerLevels.indexOf(other) ? one : other;

const suits = (name: string, pattern: string): boolean =>
  pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name.startsWith(pattern.slice(0, -1));
