import { stemOf } from './stem.ts';

const listOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));
const stemsOf = (words: string): ReadonlySet<string> => new Set([...listOf(words)].map(stemOf));

/** Words without a meaning of their own. They are compared as they are written. */
const grammar = listOf(`
  a an the this that these those it its itself they them their theirs themselves he she him her his we us our you your
  yours yourself i me my one ones who whom whose which what where when while whenever wherever how why whether
  and or but nor so yet also too even just simply very quite rather as than then thus therefore hence however though
  although because since for of in on at by to from with within into onto upon about over under between among across
  through during per via up down out off if else otherwise there here such same other another some both
  am is are was were be been being do does did done doing have has had having will would can could may might
  e.g i.e eg ie etc vs not no
`);

/** Words that say little: a sentence may use them where the claim uses others. */
const generic = stemsOf(`
  use make get give take create provide allow let lets stay become count tell handle work come go put keep call
  mean hold apply follow see show way thing package library function method currently current own certain like
  well able possible support want means available particular actually exactly already any new given
  itself note further furthermore additionally generally overall together more-over anymore
`);

export const isGrammar = (word: string): boolean => grammar.has(word.toLowerCase());

/** Whether a stem may be absent from the claim. */
export const isGeneric = (stem: string): boolean => generic.has(stem);

/** Words that turn a statement into its opposite. */
const negators = listOf(`not no never none nothing neither nor without cannot unless otherwise nowhere`);

/** Verbs and adjectives that deny by themselves. */
const deniers = stemsOf(
  'forbid prohibit disallow avoid prevent refuse reject fail lack disable exclude skip ignore unable impossible error illegal invalid',
);

/** Whether a stem denies something without a negation. */
export const isDenier = (stem: string): boolean => deniers.has(stem);

export const isNegator = (word: string): boolean => negators.has(word.toLowerCase()) || /n['’]t$/iu.test(word);
