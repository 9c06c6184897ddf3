import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { attempt } from './attempt.ts';

interface Listing {
  readonly real: string;
  /** The regular files in it. Links are not among them. */
  readonly files: ReadonlySet<string>;
}

/** More names than this are not kept; their folders are listed again. */
const mostNames = 500_000;

/**
 * Finds the real paths of files below a root. Lists each folder once: resolving each file by itself costs ten times as
 * much where a folder has many.
 */
export class RealNames {
  readonly realRoot: string;
  readonly #folders = new Map<string, Listing | undefined>();
  #names = 0;

  constructor(realRoot: string) {
    this.realRoot = realRoot;
  }

  /** The absolute path without links and in its own letter case; undefined if nothing is there. */
  find(named: string): string | undefined {
    const file = path.join(this.realRoot, named);
    const listing = this.#list(path.dirname(file));
    const name = path.basename(file);
    if (listing?.files.has(name)) return path.join(listing.real, name);
    // A link, another letter case, or nothing.
    return attempt(() => realpathSync.native(file));
  }

  #list(folder: string): Listing | undefined {
    if (this.#folders.has(folder)) return this.#folders.get(folder);
    const listing = attempt(() => {
      const real = realpathSync.native(folder);
      const entries = readdirSync(real, { withFileTypes: true });
      return { real, files: new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name)) };
    });
    this.#names += 1 + (listing?.files.size ?? 0);
    if (this.#names > mostNames) {
      this.#folders.clear();
      this.#names = 0;
    }
    this.#folders.set(folder, listing);
    return listing;
  }
}
