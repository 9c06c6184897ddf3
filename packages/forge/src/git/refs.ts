import { Gate } from './gate.ts';
import { GitError } from './git-error.ts';
import { zeroSha } from './names.ts';
import type { ObjectReader } from './object-reader.ts';
import { runGit } from './run-git.ts';

export interface ListedRef {
  readonly name: string;
  readonly sha: string;
}

export interface Ref extends ListedRef {
  readonly type: string;
}

/** One ref that moves. `from` is what it must hold now (undefined: it must not exist); `to` undefined deletes it. */
export interface RefMove {
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A ref did not hold the expected value, so that nothing of the transaction was done. */
export class StaleRef extends Error {
  override readonly name = 'StaleRef';
  readonly ref: string;
  readonly actual: string | undefined;

  constructor(ref: string, actual: string | undefined) {
    super(`${ref} is at ${actual ?? 'nothing'}`);
    this.ref = ref;
    this.actual = actual;
  }
}

/** Moves refs by compare-and-swap: a stale update fails instead of overwriting. */
export class Refs {
  readonly #directory: string;
  readonly #reader: ObjectReader;
  /** Git locks refs too; a queue in the process spares the waiting on lock files. */
  readonly #queue = new Gate(1);

  constructor(directory: string, reader: ObjectReader) {
    this.#directory = directory;
    this.#reader = reader;
  }

  async get(name: string): Promise<Ref | undefined> {
    const info = await this.#reader.info(name);
    return info && { name, sha: info.sha, type: info.type };
  }

  /**
   * In the order of their names, `limit` of them after the first `skip`, under a folder or beginning with a prefix.
   * Types are left out: asking for them makes git open the object of every ref that it knows.
   */
  async list(prefix: string, { limit, skip = 0 }: { limit: number; skip?: number }): Promise<ListedRef[]> {
    const pattern = prefix.endsWith('/') ? prefix : `${prefix}*`;
    const patterns = prefix.endsWith('/') ? [pattern] : [pattern, `${prefix}*/**`];
    const { stdout } = await runGit(this.#directory, [
      'for-each-ref',
      `--count=${skip + limit}`,
      '--format=%(refname) %(objectname)',
      ...patterns,
    ]);
    const lines = stdout.toString('utf8').split('\n').slice(skip, -1);
    return lines.map((line) => {
      const [name = '', sha = ''] = line.split(' ');
      return { name, sha };
    });
  }

  move(moves: readonly RefMove[]): Promise<void> {
    return this.#queue.run(async () => {
      const lines = moves.map(({ name, from, to }) =>
        to === undefined
          ? `delete ${name}\0${from ?? zeroSha}\0`
          : to === from
            ? `verify ${name}\0${from}\0`
            : `update ${name}\0${to}\0${from ?? zeroSha}\0`,
      );
      try {
        await runGit(this.#directory, ['update-ref', '-z', '--stdin'], { input: lines.join('') });
      } catch (error) {
        if (error instanceof GitError) await this.#explain(moves);
        throw error;
      }
    });
  }

  async setHead(branch: string): Promise<void> {
    await runGit(this.#directory, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  }

  async #explain(moves: readonly RefMove[]): Promise<void> {
    for (const move of moves) {
      const actual = await this.get(move.name);
      if (actual?.sha !== move.from) throw new StaleRef(move.name, actual?.sha);
    }
  }
}
