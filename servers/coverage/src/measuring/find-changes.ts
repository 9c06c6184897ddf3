import { changedLines, isGitProblem } from '../git/index.ts';
import type { Changes } from '../git/index.ts';
import { refuseWith } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

/** What has changed since a reference, the working tree included. */
export const findChanges = async ({ root }: Toolbox, ref: string, field?: string): Promise<Changes> => {
  const changes = await changedLines({ root, ref });
  if (!isGitProblem(changes)) return changes;
  throw refuseWith({ code: changes.code, details: { ...changes.details, ...(field !== undefined && { field }) } });
};
