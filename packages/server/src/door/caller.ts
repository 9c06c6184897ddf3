import type { IncomingMessage } from 'node:http';
import type { Caller } from '@recourse/engine/front-door';
import { isLoopbackAddress, plainAddress } from './addresses.ts';
import type { AddressSet } from './addresses.ts';
import { clientBehind } from './forwarded.ts';
import type { Hosts } from './hosts.ts';
import { cameThroughProxy } from './proxy-signs.ts';

/** The settings that decide which callers are local. */
export interface CallerRules {
  readonly hosts: Hosts;
  /** The proxies that the operator trusts; none if absent. */
  readonly trustedProxies?: AddressSet | undefined;
}

/**
 * Reads who sends a request, as far as HTTP shows it. A caller is local on a loopback socket, with a loopback Host, and
 * without any sign of a proxy: a proxy on this machine connects from here too, but for others. A trusted proxy is a
 * proxy even if it adds no header. `anonymous` is whether the server admits local callers without a key at all.
 */
export const callerOf = (request: IncomingMessage, rules: CallerRules, anonymous: boolean): Caller => {
  const { headers, socket } = request;
  const { hosts, trustedProxies } = rules;
  const { authorization } = headers;
  const remote = socket.remoteAddress ?? 'unknown';
  const proxy = trustedProxies?.has(plainAddress(remote)) ?? false;
  const local =
    anonymous && !proxy && isLoopbackAddress(remote) && hosts.isLoopback(headers.host) && !cameThroughProxy(headers);
  if (local && authorization === undefined) return { transport: 'http', local };
  const socketAddress = plainAddress(remote);
  const address = proxy && trustedProxies ? clientBehind(socketAddress, headers, trustedProxies) : socketAddress;
  return authorization === undefined
    ? { transport: 'http', local, address }
    : { transport: 'http', local, address, key: bearerOf(authorization) };
};

/** The key in the header. Another scheme counts as an unknown key, so that its sender is told. */
const bearerOf = (authorization: string): string => /^bearer +(\S+)$/iu.exec(authorization)?.[1] ?? '';
