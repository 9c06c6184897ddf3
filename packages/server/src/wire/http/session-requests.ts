import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { IdsInFlight, duplicateId } from '../../edge/ids-in-flight.ts';
import { isRequestId } from '../../rpc/frame.ts';
import type { RequestId } from '../../rpc/frame.ts';
import type { Answered } from './judge-batch.ts';

/** The requests of one session that are not answered yet, over all its connections. */
export class SessionRequests {
  readonly #ids = new IdsInFlight();

  /** Divides what one connection brings: messages to serve, and requests whose id is in flight. */
  admit(messages: readonly JsonObject[]): {
    readonly fresh: readonly JsonObject[];
    readonly refused: readonly (Answered & { readonly id: RequestId })[];
  } {
    const duplicates = new Set<JsonObject>();
    for (const message of messages) {
      this.#endCancelled(message);
      const id = requestIdOf(message);
      if (id !== undefined && !this.#ids.take(id)) duplicates.add(message);
    }
    return {
      fresh: messages.filter((message) => !duplicates.has(message)),
      refused: [...duplicates].map((message) => {
        const id = requestIdOf(message) ?? '';
        return { id, ...duplicateId(id) };
      }),
    };
  }

  /** Frees the ids of messages that the SDK refused as a whole. */
  abandon(messages: readonly JsonObject[]): void {
    for (const message of messages) {
      const id = requestIdOf(message);
      if (id !== undefined) this.#ids.release(id);
    }
  }

  /** Frees the id that a message to the client answers. */
  answered(message: object): void {
    if ('id' in message && !('method' in message) && isRequestId(message.id)) this.#ids.release(message.id);
  }

  /** A cancelled request gets no answer. */
  #endCancelled({ method, params }: JsonObject): void {
    const id = method === 'notifications/cancelled' && isJsonObject(params) ? params['requestId'] : undefined;
    if (isRequestId(id)) this.#ids.release(id);
  }
}

const requestIdOf = ({ method, id }: JsonObject): RequestId | undefined =>
  method !== undefined && isRequestId(id) ? id : undefined;
