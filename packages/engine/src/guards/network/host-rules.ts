import { isIP } from 'node:net';
import { refuse } from '../guard.ts';
import type { Refusal } from '../guard.ts';

/** Names that never leave the machine or its network, whatever a resolver answers. */
const localNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion|invalid|test)$/;

/** Lists of hosts that must all agree; `*.example.org` means every name below it. */
export interface HostRules {
  /** Published by the tool: may be shown. */
  readonly published?: readonly string[];
  /** The operator's: not shown. */
  readonly configured?: readonly string[];
}

/** The name as it is compared: the root's dot at the end means nothing. */
export const hostName = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Refuses a host by its name alone. */
export const hostProblem = (hostname: string, { published, configured }: HostRules): Refusal | undefined => {
  const host = hostName(hostname);
  if (host.startsWith('[') || isIP(host) !== 0) return refuse('address', 'its host is an IP address, not a name');
  if (!host.includes('.') || localNames.test(host)) return refuse('host', 'its host is not a public name');
  if (published && !published.some((allowed) => isCovered(host, allowed))) {
    return refuse('host', 'its host is not allowed', { allowed_hosts: published });
  }
  if (configured && !configured.some((allowed) => isCovered(host, allowed))) {
    return refuse('host', 'its host is not allowed on this server');
  }
  return undefined;
};

const isCovered = (host: string, allowed: string): boolean => {
  const name = hostName(allowed);
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
};
