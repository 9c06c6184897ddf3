import type { ShownSentence } from '../run/shown-run.ts';
import { foldText } from './fold-text.ts';
import type { Block, RenderedText } from './read-rendered.ts';

/** A sentence in the rendered page, as a range of the folded text. */
export interface Found {
  /** The place of the sentence in the list of the page. */
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/** How many occurrences are looked at, so that a page of repetitions does not take forever. */
const mostTries = 500;

type Fits = (block: Block, start: number, end: number) => boolean;

/**
 * Finds the sentences of a page in its rendered form, in their order. Each place is used once. A heading is looked for in
 * headings first, prose outside the navigation first. A description that the page also says belongs to its text.
 */
export const findSentences = (
  rendered: RenderedText,
  sentences: readonly Pick<ShownSentence, 'kind' | 'text'>[],
): readonly Found[] => {
  const found: Found[] = [];
  const used = new Uint8Array(rendered.text.length);
  let cursor = 0;
  const numbered = sentences.map((given, sentence) => ({ ...given, sentence }));
  const isMeta = ({ kind }: Pick<ShownSentence, 'kind'>): boolean => kind === 'meta';
  const ordered = [...numbered.filter((one) => !isMeta(one)), ...numbered.filter(isMeta)];
  for (const { sentence, kind, text } of ordered) {
    const words = foldText(text);
    if (words === '') continue;
    const start = placesFor(kind, rendered)
      .flatMap((fits) => (kind === 'meta' ? [[fits, 0] as const] : [[fits, cursor] as const, [fits, 0] as const]))
      .reduce((place, [fits, after]) => (place < 0 ? search(rendered, words, { after, fits, used }) : place), -1);
    if (start < 0) continue;
    const end = start + words.length;
    used.fill(1, start, end);
    if (kind !== 'meta') cursor = end;
    found.push({ sentence, start, end });
  }
  return found.sort((one, other) => one.start - other.start);
};

/** Places that suit a kind of sentence, the best first. Front matter is only sought as a whole block. */
const placesFor = (kind: ShownSentence['kind'], rendered: RenderedText): readonly Fits[] => {
  const isWhole: Fits = (block, start, end) =>
    start === block.start && !/[\p{L}\p{N}]/u.test(rendered.text.slice(end, block.end));
  const isContent: Fits = ({ isAside }) => !isAside;
  if (kind === 'meta') return [(...place) => place[0].kind !== 'cell' && isContent(...place) && isWhole(...place)];
  if (kind === 'prose') return [({ kind: own, isAside }) => own === 'prose' && !isAside, isContent, () => true];
  return [
    (...place) => place[0].kind === kind && isWhole(...place),
    (...place) => isContent(...place) && isWhole(...place),
  ];
};

interface Search {
  readonly after: number;
  readonly fits: Fits;
  readonly used: Uint8Array;
}

const search = (rendered: RenderedText, words: string, { after, fits, used }: Search): number => {
  let at = rendered.text.indexOf(words, after);
  for (let tries = 0; at >= 0 && tries < mostTries; tries += 1) {
    const end = at + words.length;
    const block = blockAt(rendered.blocks, at);
    const isFree = used[at] === 0 && used[end - 1] === 0;
    if (isFree && block && end <= block.end && isWholeWords(rendered, at, end) && fits(block, at, end)) return at;
    at = rendered.text.indexOf(words, at + 1);
  }
  return -1;
};

const word = /[\p{L}\p{N}\p{M}]/u;

/** Spaces are not part of the folded text, so `install` must not be found in `reinstall`. */
const isWholeWords = ({ text, gap }: RenderedText, start: number, end: number): boolean =>
  !isJoined(text, gap, start) && !isJoined(text, gap, end);

const isJoined = (text: string, gap: readonly boolean[], at: number): boolean =>
  gap[at] === false && word.test(text[at - 1] ?? '') && word.test(text[at] ?? '');

const blockAt = (blocks: readonly Block[], at: number): Block | undefined => {
  let [low, high] = [0, blocks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle] as Block;
    if (at < block.start) high = middle - 1;
    else if (at >= block.end) low = middle + 1;
    else return block;
  }
  return undefined;
};
