import { branchOf } from '../git/index.ts';
import { readHistory } from '../policy/index.ts';
import type { History } from '../policy/index.ts';
import { refuseWith } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

export interface LoadedHistory {
  readonly history?: History;
  readonly branch?: string;
}

/** What was recorded, and the branch to read it by. One that cannot be read matters only to who needs it. */
export const loadHistory = async (
  { root, historyPath }: Toolbox,
  given: string | undefined,
  needed: boolean,
): Promise<LoadedHistory> => {
  const [history, name] = await Promise.all([readHistory({ root, path: given ?? historyPath }), branchOf(root)]);
  const branch = name === undefined ? {} : { branch: name };
  if (!('code' in history)) return { history, ...branch };
  if (needed) throw refuseWith(history);
  return branch;
};
