import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../guard.ts';
import type { Refusal } from '../guard.ts';
import { errorCode } from './error-code.ts';

/** A place inside a root, with no link on the way. */
export interface InsidePlace {
  readonly ok: true;
  /** The names from the real root down; none of those that exist is a link. */
  readonly parts: readonly string[];
  /** The stats of the existing entry, if there is one. */
  readonly stats?: Stats;
}

/** The way from one folder down to a path, by its parts; undefined if the path lies elsewhere. */
export const partsBelow = (folder: string, target: string): readonly string[] | undefined => {
  const way = path.relative(folder, target);
  if (way === '') return [];
  const parts = way.split(path.sep);
  return parts[0] === '..' || path.isAbsolute(way) ? undefined : parts;
};

/**
 * Follows every link on the way and says where it ends. A link that leads out is refused, and so is one that leads
 * nowhere: a later write would create its target.
 */
export const resolveInside = async (realRoot: string, wanted: readonly string[]): Promise<InsidePlace | Refusal> => {
  let place: Required<InsidePlace> = { ok: true, parts: [], stats: await lstat(realRoot) };
  for (const [index, name] of wanted.entries()) {
    if (!place.stats.isDirectory()) return refuse('special_file', 'a part of it is a file, not a folder');
    const parts = place.parts.concat(name);
    const here = path.join(realRoot, ...parts);
    const stats = await lstatOrNothing(here);
    if (!stats) return { ok: true, parts: parts.concat(wanted.slice(index + 1)) };
    const next = stats.isSymbolicLink() ? await followLink(realRoot, here) : { ok: true as const, parts, stats };
    if (!next.ok) return next;
    place = next;
  }
  return place;
};

const followLink = async (realRoot: string, link: string): Promise<Required<InsidePlace> | Refusal> => {
  let real: string;
  try {
    real = await realpath(link);
  } catch {
    return refuse('link', 'a link in the path is broken');
  }
  const parts = partsBelow(realRoot, real);
  return parts
    ? { ok: true, parts, stats: await lstat(real) }
    : refuse('link', 'a link in the path leads outside the root');
};

const lstatOrNothing = async (file: string): Promise<Stats | undefined> => {
  try {
    return await lstat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};
