import { changedLines, isGitProblem } from '../git/index.ts';
import type { Changes } from '../git/index.ts';
import type { Policy } from '../policy/index.ts';
import { refuseWith } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

/** Finds the changes since a reference, including those in the working tree. */
export const findChanges = async ({ root }: Toolbox, ref: string, field?: string): Promise<Changes> => {
  const changes = await changedLines({ root, ref });
  if (!isGitProblem(changes)) return changes;
  throw refuseWith({ code: changes.code, details: { ...changes.details, ...(field !== undefined && { field }) } });
};

/** The changes that a verdict is held to: those that the caller names, else those that the policy does. */
export const changesFor = async (
  toolbox: Toolbox,
  { diff }: Policy,
  diffRef: string | undefined,
): Promise<Changes | undefined> => {
  if (diffRef !== undefined) return findChanges(toolbox, diffRef, 'diffRef');
  return diff.enabled ? findChanges(toolbox, diff.base) : undefined;
};
