import { mkdir } from 'node:fs/promises';
import { checkAddress } from './check-address.ts';
import { createMemory } from './create-memory.ts';
import { fetchCommit } from './fetch-commit.ts';
import type { FetchOptions } from './fetch-commit.ts';
import { findHead } from './find-head.ts';
import { defaultLimits } from './limits.ts';
import type { SourceLimits } from './limits.ts';
import { openTree } from './open-tree.ts';
import type { Listing } from './open-tree.ts';
import type { GitSetting } from './run-git.ts';
import type { Repositories } from './tree.ts';

export interface RepositoriesOptions {
  /** Holds the fetched commits. Processes may share it, and it can be deleted while none of them is at work. */
  readonly folder: string;
  /** The git program; found in PATH by default. */
  readonly git?: string;
  /** Prefixes of the addresses that runs may read from; defaults to GitHub's alone. */
  readonly allowed?: readonly string[];
  /** Returns the access token for an address. */
  readonly credentials?: (url: string) => Promise<string | undefined> | string | undefined;
  readonly limits?: Partial<SourceLimits>;
}

const megabyte = 1024 * 1024;
const mostListingBytes = 32 * megabyte;
const mostBlobBytes = 32 * megabyte;
/** About what an entry takes in memory, besides its path. */
const entryBytes = 200;

/** Reads commits of repositories over HTTP, inside the addresses and limits that the operator permits. */
export const createRepositories = (given: RepositoriesOptions): Repositories => {
  const { folder, git = 'git', allowed = ['https://github.com/'], credentials } = given;
  const limits = { ...defaultLimits, ...given.limits };
  // The steps and gates of a run read the same files repeatedly.
  const listings = createMemory<Listing>(mostListingBytes, ({ entries }) =>
    entries.reduce((sum, { path }) => sum + 2 * path.length + entryBytes, 0),
  );
  const blobs = createMemory<Uint8Array>(mostBlobBytes, ({ byteLength }) => byteLength);
  const optionsFor = async (url: URL, signal: AbortSignal): Promise<FetchOptions> => {
    signal.throwIfAborted();
    await mkdir(folder, { recursive: true });
    const token = await credentials?.(url.href);
    return { git, folder, limits, signal, settings: token === undefined ? [] : [headerFor(url, token)] };
  };
  return {
    head: async (address, branch, signal) => {
      const url = checkAddress(address, allowed);
      return findHead(url, branch, await optionsFor(url, signal));
    },
    withTree: async (place, signal, use) => {
      const url = checkAddress(place.url, allowed);
      const gitDir = await fetchCommit(url, place.sha, await optionsFor(url, signal));
      return use(await openTree(place, { git, gitDir, limits, signal, listings, blobs }));
    },
  };
};

/** Sends the token to this repository only. */
const headerFor = (url: URL, token: string): GitSetting => [
  `http.${url.href}.extraHeader`,
  `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
];
