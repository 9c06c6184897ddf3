import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProfileLimits } from '../limits.ts';
import { ProfileError } from '../problem.ts';
import type { WarningKind, WarningTally } from '../warnings.ts';
import { cleanPath } from './clean-path.ts';
import type { CleanPath } from './clean-path.ts';

/** A folder of another machine, as an absolute path, and the folder of the project that it stands for. */
export interface PathMapping {
  readonly from: string;
  readonly to: string;
}

export interface PlacerOptions {
  /** As the caller names it and as it really is; a profile may name it either way. */
  readonly root: string;
  readonly realRoot: string;
  /** The folder of the profile, relative to the root. Profiles of a part of a project often count from there. */
  readonly profileFolder: string;
  /** Used for absolute paths outside the root, in this order. */
  readonly paths?: readonly PathMapping[];
  readonly limits: ProfileLimits;
  readonly warnings: WarningTally;
}

/**
 * Finds a file that a profile names in the project. Returns only paths inside the root, and counts the other files.
 * Names are compared as written and links are not followed, so callers must open files through a `SafePath`.
 */
export class Placer {
  readonly #roots: readonly CleanPath[];
  readonly #realRoot: string;
  readonly #mappings: readonly { readonly from: CleanPath; readonly to: string }[];
  /** Folders that relative paths start from, unless a reader knows better. */
  readonly bases: readonly string[];
  readonly #limits: ProfileLimits;
  readonly #warnings: WarningTally;
  readonly #places = new Map<string, string | undefined>();
  #looks = 0;

  constructor({ root, realRoot, profileFolder, paths = [], limits, warnings }: PlacerOptions) {
    this.#mappings = paths.flatMap(({ from, to }) => {
      const clean = cleanPath(from);
      return clean?.absolute === true ? [{ from: clean, to }] : [];
    });
    this.#realRoot = realRoot;
    this.#roots = [root, realRoot].map(cleanPath).filter((clean) => clean !== undefined);
    this.bases = ['.', ...foldersUpFrom(profileFolder)];
    this.#limits = limits;
    this.#warnings = warnings;
  }

  /** A path that is relative counts from the first of the folders that has the file; the first, if none does. */
  place(raw: string, at: number, bases: readonly string[] = this.bases): string | undefined {
    const key = bases === this.bases ? raw : `${raw}\0${bases.join('\0')}`;
    if (this.#places.has(key)) return this.#places.get(key);
    return this.#remember(key, this.#find(raw, at, bases), at);
  }

  /** A name that the reader knows to be of no file of the project. */
  leaveOut(name: string, kind: WarningKind, at: number): undefined {
    if (this.#places.has(name)) return;
    this.#warnings.add(kind, at);
    this.#remember(name, undefined, at);
  }

  /** Relative to the root; undefined if it lies elsewhere. Nothing is counted. */
  inside(raw: string, base = '.'): string | undefined {
    const clean = cleanPath(raw);
    return clean && this.#insideFrom(clean, base);
  }

  #insideFrom(clean: CleanPath, base: string): string | undefined {
    if (clean.absolute) return this.#belowRoot(clean) ?? this.#mapped(clean);
    const parts = base === '.' ? clean.parts : (cleanPath(`${base}/${clean.parts.join('/')}`)?.parts ?? ['..']);
    return parts[0] === '..' ? undefined : parts.join('/');
  }

  warn(kind: WarningKind, at: number): void {
    this.#warnings.add(kind, at);
  }

  /** Looks at most twenty times for each file that a profile may name: many names times many folders is too much. */
  exists(place: string): boolean {
    this.#looks += 1;
    if (this.#looks > this.#limits.files * 20) throw new ProfileError('resolving its paths takes too many lookups');
    return existsSync(path.join(this.#realRoot, place));
  }

  #remember(key: string, place: string | undefined, at: number): string | undefined {
    if (this.#places.size >= this.#limits.files) {
      throw new ProfileError(`it lists more than ${this.#limits.files} files`, at);
    }
    this.#places.set(key, place);
    return place;
  }

  #find(raw: string, at: number, bases: readonly string[]): string | undefined {
    const clean = cleanPath(raw);
    if (!clean) {
      this.#warnings.add('path_unreadable', at);
      return undefined;
    }
    let first: string | undefined;
    for (const base of clean.absolute ? ['.'] : bases) {
      const place = this.#insideFrom(clean, base);
      if (place === undefined || place === '') continue;
      if (this.exists(place)) return place;
      first ??= place;
    }
    this.#warnings.add(first === undefined ? 'outside_root' : 'source_missing', at);
    return first;
  }

  #belowRoot(file: CleanPath): string | undefined {
    for (const root of this.#roots) if (isBelow(root, file)) return file.parts.slice(root.parts.length).join('/');
    return undefined;
  }

  #mapped(file: CleanPath): string | undefined {
    for (const { from, to } of this.#mappings) {
      if (!isBelow(from, file)) continue;
      const parts = cleanPath(`${to}/${file.parts.slice(from.parts.length).join('/')}`)?.parts ?? ['..'];
      return parts[0] === '..' ? undefined : parts.join('/');
    }
    return undefined;
  }
}

const isBelow = (folder: CleanPath, file: CleanPath): boolean => {
  const same = folder.drive === undefined ? isSame : isSameOnWindows;
  return folder.drive === file.drive && folder.parts.every((part, index) => same(part, file.parts[index]));
};

const isSame = (one: string, other: string | undefined): boolean => one === other;
const isSameOnWindows = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase();

/** `a/b` gives `a/b` and `a`. */
const foldersUpFrom = (folder: string): readonly string[] => {
  const parts = cleanPath(folder)?.parts ?? [];
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
};
