/** Forms that no rule of endings covers. */
const irregular: Readonly<Record<string, string>> = {
  became: 'become',
  began: 'begin',
  begun: 'begin',
  bound: 'bind',
  broke: 'break',
  broken: 'break',
  brought: 'bring',
  built: 'build',
  chosen: 'choose',
  chose: 'choose',
  drawn: 'draw',
  driven: 'drive',
  forbade: 'forbid',
  forbidden: 'forbid',
  forgotten: 'forget',
  found: 'find',
  froze: 'freeze',
  frozen: 'freeze',
  gave: 'give',
  given: 'give',
  got: 'get',
  grown: 'grow',
  held: 'hold',
  hidden: 'hide',
  kept: 'keep',
  known: 'know',
  left: 'leave',
  lost: 'lose',
  licence: 'license',
  licences: 'license',
  made: 'make',
  meant: 'mean',
  ran: 'run',
  sent: 'send',
  shown: 'show',
  spent: 'spend',
  submission: 'submit',
  taken: 'take',
  threw: 'throw',
  thrown: 'throw',
  took: 'take',
  used: 'use',
  winner: 'win',
  won: 'win',
  wrote: 'write',
  written: 'write',
};

const inflections = ['ings', 'ing', 'edly', 'ed', 'ly', 'es', 's'];
const derivations = ['ations', 'ation', 'itions', 'ition', 'ions', 'ion', 'ments', 'ment', 'ness', 'able', 'ible'];
const agents = ['ators', 'ator', 'ate', 'at'];
const shortest = 4;

/** Reduces a word to its stem, so that its forms compare equal: `mutates`, `mutating` and `mutation` are one word. */
export const stemOf = (given: string): string => {
  const word = given.toLowerCase().replace(/['’]s$/u, '');
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  let stem = inflected(known ?? word);
  stem = cut(stem, derivations) ?? stem;
  stem = cut(stem, agents) ?? stem;
  return ended(stem);
};

/** The word without the ending of its plural or its tense. */
const inflected = (word: string): string => {
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is') || word.length <= 3) return word;
  if (/ie[sd]$/u.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of inflections) {
    if (!word.endsWith(ending)) continue;
    const left = word.slice(0, -ending.length);
    // 'string' and 'bring' have no ending; 'sing' of 'parsing' has.
    if (left.length < (ending === 'ly' ? 3 : 2) || !/[aeiouy]/u.test(left)) continue;
    if (ending === 'ed' && left.endsWith('e')) continue;
    if (ending === 'es' && !/(?:s|x|z|ch|sh)$/u.test(left)) return word.slice(0, -1);
    if (ending === 's') return left;
    return withoutDouble(left);
  }
  return word;
};

const withoutDouble = (word: string): string => (/([bdgklmnprt])\1$/u.test(word) ? word.slice(0, -1) : word);

const cut = (word: string, endings: readonly string[]): string | undefined => {
  for (const ending of endings)
    if (word.endsWith(ending) && word.length - ending.length >= shortest) return word.slice(0, -ending.length);
  return undefined;
};

/** One spelling for the ends that differ between forms: `-e`, `-y`, and `-ise` for `-ize`. */
const ended = (stem: string): string => {
  const plain = stem.length > 2 ? stem.replace(/e$/u, '') : stem;
  return (plain.length > 4 ? plain.replace(/is$/u, 'iz') : plain).replace(/y$/u, 'i');
};
