import { dangerLevels } from '@recourse/engine';
import type { Danger } from '@recourse/engine';
import type { Category, Method } from '../adapter.ts';

/** The danger that the category of an operation suggests. */
const byCategory: Readonly<Record<Category, Danger>> = {
  read: 'safe',
  create: 'reversible',
  update: 'reversible',
  delete: 'destructive',
  execute: 'reversible',
};

/** The danger that the method suggests: a DELETE removes something, regardless of its category in the file. */
const byMethod: Readonly<Record<Method, Danger>> = {
  GET: 'safe',
  HEAD: 'safe',
  POST: 'reversible',
  PUT: 'reversible',
  PATCH: 'reversible',
  DELETE: 'destructive',
};

/** The danger that a name suggests; `*` matches any prefix or suffix. */
const byName: readonly (readonly [Danger, readonly string[]])[] = [
  ['forbidden', ['drop_*', 'delete_all*', 'truncate_*', 'reset_*', 'destroy_*', 'wipe_*', '*_production']],
  ['dangerous', ['force_*', '*_permanently', 'bulk_delete*', 'override_*', 'bypass_*', '*_without_backup', 'purge_*']],
];

/** Names of plain reads. They have one use: a read that the API takes as a POST is safe if it has such a name. */
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
