const form = /^[a-z0-9._-]+\/(?:[a-z0-9._-]+|\*)$/;

/** Repositories that are allowed: all if there is no list, none if it is empty. */
export interface Allowlist {
  allows(repo: string): boolean;
  /** False if everything is allowed. */
  readonly isLimited: boolean;
}

/** Reads names such as `octocat/hello-world` and `octocat/*`. GitHub's names do not mind case. */
export const createAllowlist = (patterns: readonly string[] | undefined): Allowlist => {
  if (!patterns) return { allows: () => true, isLimited: false };
  const wanted = new Set(patterns.map((pattern) => pattern.trim().toLowerCase()));
  const wrong = [...wanted].filter((pattern) => !form.test(pattern));
  if (wrong.length > 0) {
    throw new TypeError(
      `A list of repositories must contain names such as 'octocat/hello-world' or 'octocat/*', got '${wrong.join("', '")}'`,
    );
  }
  return {
    isLimited: true,
    allows: (repo) => {
      const name = repo.toLowerCase();
      return wanted.has(name) || wanted.has(`${name.split('/', 1)[0] ?? ''}/*`);
    },
  };
};
