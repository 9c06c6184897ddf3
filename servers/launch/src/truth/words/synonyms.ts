import { stemOf } from './stem.ts';

/** Words that mean nearly the same in technical text. The table is small on purpose: each row weakens the check. */
const groups = [
  'must need require shall should',
  'less fewer',
  'create make build generate produce',
  'return give yield result',
  'begin start',
  'delete remove drop',
  'change modify alter mutate',
  'permit allow',
  'forbid disallow prohibit',
  'folder directory',
  'argument parameter',
  'consider count treat regard',
  'store keep hold save',
  'subsequent later following',
  'prior before earlier',
  'throw raise',
  'call invoke',
  'entire whole complete',
  'several multiple many',
  'contain include',
  'supply provide offer',
  'obtain fetch retrieve',
  'remain stay',
  'present exist',
  'convert cast transform translate',
  'use utilize employ',
  'display show print',
  'select choose pick',
  'big large',
  'quick fast',
  'newer later',
  'older earlier',
  'all every each always',
  'after afterwards',
  'identifier id',
];

const synonyms = new Map<string, Set<string>>();
for (const group of groups) {
  const stems = group.split(' ').map(stemOf);
  for (const stem of stems) synonyms.set(stem, new Set([...(synonyms.get(stem) ?? []), ...stems]));
}

const none: ReadonlySet<string> = new Set();

/** The stems that may stand for a stem, itself included if it is in the table. */
export const synonymsOf = (stem: string): ReadonlySet<string> => synonyms.get(stem) ?? none;
