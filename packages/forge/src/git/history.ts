import { GitError } from './git-error.ts';
import { runGit } from './run-git.ts';

export interface LogQuery {
  readonly from: string;
  readonly notIn?: string;
  readonly path?: string;
  readonly author?: string;
  readonly since?: string;
  readonly until?: string;
  readonly skip?: number;
  readonly limit: number;
  readonly oldestFirst?: boolean;
}

/** Questions about how commits follow one another. Every id given here was resolved before. */
export class History {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    if (ancestor === descendant) return true;
    const { code } = await runGit(this.#directory, ['merge-base', '--is-ancestor', ancestor, descendant], {
      answers: [1],
    });
    return code === 0;
  }

  async mergeBase(a: string, b: string): Promise<string | undefined> {
    const { stdout } = await runGit(this.#directory, ['merge-base', a, b], { answers: [1] });
    return stdout.toString('latin1').trim() || undefined;
  }

  /** How many commits each side has that the other has not. */
  async divergence(base: string, head: string): Promise<{ behind: number; ahead: number }> {
    const { stdout } = await runGit(this.#directory, ['rev-list', '--left-right', '--count', `${base}...${head}`]);
    const [behind = 0, ahead = 0] = stdout.toString('latin1').trim().split(/\s+/).map(Number);
    return { behind, ahead };
  }

  async count(from: string, notIn: string): Promise<number> {
    const { stdout } = await runGit(this.#directory, ['rev-list', '--count', from, `^${notIn}`]);
    return Number(stdout.toString('latin1').trim());
  }

  async log(query: LogQuery): Promise<string[]> {
    const { stdout } = await runGit(this.#directory, [
      'rev-list',
      `--max-count=${query.limit}`,
      `--skip=${query.skip ?? 0}`,
      ...(query.author ? ['--fixed-strings', '--regexp-ignore-case', `--author=${query.author}`] : []),
      ...(query.since ? [`--since=${query.since}`] : []),
      ...(query.until ? [`--until=${query.until}`] : []),
      ...(query.oldestFirst ? ['--reverse', '--topo-order'] : []),
      query.from,
      ...(query.notIn ? [`^${query.notIn}`] : []),
      '--',
      ...(query.path ? [`:(literal,top)${query.path}`] : []),
    ]);
    return stdout.toString('latin1').split('\n').filter(Boolean);
  }

  /** Where the program's own repository check is wanted: throws when an object is missing or broken. */
  async check(): Promise<void> {
    const { stderr, code } = await runGit(this.#directory, ['fsck', '--full', '--strict', '--no-dangling'], {
      answers: [1, 2, 3, 4, 8],
      timeoutMs: 300_000,
    });
    if (code !== 0) throw new GitError(`git fsck: ${stderr.trim()}`, code);
  }
}
