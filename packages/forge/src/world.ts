import path from 'node:path';
import type { Clock } from './clock.ts';
import type { Mergeability } from './domain/mergeability.ts';
import type { KeyedGate } from './git/gate.ts';
import { GitRepository } from './git/repository.ts';
import type { Limits } from './limits/limits.ts';
import type { State } from './state/state.ts';

/** The state and services that every part of a running forge shares. */
export interface World {
  readonly state: State;
  readonly gits: GitRepositories;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly mergeability: Mergeability;
  /** Two merges of one pull request follow one another, by the id of the pull request. */
  readonly merging: KeyedGate;
  /** Pull requests follow the branches of a repository one after the other, by the id of the repository. */
  readonly following: KeyedGate;
  /** Where clients reach the forge, without a slash at the end. */
  readonly url: () => string;
}

const maxOpen = 64;

/** The bare repositories on disk, one folder for each id, so that no name from outside becomes a path. */
export class GitRepositories {
  readonly root: string;
  readonly #open = new Map<number, GitRepository>();

  constructor(root: string) {
    this.root = root;
  }

  folderOf(id: number): string {
    return `${id}.git`;
  }

  of(repository: { readonly id: number }): GitRepository {
    const known = this.#open.get(repository.id);
    if (known) return known;
    if (this.#open.size >= maxOpen) this.closeAll();
    const git = new GitRepository(path.join(this.root, this.folderOf(repository.id)));
    this.#open.set(repository.id, git);
    return git;
  }

  forget(id: number): void {
    this.#open.get(id)?.close();
    this.#open.delete(id);
  }

  /** Readers restart by themselves when they are asked again; the queues of refs must stay the same. */
  closeAll(): void {
    for (const git of this.#open.values()) git.close();
  }
}
