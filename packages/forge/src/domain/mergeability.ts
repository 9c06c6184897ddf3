import type { GitRepository } from '../git/repository.ts';
import type { Pull } from '../state/pulls.ts';

export interface Verdict {
  readonly mergeable: boolean;
  readonly rebaseable: boolean;
}

const maxVerdicts = 5000;

/**
 * Whether heads merge into bases. GitHub computes this on the first request and answers null until it is done. The
 * forge does the same: the first request for a pair of commits starts the work, a later one finds the verdict.
 */
export class Mergeability {
  readonly #verdicts = new Map<string, Verdict>();
  readonly #working = new Map<string, Promise<Verdict>>();
  #held = false;

  /** The verdict if it is known; else starts to look for it. */
  peek(git: GitRepository, pull: Pull, base: string): Verdict | undefined {
    if (this.#held) return undefined;
    const key = keyOf(pull, base);
    const known = this.#verdicts.get(key);
    if (known === undefined && !this.#working.has(key)) this.decide(git, pull, base).catch(() => {});
    return known;
  }

  /** The verdict, waited for. */
  async decide(git: GitRepository, pull: Pull, base: string): Promise<Verdict> {
    const key = keyOf(pull, base);
    const known = this.#verdicts.get(key) ?? this.#working.get(key);
    if (known) return known;
    const work = this.#compute(git, pull, base).finally(() => this.#working.delete(key));
    this.#working.set(key, work);
    const verdict = await work;
    if (this.#verdicts.size >= maxVerdicts) this.#verdicts.clear();
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  /** While held, every question is answered with "not known yet". */
  hold(held: boolean): void {
    this.#held = held;
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#working.values());
  }

  async #compute(git: GitRepository, pull: Pull, base: string): Promise<Verdict> {
    const outcome = await git.merge(base, pull.headSha);
    return { mergeable: outcome.clean, rebaseable: outcome.clean };
  }
}

function keyOf(pull: Pull, base: string): string {
  return `${pull.id}:${pull.headSha}:${base}`;
}
