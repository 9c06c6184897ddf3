const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Which names a request may be for, and which pages may send one. */
export interface Hosts {
  /** Whether the Host header names this server. A name that merely resolves to it is how a web page gets at it. */
  isOurs(host: string | undefined): boolean;
  /** Whether the Host header names this very machine. */
  isLoopback(host: string | undefined): boolean;
  /** Whether a page may ask; no Origin at all is a program. */
  mayAsk(origin: string | undefined): boolean;
}

export interface HostsOptions {
  /** The address that is listened on. */
  readonly host: string;
  /** Further names that this server goes by. */
  readonly hosts: readonly string[];
  /** Further hosts whose pages may ask. */
  readonly origins: readonly string[];
}

export const createHosts = ({ host, hosts, origins }: HostsOptions): Hosts => {
  const everyAddress = host === '0.0.0.0' || host === '::';
  const ours = new Set([...loopback, ...(everyAddress ? [] : [bracketed(host)]), ...hosts.map(lower)]);
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

export const isLoopbackAddress = (address: string): boolean =>
  address === 'localhost' || address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

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

/** Nearly every request of a client repeats the header of the one before. */
const remembering = (decide: (header: string) => boolean): ((header: string) => boolean) => {
  let last: string | undefined;
  let decided = false;
  return (header) => {
    if (header !== last) [last, decided] = [header, decide(header)];
    return decided;
  };
};
