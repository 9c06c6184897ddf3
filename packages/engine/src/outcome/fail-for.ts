import { changeFailure } from '@recourse/contract';
import type { Registry } from '@recourse/contract';
import type { HandlerCall } from '../tool/operation.ts';

/** Creates the `fail` of one call: it puts the id of the call on the failure, and never throws. */
export const failFor =
  (registry: Registry, correlation_id: string): HandlerCall['fail'] =>
  (code, details, options) => {
    const fail = (given: unknown) => registry.fail(code as never, details as never, given as never);
    try {
      if (options === undefined || (typeof options === 'object' && options !== null)) {
        return fail({ correlation_id, ...options });
      }
    } catch {
      // The options cannot be copied. `fail` says so.
    }
    return changeFailure(fail(options), { correlation_id });
  };
