import { longestName } from '../../adapter/fields/names.ts';

/** Verbs that names start with, by what they do. The first that fits a name decides. */
const verbs = {
  read: 'get list search find query count check show fetch retrieve read lookup describe view download export compare preview is has exists browse stat stats scan test validate verify head poll',
  create:
    'create add post upload register import insert new fork generate invite save put copy clone duplicate append publish attach record store issue provision enroll signup upsert draft propose bookmark star follow subscribe watch request submit push reply comment log track ingest',
  update:
    'update edit set rename move patch modify change replace reorder sort assign tag label configure adjust extend resize overwrite mark',
  delete:
    'delete remove purge unregister clear drop destroy erase wipe truncate revoke unlink detach discard trash unset prune expire cleanup',
  execute:
    'execute run start stop cancel resume trigger invoke pause restart reset retry rerun redeliver deliver send dispatch approve reject accept decline dismiss close open reopen lock unlock enable disable activate deactivate archive unarchive restore merge sync refresh rotate ping login logout authorize authenticate confirm complete finish abort abandon suspend unsuspend block unblock ban unban mute unmute hide unhide pin unpin convert process render compute calculate evaluate simulate rollback deploy release revert force finalize promote demote scale wake sleep boot reboot shutdown unstar unfollow unsubscribe unwatch unassign withdraw redeem pay charge refund capture void transfer vote like unlike react join leave kick apply call do analyze',
} as const;

export type VerbMeaning = keyof typeof verbs;

const meanings = new Map<string, VerbMeaning>();
for (const meaning of ['read', 'create', 'update', 'delete', 'execute'] as const) {
  for (const verb of verbs[meaning].split(' ')) if (!meanings.has(verb)) meanings.set(verb, meaning);
}

/** The category that a verb suggests; undefined for an unknown verb. */
export const meaningOf = (word: string | undefined): VerbMeaning | undefined =>
  word === undefined ? undefined : meanings.get(word);

/** `listForRepo`, `list-for-repo` and `LIST for repo` as `['list', 'for', 'repo']`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Words as a name that MCP-AQL takes; undefined if nothing is left of them. */
export const snakeCase = (words: readonly string[], maximum = longestName): string | undefined => {
  const name = words
    .join('_')
    .replace(/^[0-9_]+/, '')
    .slice(0, maximum)
    .replace(/_+$/, '');
  return name === '' ? undefined : name;
};

const irregular: Readonly<Record<string, string>> = {
  caches: 'cache',
  movies: 'movie',
  cookies: 'cookie',
  series: 'series',
  news: 'news',
  people: 'person',
  children: 'child',
  indices: 'index',
  aliases: 'alias',
  data: 'data',
};

/** One of what a plural names, well enough for names in English. */
export const singular = (word: string): string => {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|us)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
};

export const isPlural = (word: string): boolean => singular(word) !== word;
