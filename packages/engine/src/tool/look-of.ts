import type { AppliedWhen, NextAction } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import { intentOf } from '../call/intent.ts';
import type { Operation } from './operation.ts';

/** A call that shows whether another one took effect, and the value by which a program can tell. */
export type Look = NextAction & { readonly applied_when: AppliedWhen };

/** Identifies the effect to look for, in addition to the arguments. */
export interface LookedFor {
  readonly idempotency_key?: string;
  /** The name of the intent, which the handler has stored with its effect; absent for a call without a key. */
  readonly intent?: string;
  /** When the call began, in milliseconds: the effect is not older. Clocks of two machines differ. */
  readonly started_at: number;
}

/** The lookup that an operation declares, as the next action of a failure that leaves its effect unknown. */
export const lookOf = (
  operation: Operation,
  call: Call,
  {
    key = call.meta.idempotency_key,
    startedAt = call.started_at,
  }: { readonly key?: string; readonly startedAt?: number } = {},
): { readonly next_actions?: readonly [Look] } => {
  try {
    const identified = key !== undefined && {
      idempotency_key: key,
      intent: intentOf(call.principal.id, operation.name, key),
    };
    const look = operation.verify?.(call.arguments, { started_at: startedAt, ...identified });
    return look ? { next_actions: [look] } : {};
  } catch {
    // The failure is reported anyway, without a lookup that cannot be named.
    return {};
  }
};
