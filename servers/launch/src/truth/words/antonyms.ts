import { stemOf } from './stem.ts';

const pairs = [
  'more less',
  'more fewer',
  'most least',
  'before after',
  'earlier later',
  'newer older',
  'faster slower',
  'larger smaller',
  'bigger smaller',
  'greater smaller',
  'higher lower',
  'upper lower',
  'longer shorter',
  'better worse',
  'easier harder',
  'cheaper expensive',
  'first last',
  'minimum maximum',
  'always never',
  'all none',
  'true false',
  'enable disable',
  'permit forbid',
  'allow forbid',
  'permit prohibit',
  'allow prohibit',
  'allow disallow',
  'accept reject',
  'require optional',
  'mandatory optional',
  'include exclude',
  'append prepend',
  'prefix suffix',
  'add remove',
  'insert delete',
  'increase decrease',
  'open close',
  'start stop',
  'begin end',
  'lock unlock',
  'encode decode',
  'import export',
  'read write',
  'input output',
  'push pop',
  'public private',
  'local remote',
  'synchronous asynchronous',
  'strict loose',
  'deep shallow',
  'mutable immutable',
  'static dynamic',
  'eager lazy',
  'valid invalid',
  'safe unsafe',
  'defined undefined',
  'known unknown',
  'stable unstable',
  'sorted unsorted',
  'ascending descending',
  'success failure',
  'succeed fail',
  'present absent',
  'empty full',
  'same different',
  'direct indirect',
  'early late',
  'automatic manual',
  'sensitive insensitive',
  'inclusive exclusive',
  'blocking nonblocking',
  'left right',
  'above below',
  'positive negative',
  'single multiple',
];

const antonyms = new Map<string, Set<string>>();
const add = (one: string, other: string): void => {
  antonyms.set(one, new Set([...(antonyms.get(one) ?? []), other]));
};
for (const pair of pairs) {
  const [one = '', other = ''] = pair.split(' ').map(stemOf);
  if (one === other) continue;
  add(one, other);
  add(other, one);
}

const none: ReadonlySet<string> = new Set();

/** The stems of words that say the opposite. */
export const antonymsOf = (stem: string): ReadonlySet<string> => antonyms.get(stem) ?? none;
