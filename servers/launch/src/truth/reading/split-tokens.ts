/** A part of a statement: a word, a number, code or an address. */
export interface RawToken {
  readonly kind: 'word' | 'number' | 'code' | 'url';
  /** As it is written, without the marks around it. */
  readonly text: string;
  /** Counts up at commas, brackets, colons and words such as `if`: a negation does not reach beyond its clause. */
  readonly clause: number;
}

const address = /^(?:https?:\/\/|www\.)\S+$/iu;
/** A host with a path, written without its scheme. */
const bareAddress = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,12}\/\S+$/iu;
const number = /^[~^<>=≤≥v]{0,3}\d[\d.,]*(?:\.x|\.\*)?(?:st|nd|rd|th|s)?[%+]?$/iu;
const measure = /^([~^<>=≤≥]{0,2}\d[\d.,]*)(ms|s|kb|mb|gb|tb|kib|mib|gib|b|bit|bits|px|x|h|min|%)$/iu;
/** A capital inside a word, an underscore, a dot between letters, brackets, or digits among letters. */
const codeLike =
  /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|_|\p{L}\.\p{L}|^\.\p{L}|\(\)|::|^--?\p{L}|^@|\p{L}\d|[{}=<>[\]$#|\\]|!$|^[^\s\p{L}\p{N}]+$/u;
const clauseWords = new Set(['if', 'but', 'because', 'although', 'whereas', 'while', 'so', 'when', 'then', 'which']);

const opening = /^["'“”‘’([{«*]+/u;
const closing = /["'“”‘’)\]}»*,;:.!?…]+$/u;

/** Splits a statement into its parts. `codes` are the pieces of inline code in it, in their order; what `names` matches is left out. */
export const splitTokens = (text: string, codes: readonly string[] = [], names?: RegExp): readonly RawToken[] => {
  const tokens: RawToken[] = [];
  let clause = 0;
  const addChunk = (chunk: string): void => {
    if (/^[("“‘[–—-]/u.test(chunk)) clause += 1;
    for (const part of partsOf(chunk)) {
      if (part.kind === 'word' && clauseWords.has(part.text.toLowerCase())) clause += 1;
      tokens.push({ ...part, clause });
    }
    if (/[,;:.)\]!?]["'”’]*$/u.test(chunk)) clause += 1;
  };
  let from = 0;
  const addWords = (to: number): void => {
    const prose = text.slice(from, to);
    for (const chunk of (names ? prose.replaceAll(names, ' ') : prose).split(/\s+/u)) if (chunk !== '') addChunk(chunk);
  };
  for (const code of codes) {
    const at = code.trim() === '' ? -1 : placeOf(text, code, from);
    if (at === -1) continue;
    addWords(at);
    tokens.push({ kind: literals.has(code) ? 'word' : 'code', text: code.trim(), clause });
    from = at + code.length;
  }
  addWords(text.length);
  return tokens;
};

/** The place of code in its text. Inside a longer word it is another one: `env` is not in 'environment'. */
const placeOf = (text: string, code: string, from: number): number => {
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  let at = text.indexOf(code, from);
  for (let tries = 0; at !== -1 && tries < mostTries; tries += 1) {
    const end = at + code.length;
    if (!(isWord(text[at - 1]) && isWord(text[at])) && !(isWord(text[end - 1]) && isWord(text[end]))) return at;
    at = text.indexOf(code, at + 1);
  }
  return -1;
};

const mostTries = 100;

/** Code that is compared like a word: its opposite is another word. */
const literals = new Set(['true', 'false']);

type Part = Omit<RawToken, 'clause'>;

const partsOf = (chunk: string): readonly Part[] => {
  const bare = chunk.replace(/^<(https?:[^<>]*)>/iu, '$1');
  const inside = bare.replace(opening, '');
  const plain = inside.replace(closing, '');
  if (address.test(plain) || bareAddress.test(plain)) return [{ kind: 'url', text: plain }];
  if (plain === '') return /[\p{L}\p{N}]/u.test(bare) ? [] : codeOf(bare);
  const percent = inside.startsWith(`${plain}%`);
  const [, amount, unit] = measure.exec(plain) ?? [];
  if (amount !== undefined && unit !== undefined)
    return [
      { kind: 'number', text: amount },
      { kind: 'word', text: unit },
    ];
  if (number.test(plain)) {
    const value: Part = { kind: 'number', text: plain.replace(/[%]$/u, '') };
    return percent || plain.endsWith('%') ? [value, { kind: 'word', text: '%' }] : [value];
  }
  if (plain === '%') return [{ kind: 'word', text: '%' }];
  const call = inside.startsWith(`${plain}()`) ? `${plain}()` : plain;
  if (codeLike.test(call) && !/^\p{Lu}+s$/u.test(call)) return codeOf(call);
  return wordsOf(plain);
};

const codeOf = (text: string): readonly Part[] =>
  text.length === 1 && !/[<>?+=!#%@$&|~^/\\]/u.test(text)
    ? []
    : /^[-–—…·•]+$/u.test(text)
      ? []
      : [{ kind: 'code', text }];

/** The words of a compound: `thread-safe` has two. `no-op` is one word, and denies nothing. */
const wordsOf = (text: string): readonly Part[] => {
  if (/^no-op/iu.test(text)) return [{ kind: 'word', text: 'noop' }];
  return text
    .split(/[-–—/+&,.:;()"“”]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => ({ kind: /^\d+$/u.test(word) ? 'number' : 'word', text: word }));
};
