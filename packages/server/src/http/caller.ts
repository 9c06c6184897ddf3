import type { IncomingMessage } from 'node:http';
import type { Caller } from '@recourse/engine';
import { isLoopbackAddress } from './hosts.ts';
import type { Hosts } from './hosts.ts';

/**
 * Who sends a request, as far as HTTP shows it. Local is who connects from this machine to this machine's own name:
 * a proxy also connects from here, but for somebody else.
 */
export const callerOf = (request: IncomingMessage, hosts: Hosts): Caller => {
  const { authorization, host, forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  const local =
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    hosts.isLoopback(host) &&
    forwarded === undefined &&
    forwardedFor === undefined;
  const key = authorization === undefined ? undefined : bearerOf(authorization);
  return key === undefined ? { transport: 'http', local } : { transport: 'http', local, key };
};

/** The key in the header. Whatever is no bearer key is one that nobody knows, so that its sender is told. */
const bearerOf = (authorization: string): string => /^bearer +(\S+)$/iu.exec(authorization)?.[1] ?? '';
