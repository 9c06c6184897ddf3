import type { ChildPlan } from './child-plan.ts';
import { startGrouped } from './grouped/start-grouped.ts';
import { signalGroup } from './signal-group.ts';
import type { StartedChild } from './started-child.ts';

/** A child that continues until it ends by itself or is ended. */
export interface LongLivedChild extends Pick<StartedChild, 'process' | 'endRest'> {
  /** Ends its process group at once. `endRest` ends those that left the group. */
  readonly kill: () => void;
}

/** Starts a program that outlives the call, such as an app with windows, in a process group of its own. */
export const startChild = (plan: Omit<ChildPlan, 'timeoutMs' | 'input'>): LongLivedChild => {
  const { process: child, endRest } = startGrouped(plan);
  return { process: child, endRest, kill: () => signalGroup(child, 'SIGKILL') };
};
