import type { Progress } from '@recourse/engine';
import type { SafePath } from '@recourse/engine/guarded-fields';
import type { Toolbox } from '../toolbox.ts';
import type { Sources } from './judge.ts';
import { loadPolicy } from './load-policy.ts';
import { loadProfiles } from './load-profiles.ts';
import { watchCall } from './progress.ts';

/** The handles of a call, by the names of its fields. */
interface PathCall {
  readonly arguments: object;
  readonly handle: <Handle>(pointer: string) => Handle;
}

interface WatchedCall extends PathCall {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

/** The checked path of a field; undefined if it was not given. */
export const pathOf = ({ arguments: args, handle }: PathCall, name: string): SafePath | undefined =>
  Object.hasOwn(args, name) ? handle<SafePath>(`/${name}`) : undefined;

/** The policy, and the profile that is there already. Nothing is run. */
export const findExisting = async (toolbox: Toolbox, call: WatchedCall): Promise<Sources> => {
  const policy = await loadPolicy(toolbox.root, pathOf(call, 'configPath')?.relative);
  const watch = watchCall(call, toolbox.now);
  return { policy, ...(await loadProfiles(toolbox, policy, { given: pathOf(call, 'profile'), watch })) };
};
