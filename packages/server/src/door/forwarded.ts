import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from './addresses.ts';
import type { AddressSet } from './addresses.ts';

/**
 * The address of the client behind a trusted proxy: the rightmost hop that is not itself a trusted proxy. The hops
 * to its left are only claims of the client. If X-Forwarded-For and Forwarded disagree, the client may have sent one of
 * them, so the result is the address of the proxy.
 */
export const clientBehind = (proxy: string, headers: IncomingHttpHeaders, trusted: AddressSet): string => {
  const { forwarded, 'x-forwarded-for': listed } = headers;
  const named = listed === undefined ? undefined : lastUntrusted(proxy, hopsIn(listed), trusted);
  if (forwarded === undefined) return named ?? proxy;
  const found = lastUntrusted(proxy, forwardedHops(forwarded), trusted);
  return named === undefined || named === found ? found : proxy;
};

const lastUntrusted = (proxy: string, hops: readonly string[], trusted: AddressSet): string => {
  let nearest = proxy;
  for (const hop of [...hops].reverse()) {
    const address = addressIn(hop);
    // The hop hides its address or is malformed, so the hops before it prove nothing.
    if (address === undefined) return nearest;
    nearest = address;
    if (!trusted.has(address)) return nearest;
  }
  return nearest;
};

const hopsIn = (header: string | readonly string[]): readonly string[] => String(header).split(',');

/** The `for` of each element, from left to right; empty if an element has none. */
const forwardedHops = (header: string): readonly string[] =>
  splitOutsideQuotes(header, ',').map((element) => {
    const values = splitOutsideQuotes(element, ';').map((pair) => /^\s*for\s*=(.*)$/iu.exec(pair)?.[1]?.trim());
    return values.find((value) => value !== undefined)?.replace(/^"(.*)"$/u, '$1') ?? '';
  });

/** Splits at a separator, except within quoted text. Goes through the text once, whatever a client wrote there. */
const splitOutsideQuotes = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
};

/** The address in a hop, without brackets and port. */
const addressIn = (hop: string): string | undefined => {
  const text = hop.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/u.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/u.exec(text)?.[1] ?? text;
  const address = plainAddress(bare);
  return isIP(address) === 0 ? undefined : address;
};
