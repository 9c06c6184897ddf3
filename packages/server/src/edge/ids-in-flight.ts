import { fail } from '@recourse/contract';
import type { RequestId } from '../rpc/frame.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import type { Refusal } from './refusal.ts';

/** The ids of the requests of one session or batch that are not answered yet. */
export class IdsInFlight {
  readonly #ids = new Set<RequestId>();

  /** Takes the id of a request; false if another request has it. */
  take(id: RequestId): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  release(id: RequestId): void {
    this.#ids.delete(id);
  }
}

/** Refuses a request whose answer could not be told from that of another one. */
export const duplicateId = (id: RequestId): Refusal => ({
  number: rpcErrors.request,
  failure: fail('VALIDATION_INVALID_VALUE', {
    param_name: 'id',
    rule: 'the id must not belong to a request that is still pending',
    value: typeof id === 'string' ? id.slice(0, 64) : id,
  }),
});
