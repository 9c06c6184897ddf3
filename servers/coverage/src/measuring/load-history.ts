import { branchOf } from '../git/index.ts';
import { readHistory } from '../policy/index.ts';
import type { History } from '../policy/index.ts';
import { refuseWith } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

export interface LoadedHistory {
  readonly history?: History;
  readonly branch?: string;
}

/** Loads the history and the current branch. A history that cannot be read is an error only if it is needed. */
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
