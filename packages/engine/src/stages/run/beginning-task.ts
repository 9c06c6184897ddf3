import type { Call } from '../../call/call.ts';
import type { BeginningTask } from '../../call/task-request.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';

/** Describes a call that continues as a task, for the front door to keep. */
export const beginningTask = (call: Call, operation: Operation): BeginningTask => {
  const { idempotency_key: key } = call.meta;
  const { subject } = call.state;
  return {
    operation: operation.name,
    writes: call.state.writes ?? true,
    ...(key !== undefined && { idempotency_key: key }),
    ...(subject && { subject }),
    ...lookOf(operation, call),
  };
};
