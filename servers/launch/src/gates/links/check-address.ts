import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { checkedLookup, isPublicAddress } from '@recourse/engine/network';
import { withinTime } from '@recourse/engine/within-time';

/** How a request for an address ended: a status, or why there is none. */
export type AddressEnd =
  { readonly status: number } | { readonly failed: 'timeout' | 'unreachable' | 'not public' | 'too many redirects' };

export interface AddressOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Admits addresses that are not public, for sites on the own network. */
  readonly allowsPrivate?: boolean;
}

const mostRedirects = 5;
/** Answers to HEAD that say nothing about GET. */
const unhelpful: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 429, 500, 501, 502, 503]);

/** Asks whether an address answers: HEAD, then GET where HEAD is refused. No body is read. */
export const checkAddress = async (url: URL, options: AddressOptions): Promise<AddressEnd> => {
  const head = await follow(url, 'HEAD', options);
  return 'failed' in head
    ? head.failed === 'unreachable'
      ? follow(url, 'GET', options)
      : head
    : unhelpful.has(head.status)
      ? follow(url, 'GET', options)
      : head;
};

const follow = async (url: URL, method: string, options: AddressOptions): Promise<AddressEnd> => {
  let current = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const end = await ask(current, method, options);
    if ('failed' in end || end.location === undefined) return end;
    if (!URL.canParse(end.location, current.href)) return { status: end.status };
    current = new URL(end.location, current);
    if (current.protocol !== 'http:' && current.protocol !== 'https:') return { failed: 'not public' };
  }
  return { failed: 'too many redirects' };
};

type Asked = AddressEnd & { readonly location?: string };

const ask = (
  url: URL,
  method: string,
  { signal, timeoutMs = 10_000, allowsPrivate = false }: AddressOptions,
): Promise<Asked> => {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.resolve({ failed: 'not public' });
  const lookup: { lookup?: LookupFunction } = allowsPrivate ? {} : { lookup: checkedLookup(() => undefined) };
  const send = (bound: AbortSignal): Promise<Asked> =>
    new Promise((resolve) => {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method,
        agent: false,
        headers: { 'user-agent': 'recourse-launch', accept: '*/*' },
        signal: bound,
        ...lookup,
      });
      request.once('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        response.destroy();
        resolve({ status, ...(status >= 300 && status < 400 && headers.location && { location: headers.location }) });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (bound.aborted && !signal.aborted) resolve({ failed: 'timeout' });
        else resolve({ failed: error.code === 'ERR_UNSAFE_ADDRESS' ? 'not public' : 'unreachable' });
      });
      request.end();
    });
  return withinTime(timeoutMs, signal, send);
};
