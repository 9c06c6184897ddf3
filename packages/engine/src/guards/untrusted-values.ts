import type { DurationOptions, SafeDuration } from './duration.ts';
import type { SafePath } from './files/safe-path.ts';
import type { Refusal, Verdict } from './guard.ts';
import { judge } from './judge.ts';
import type { PathOptions } from './path.ts';

export type { FileAccess, SafePath } from './files/safe-path.ts';
export type { Refusal } from './guard.ts';

/** A path that came from elsewhere than a call, such as a file's own text, judged as a field of kind `path` is. */
export const judgePath = async (
  root: string,
  value: string,
  options: Omit<PathOptions, 'root'> = {},
): Promise<{ readonly ok: true; readonly path: SafePath } | Refusal> => {
  const verdict = await judge('path', value, { ...options, root: 'root' }, { roots: { root } });
  // The guard's handle is always one: see `path`.
  return verdict.ok ? { ok: true, path: verdict.handle as SafePath } : verdict;
};

/** A reference of git that came from elsewhere than a call. */
export const judgeGitRef = (value: string): Promise<Verdict> => judge('gitRef', value, {}, {});

/** A length of time that came from elsewhere than a call. */
export const judgeDuration = async (
  value: string,
  options: DurationOptions = {},
): Promise<{ readonly ok: true; readonly milliseconds: number } | Refusal> => {
  const verdict = await judge('duration', value, options, {});
  return verdict.ok ? { ok: true, milliseconds: (verdict.handle as SafeDuration).milliseconds } : verdict;
};
