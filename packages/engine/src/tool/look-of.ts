import type { AppliedWhen, JsonObject, NextAction } from '@recourse/contract';
import type { Operation } from './operation.ts';

/** A call that shows whether another took effect, and by what a program knows. */
export type Look = NextAction & { readonly applied_when: AppliedWhen };

/** What the author of an operation may go by: the arguments may not be all that tells one effect from another. */
export interface LookedFor {
  readonly idempotency_key?: string;
}

/** The look that an operation declares, as the next action of a failure that leaves its effect unknown. */
export const lookOf = (
  operation: Operation,
  args: JsonObject,
  key: string | undefined,
): { readonly next_actions?: readonly [Look] } => {
  try {
    const look = operation.verify?.(args, key === undefined ? {} : { idempotency_key: key });
    return look ? { next_actions: [look] } : {};
  } catch {
    // The failure is told all the same: a look that cannot be named is none.
    return {};
  }
};
