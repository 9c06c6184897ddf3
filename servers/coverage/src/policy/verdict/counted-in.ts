import type { Verdict } from './verdict.ts';

/** Says of a file of the profile whether the verdict is about it. */
export const countedIn = ({ left }: Pick<Verdict, 'left'>): ((path: string) => boolean) => {
  const out = new Set([...left.excluded, ...left.ignored]);
  return (path) => !out.has(path);
};
