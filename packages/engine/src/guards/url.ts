import type { LookupFunction } from 'node:net';
import type { JsonObject } from '@recourse/contract';
import { accept, refuse } from './guard.ts';
import type { Guard, GuardSettings, Refusal } from './guard.ts';
import { UnsafeAddressError, checkedLookup, publicAddresses } from './network/checked-lookup.ts';
import { hostName, hostProblem } from './network/host-rules.ts';
import type { HostRules } from './network/host-rules.ts';

export type UrlOptions = {
  /** Defaults to `https` alone. */
  readonly schemes?: readonly string[];
  /** Host names, `*.example.org` for all below it; absent means every public host that the operator allows. */
  readonly hosts?: readonly string[];
  readonly maxLength?: number;
};

/** The handle of a URL. Its `lookup` must be given to whatever connects, or the check ends here. */
export interface SafeUrl {
  readonly href: string;
  readonly hostname: string;
  /** For `http.request`, `https.request` and undici's `connect`. */
  readonly lookup: LookupFunction;
  /** Judges where a redirect leads. Sockets look no address literal up, so a redirect must come through here. */
  redirect(location: string): Promise<SafeUrl>;
}

/** A URL of an allowed scheme on a public host, with no credentials. The handle is a `SafeUrl`. */
export const url: Guard = async (value, options, settings) => {
  const judged = await judgeUrl(value, options, settings);
  return 'href' in judged ? accept(judged) : judged;
};

const judgeUrl = async (value: string, options: JsonObject, settings: GuardSettings): Promise<SafeUrl | Refusal> => {
  const parsed = parse(value, options);
  if (!(parsed instanceof URL)) return parsed;
  const rules = hostRules(options, settings);
  const problem = hostProblem(parsed.hostname, rules);
  if (problem) return problem;
  try {
    await publicAddresses(hostName(parsed.hostname), settings.lookup);
  } catch (error) {
    return error instanceof UnsafeAddressError
      ? refuse('address', 'its host does not resolve to a public address')
      : refuse('address', 'its host cannot be resolved');
  }
  return {
    href: parsed.href,
    hostname: parsed.hostname,
    lookup: checkedLookup((host) => {
      const refused = hostProblem(host, rules);
      if (refused) throw new UnsafeAddressError(`The host is refused: ${refused.reason}`);
    }, settings.lookup),
    redirect: async (location) => {
      const next = await judgeUrl(new URL(location, parsed).href, options, settings);
      if ('href' in next) return next;
      throw new UnsafeAddressError(`The redirect is refused: ${next.reason}`);
    },
  };
};

/** Refuses what parsers disagree about, before the one of the platform has smoothed it out. */
const parse = (value: string, options: JsonObject): URL | Refusal => {
  if (/[\s\\]/.test(value)) return refuse('syntax', 'it contains white space or a backslash');
  const authority = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]+)/.exec(value)?.[1];
  if (authority === undefined) return refuse('syntax', 'it does not start with a scheme and a host');
  if (authority.includes('@')) return refuse('credentials', 'it contains credentials');
  if (!URL.canParse(value)) return refuse('syntax', 'it is not a URL');
  const parsed = new URL(value);
  const schemes = texts(options['schemes']) ?? ['https'];
  if (!schemes.includes(parsed.protocol.slice(0, -1))) {
    return refuse('scheme', `its scheme must be one of: ${schemes.join(', ')}`);
  }
  if (parsed.username !== '' || parsed.password !== '') return refuse('credentials', 'it contains credentials');
  return parsed;
};

const hostRules = (options: JsonObject, settings: GuardSettings): HostRules => {
  const published = texts(options['hosts']);
  return { ...(published && { published }), ...(settings.hosts && { configured: settings.hosts }) };
};

const texts = (value: unknown): readonly string[] | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new TypeError("'schemes' and 'hosts' must be lists");
  return value.filter((item) => typeof item === 'string');
};
