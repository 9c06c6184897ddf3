import type { Found } from './find-sentences.ts';
import type { RenderedText } from './read-rendered.ts';

/** The names of the elements that are put into pages. They are random: no page can contain them by itself. */
export interface MarkNames {
  /** Around the text of a sentence. */
  readonly text: string;
  /** Behind a sentence. */
  readonly mark: string;
}

/**
 * Puts an element around each piece of text of the sentences that were found, and an empty one behind each sentence. The
 * elements carry the number of the sentence and nothing else. `head` is put behind the doctype, where nothing that the
 * page contains can swallow it.
 */
export const markSentences = (
  page: string,
  rendered: RenderedText,
  found: readonly Found[],
  { names, head }: { readonly names: MarkNames; readonly head: string },
): string => {
  const inserted: { readonly at: number; readonly text: string }[] = [{ at: rendered.start, text: head }];
  for (const { sentence, start, end } of found) {
    const pieces = piecesOf(rendered, start, end);
    for (const { from, to } of pieces) {
      inserted.push({ at: from, text: `<${names.text} n="${sentence}">` }, { at: to, text: `</${names.text}>` });
    }
    const last = pieces.at(-1);
    // A button inside a link would be two controls in one: the mark goes behind the link.
    const at = last && (rendered.outside.get(last.piece) ?? last.to);
    if (at !== undefined) inserted.push({ at, text: `<${names.mark} n="${sentence}"></${names.mark}>` });
  }
  // Sorting is stable: what ends at a place comes before what begins there, as it was inserted.
  inserted.sort((one, other) => one.at - other.at);
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of inserted) {
    parts.push(page.slice(done, at), text);
    done = at;
  }
  return [...parts, page.slice(done)].join('');
};

const piecesOf = ({ from, to, piece }: RenderedText, start: number, end: number) => {
  const pieces: { piece: number; from: number; to: number }[] = [];
  for (let at = start; at < end; at += 1) {
    const last = pieces.at(-1);
    const [number, first, finish] = [piece[at] as number, from[at] as number, to[at] as number];
    if (last?.piece === number) last.to = finish;
    else pieces.push({ piece: number, from: first, to: finish });
  }
  return pieces;
};
