import type { HeaderSource } from './answer.ts';

/** The combined content of `RateLimit` and `RateLimit-Policy`. */
export interface RateLimitFields {
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetSeconds?: number;
  readonly windowSeconds?: number;
  readonly name?: string;
}

type Numbers = Readonly<Record<string, number>>;
/** One member of a list: what it is called, and the numbers that belong to it. */
interface Member {
  readonly name: string;
  readonly numbers: Numbers;
}

const longest = 2000;
/** No upstream's word binds for longer than a month. */
const longestSeconds = 31 * 24 * 3600;
/** A member up to the next comma; commas in quotes do not count. */
const memberPattern = /(?:"[^"]*"|[^",])+/g;
const numberPattern = /(?:^|[;\s])([a-z]{1,9})\s*=\s*"?(\d{1,15})"?(?=$|[;\s])/g;

/**
 * Reads the drafts of the IETF that put a limit into one header: `"default";r=0;t=30` beside `"default";q=100;w=60`,
 * and before that `limit=100, remaining=0, reset=30` beside `100;w=60`. Of several limits, the one with least left.
 */
export const readRateLimitFields = (headers: HeaderSource): RateLimitFields => {
  const members = membersOf(headers.get('ratelimit'));
  const policies = membersOf(headers.get('ratelimit-policy'));
  const whole: Numbers = Object.assign({}, ...members.map(({ numbers }) => numbers));
  if (whole['remaining'] !== undefined || whole['limit'] !== undefined) {
    const policy = policies.find(({ name }) => Number(name) === whole['limit']) ?? policies[0];
    return only(whole['limit'], whole['remaining'], whole['reset'], policy?.numbers['w']);
  }
  const [tightest] = members.filter(({ numbers }) => numbers['r'] !== undefined).sort(tighter);
  if (!tightest) return {};
  const { name, numbers } = tightest;
  const policy =
    policies.find((candidate) => candidate.name === name) ?? (policies.length === 1 ? policies[0] : undefined);
  return { ...only(policy?.numbers['q'], numbers['r'], numbers['t'], policy?.numbers['w']), ...(name && { name }) };
};

const membersOf = (header: string | null | undefined): readonly Member[] =>
  (header ?? '').slice(0, longest).match(memberPattern)?.map(memberOf) ?? [];

const memberOf = (text: string): Member => ({
  name: /^\s*(?:"([^"]*)"|([\w-]+)(?!\s*=))\s*(?:;|$)/.exec(text)?.slice(1).find(Boolean) ?? '',
  numbers: Object.fromEntries(
    Array.from(text.matchAll(numberPattern), ([, key = '', number]) => [key, Number(number)]),
  ),
});

/** Less left first; of two with as much left, the one that lasts longer. */
const tighter = ({ numbers: left }: Member, { numbers: right }: Member): number =>
  (left['r'] ?? 0) - (right['r'] ?? 0) || (right['t'] ?? 0) - (left['t'] ?? 0);

const only = (limit?: number, remaining?: number, resetSeconds?: number, windowSeconds?: number): RateLimitFields => ({
  ...(limit !== undefined && { limit }),
  ...(remaining !== undefined && { remaining }),
  ...(resetSeconds !== undefined && resetSeconds <= longestSeconds && { resetSeconds }),
  ...(windowSeconds !== undefined && { windowSeconds }),
});
