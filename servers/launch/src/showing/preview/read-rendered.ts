import { Parser } from 'htmlparser2';
import { createFolder } from './fold-text.ts';

/** A block of a rendered page, such as a paragraph, as a range of the folded text. */
export interface Block {
  readonly kind: 'heading' | 'cell' | 'prose';
  /** Whether it is part of the navigation, a header or a footer. */
  readonly isAside: boolean;
  readonly start: number;
  end: number;
}

/** The text of a rendered page, folded, and where each character of it is in the HTML. */
export interface RenderedText {
  readonly text: string;
  /** For each character of the text: its range in the HTML, the piece of text that it is in, and whether a gap is before it. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly piece: readonly number[];
  readonly gap: readonly boolean[];
  readonly blocks: readonly Block[];
  /** For each piece of text inside a link or button: the end of that element in the HTML. */
  readonly outside: ReadonlyMap<number, number>;
  /** The place behind the doctype. */
  readonly start: number;
}

const unseen = new Set(
  'head script style template noscript noframes noembed textarea title select svg math iframe object pre xmp plaintext'.split(
    ' ',
  ),
);
const inline = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const aside = new Set(['nav', 'header', 'footer', 'aside']);
const interactive = new Set(['a', 'button', 'summary', 'label']);
const kinds: Readonly<Record<string, Block['kind']>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  th: 'cell',
  td: 'cell',
};

const mostDepth = 512;
const chunkLength = 32 * 1024;

/** Reads the text of a rendered page in one pass. Code blocks, scripts and everything else without sentences is skipped. */
export const readRendered = (page: string): RenderedText => {
  const folder = createFolder();
  const [from, to, piece, gap]: [number[], number[], number[], boolean[]] = [[], [], [], []];
  const blocks: Block[] = [];
  const outside = new Map<number, number>();
  const inside = { depth: 0, unseen: 0, aside: 0, interactive: 0 };
  const around: Block['kind'][] = [];
  let pieces = 0;
  let waiting = new Set<number>();
  let isGap = true;
  let start = 0;
  let hasBegun = false;

  const enter = (name: string, step: 1 | -1): void => {
    pieces += 1;
    inside.depth += step;
    if (unseen.has(name)) inside.unseen += step;
    if (aside.has(name)) inside.aside += step;
    if (interactive.has(name)) inside.interactive += step;
    const kind = kinds[name];
    if (kind && step === 1) around.push(kind);
    if (kind && step === -1) around.pop();
  };
  const keepAt = (first: number, last: number) => () => {
    from.push(first);
    to.push(last);
    piece.push(pieces);
    gap.push(isGap);
    isGap = false;
  };
  const isDeep = (): boolean => inside.depth >= mostDepth;
  const isOpen = (): boolean => (blocks.at(-1)?.end ?? 0) < 0;
  const beginBlock = (): void => {
    if (isOpen()) return;
    blocks.push({ kind: around.at(-1) ?? 'prose', isAside: inside.aside > 0, start: from.length, end: -1 });
  };
  const endBlock = (): void => {
    const last = blocks.at(-1);
    if (last && isOpen()) {
      last.end = from.length;
      folder.border(keepAt(-1, -1));
    }
    isGap = true;
  };
  const addText = (text: string, first: number, end: number): void => {
    // Text as it is in the page, or one entity, whose characters share its place.
    const isPlain = text.length === end - first;
    let at = first;
    for (const character of text) {
      const [begin, finish] = isPlain ? [at, at + character.length] : [first, end];
      at += character.length;
      if (/\s/u.test(character)) isGap = true;
      else beginBlock();
      folder.add(character, keepAt(begin, finish), () => {
        if (piece.at(-1) === pieces) to[to.length - 1] = finish;
      });
    }
  };

  const parser = new Parser({
    onprocessinginstruction: (name) => {
      if (!hasBegun && name.toLowerCase() === '!doctype') start = parser.endIndex + 1;
      hasBegun = true;
    },
    oncomment: () => {
      pieces += 1;
    },
    onopentag: (name) => {
      hasBegun = true;
      if (!inline.has(name)) endBlock();
      if (name === 'br') isGap = true;
      enter(name, 1);
    },
    onclosetag: (name, isImplied) => {
      if (!inline.has(name)) endBlock();
      enter(name, -1);
      if (!interactive.has(name) || inside.interactive > 0) return;
      const end = isImplied ? parser.startIndex : parser.endIndex + 1;
      for (const one of waiting) outside.set(one, end);
      waiting = new Set();
    },
    ontext: (text) => {
      if (text.trim() !== '') hasBegun = true;
      if (inside.unseen > 0) return;
      if (inside.interactive > 0) waiting.add(pieces);
      addText(text, parser.startIndex, parser.endIndex + 1);
    },
  });
  // The parser takes time quadratic in the depth. Browsers nest no deeper than this either.
  for (let at = 0; at < page.length && !isDeep(); at += chunkLength) {
    parser.write(page.slice(at, at + chunkLength));
  }
  if (!isDeep()) parser.end();
  endBlock();
  for (const one of waiting) outside.set(one, page.length);
  return { text: folder.text, from, to, piece, gap, blocks, outside, start };
};
