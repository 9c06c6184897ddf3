import type { Socket } from 'node:net';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/**
 * Counts the connections of each principal, so that no caller takes the places of the others. A connection belongs to
 * the principal of its latest request; one that has sent none is not counted.
 */
export class PrincipalConnections {
  readonly #most: number;
  readonly #owners = new Map<Socket, string>();
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Gives a connection to a principal; refuses if the principal has too many others. */
  take(socket: Socket, principal: string): Failure | undefined {
    const owner = this.#owners.get(socket);
    if (owner === principal) return undefined;
    const count = this.#counts.get(principal) ?? 0;
    if (count >= this.#most) return tooMany(this.#most);
    if (owner === undefined) socket.once('close', () => this.#release(socket));
    else this.#release(socket);
    this.#owners.set(socket, principal);
    this.#counts.set(principal, count + 1);
    return undefined;
  }

  #release(socket: Socket): void {
    const owner = this.#owners.get(socket);
    if (owner === undefined) return;
    this.#owners.delete(socket);
    const count = (this.#counts.get(owner) ?? 1) - 1;
    if (count === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, count);
  }
}

const tooMany = (limit: number): Failure =>
  fail(
    'RATE_LIMIT_CONCURRENCY',
    { limit, of: 'connections' },
    {
      message: `This caller already has ${limit} connections`,
      hint: 'Close a connection, or repeat the request in a moment over an open one.',
      retry_after_ms: 1000,
    },
  );
