import { repositoryState } from '../git/index.ts';
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
  const [history, state] = await Promise.all([
    readHistory({ root, path: given ?? historyPath }),
    repositoryState(root),
  ]);
  const branch = state?.branch === undefined ? {} : { branch: state.branch };
  if (!('code' in history)) return { history, ...branch };
  if (needed) throw refuseWith(history);
  return branch;
};
