/** Characters that a renderer adds or removes: spaces, soft hyphens, joiners, variation selectors. */
const ignored = /[\s\u00ad\u200b-\u200d\u2060\ufeff]|\p{Variation_Selector}/u;

/** Characters that a renderer replaces by others. Goldmark's typographer writes dashes, quotes, ellipses and guillemets. */
const replaced: Readonly<Record<string, string>> = {
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '"': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '‟': "'",
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '`': "'",
  '´': "'",
  '«': "'",
  '»': "'",
  '‹': "'",
  '›': "'",
};

/** Characters that count once however often they are repeated, because `--` and `...` become one character. */
const single = new Set(['-', '.', "'"]);
/** Characters that are a quote if they are repeated. */
const doubled = new Set(['<', '>']);

/** Text in the form in which sentences are compared, built one character at a time. */
export interface Folder {
  readonly text: string;
  /** Adds a character. `keep` is called once for each character of the folded text, or `extend` if there is none new. */
  add(character: string, keep: () => void, extend: () => void): void;
  /** Adds a border that no sentence crosses. */
  border(keep: () => void): void;
}

export const createFolder = (): Folder => {
  const parts: string[] = [];
  let last = '';
  return {
    get text() {
      return parts.join('');
    },
    add: (character, keep, extend) => {
      if (ignored.test(character)) {
        last = '';
        return;
      }
      // Compatibility forms split ligatures and accents, so that they match however they are written.
      for (const part of (replaced[character] ?? character).normalize('NFKD')) {
        if (ignored.test(part)) continue;
        if (single.has(part) && part === last) {
          extend();
          continue;
        }
        if (doubled.has(part) && part === last) {
          parts[parts.length - 1] = "'";
          last = "'";
          extend();
          continue;
        }
        last = part;
        for (const unit of part.split('')) {
          parts.push(unit);
          keep();
        }
      }
    },
    border: (keep) => {
      parts.push('\n');
      last = '';
      keep();
    },
  };
};

const nothing = (): void => undefined;

/** The form in which sentences are compared: without spaces, with simple quotes and dashes. */
export const foldText = (text: string): string => {
  const folder = createFolder();
  for (const character of text) folder.add(character, nothing, nothing);
  return folder.text;
};
