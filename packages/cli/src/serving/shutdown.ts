import type { Operator } from '@recourse/stores/configured';
import { isLoopback } from './address.ts';
import type { Address } from './address.ts';

/** The times of an orderly end. */
export interface Shutdown {
  readonly lameDuckMs: number;
  readonly drainMs: number;
  readonly boundMs: number;
}

const reachableLameDuckMs = 5000;
const marginMs = 5000;

/** Completes the operator's settings. A load balancer can only be in front of a server that others can reach. */
export const shutdownOf = (
  { http }: { readonly http?: Address },
  { configuration }: Pick<Operator, 'configuration'>,
): Shutdown => {
  const { lameDuckMs: given, drainMs, boundMs } = configuration.shutdown;
  const isReachable = http !== undefined && (!isLoopback(http.host) || configuration.http.trustedProxies.length > 0);
  const lameDuckMs = given ?? (isReachable ? reachableLameDuckMs : 0);
  return { lameDuckMs, drainMs, boundMs: boundMs ?? lameDuckMs + drainMs + marginMs };
};
