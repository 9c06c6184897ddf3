import { realpath } from 'node:fs/promises';
import nodePath from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { errorCode } from './files/error-code.ts';
import { pathSyntaxProblem } from './files/path-syntax.ts';
import { partsBelow, resolveInside } from './files/resolve-inside.ts';
import { createSafePath } from './files/safe-path.ts';
import { accept, refuse } from './guard.ts';
import type { Guard, GuardSettings, Refusal } from './guard.ts';

export type PathOptions = {
  /** The name of a root; the server's settings know its folder. */
  readonly root: string;
  readonly mustExist?: boolean;
  /** The required type, if the path exists. */
  readonly type?: 'file' | 'folder';
  /** With their dots: `.json`. */
  readonly extensions?: readonly string[];
};

/**
 * Judges a path inside a root, after following every link on the way. The scope is checked before anything else, so
 * that a path outside the root is refused as such whatever its extension. The handle is a `SafePath`.
 */
export const path: Guard = async (value, options, settings) => {
  const problem = pathSyntaxProblem(value);
  if (problem) return problem;
  const root = rootFolder(options, settings);
  const realRoot = await realpath(root);
  const wanted = nodePath.resolve(realRoot, value);
  // An absolute path may name the root as the operator does, or as it really is.
  const parts = partsBelow(realRoot, wanted) ?? partsBelow(root, wanted);
  if (!parts) return refuse('outside', 'it is outside the root');
  const place = await resolve(realRoot, parts);
  if (!place.ok) return place;
  const form = extensionProblem(value, options);
  if (form) return form;
  const { stats } = place;
  if (!stats) {
    return options['mustExist'] === true
      ? refuse('missing', 'there is nothing at this path')
      : accept(createSafePath(realRoot, place.parts));
  }
  if (!stats.isFile() && !stats.isDirectory()) return refuse('special_file', 'it is neither a file nor a folder');
  if (options['type'] === 'file' && !stats.isFile()) return refuse('special_file', 'it is a folder, not a file');
  if (options['type'] === 'folder' && !stats.isDirectory()) {
    return refuse('special_file', 'it is a file, not a folder');
  }
  return accept(createSafePath(realRoot, place.parts));
};

const rootFolder = (options: JsonObject, { roots = {} }: GuardSettings): string => {
  const name = options['root'];
  const folder = typeof name === 'string' && Object.hasOwn(roots, name) ? roots[name] : undefined;
  if (folder === undefined || !nodePath.isAbsolute(folder)) {
    throw new Error('The guard settings have no absolute folder for the root of a path field');
  }
  return nodePath.resolve(folder);
};

const resolve = async (realRoot: string, parts: readonly string[]): ReturnType<typeof resolveInside> => {
  try {
    return await resolveInside(realRoot, parts);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENAMETOOLONG') return refuse('too_long', 'a part of it is too long for a file name');
    if (code === 'EACCES') return refuse('outside', 'permission to read a folder in the path was denied');
    throw error;
  }
};

const extensionProblem = (value: string, options: JsonObject): Refusal | undefined => {
  const { extensions } = options;
  if (extensions === undefined) return undefined;
  if (!Array.isArray(extensions)) throw new TypeError("'extensions' must be a list");
  return extensions.includes(nodePath.extname(value).toLowerCase())
    ? undefined
    : refuse('form', `it must end in ${extensions.join(' or ')}`);
};
