import { isEveryAddress } from './addresses.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Decides which Host and Origin headers a request may have. */
export interface Hosts {
  /** Whether the Host header names this server. Other names may resolve to it: DNS rebinding uses them. */
  isOurs(host: string | undefined): boolean;
  /** Whether the Host header names this machine by a loopback name. */
  isLoopback(host: string | undefined): boolean;
  /** Whether pages of the Origin may call. A request without an Origin comes from a program, and may. */
  mayAsk(origin: string | undefined): boolean;
}

export interface HostsOptions {
  /** The address to listen on. */
  readonly host: string;
  /** Further names of this server. */
  readonly hosts: readonly string[];
  /** Further hosts whose pages may call. */
  readonly origins: readonly string[];
}

export const createHosts = ({ host, hosts, origins }: HostsOptions): Hosts => {
  const own = isEveryAddress(host) ? [] : [bracketed(host)];
  const ours = new Set([...loopback, ...own, ...hosts.map(lower)]);
  const pages = new Set([...ours, ...origins.map(lower)]);
  const isOurs = remembering((header) => ours.has(nameIn(header) ?? ''));
  const isLoopback = remembering((header) => loopback.has(nameIn(header) ?? ''));
  const mayAsk = remembering((origin) => pages.has(hostOf(origin) ?? ''));
  return {
    isOurs: (header) => header !== undefined && isOurs(header),
    isLoopback: (header) => header !== undefined && isLoopback(header),
    mayAsk: (origin) => origin === undefined || mayAsk(origin),
  };
};

const lower = (name: string): string => name.toLowerCase();

const bracketed = (address: string): string => lower(address.includes(':') ? `[${address}]` : address);

const nameIn = (header: string): string | undefined =>
  hostHeader.test(header) ? hostOf(`http://${header}`) : undefined;

const hostHeader = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

const hostOf = (url: string): string | undefined => {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
};

/** Remembers the last decision: nearly every request of a client repeats the header of the one before. */
const remembering = (decide: (header: string) => boolean): ((header: string) => boolean) => {
  let last: string | undefined;
  let decided = false;
  return (header) => {
    if (header !== last) [last, decided] = [header, decide(header)];
    return decided;
  };
};
