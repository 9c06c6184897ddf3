import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { attempt, isSystemError } from './attempt.ts';
import type { RealNames } from './real-names.ts';

/** A regular file inside the root that is open for reading. */
export interface OpenFile {
  /** Its real name, relative to the root and with `/`: links and letter case lead to one file. */
  readonly name: string;
  readonly descriptor: number;
  readonly stats: Stats;
}

// Without O_NONBLOCK, opening a pipe would wait for its other end.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file inside the root, closes it after `use`, and returns what `use` returns. Undefined for anything else: a
 * file outside the root or behind a link that leads there, a folder, a pipe, a file that cannot be read.
 */
export function* withFile<Result>(
  names: RealNames,
  named: string,
  use: (file: OpenFile) => Generator<void, Result, void>,
): Generator<void, Result | undefined, void> {
  const real = names.find(named);
  if (real === undefined || !real.startsWith(names.realRoot + path.sep)) return undefined;
  const descriptor = attempt(() => openSync(real, flags));
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    const name = real.slice(names.realRoot.length + 1);
    if (!stats.isFile()) return undefined;
    return yield* use({ name: path.sep === '/' ? name : name.replaceAll(path.sep, '/'), descriptor, stats });
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
