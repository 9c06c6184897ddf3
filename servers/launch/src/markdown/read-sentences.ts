import type { Token } from 'markdown-it';
import { createMarkdownParser } from './markdown-parser.ts';
import { createPlaces, startsOf } from './places.ts';
import { isReadable, mostPageCharacters, withoutShortcodes } from './read-page.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { splitPage } from './split-page.ts';
import { splitSentences } from './split-sentences.ts';

/** A statement that readers see: a sentence, a heading, a cell of a table, or a title or description in front matter. */
export interface Sentence {
  readonly kind: 'prose' | 'heading' | 'cell' | 'meta';
  /** Plain text on one line, without marks. */
  readonly text: string;
  /** Its inline code, and the addresses of its links. */
  readonly codes: readonly string[];
  readonly urls: readonly string[];
  /** From 1, in the whole page. */
  readonly line: number;
  /** Its place in the page; absent if it cannot be cut out by itself. */
  readonly start?: number;
  readonly end?: number;
}

/** The keys of front matter that readers see. */
const shownKeys = ['title', 'linkTitle', 'description', 'summary'];

let parser: ReturnType<typeof createMarkdownParser> | undefined;

/** Reads the sentences of a page in their order, those of the front matter first. Code blocks and HTML have none. */
export const readSentences = (page: string): readonly Sentence[] => {
  if (!isReadable(page)) throw new RangeError(`The page has more than ${mostPageCharacters} characters`);
  const { bodyStart, bodyLine } = splitPage(page);
  const body = withoutShortcodes(page.slice(bodyStart));
  const lines = startsOf(body);
  const sentences: Sentence[] = readMeta(page);
  parser ??= createMarkdownParser();
  const env = {};
  let near = 0;
  let around = '';
  for (const token of parser.parse(body, env)) {
    near = token.map?.[0] ?? near;
    if (token.type !== 'inline') {
      around = token.type;
      continue;
    }
    const kind = around === 'heading_open' ? 'heading' : isCell(around) ? 'cell' : 'prose';
    const place = createPlaces(token.content, near, body, lines);
    for (const { start, end } of kind === 'prose' ? splitSentences(token.content) : [whole(token)]) {
      const read = readInline(parser.parseInline(token.content.slice(start, end), env)[0]);
      if (!/[\p{L}\p{N}]/u.test(read.text)) continue;
      const from = place(start);
      const to = place(end);
      const range =
        kind === 'prose' && from.at !== undefined && to.at !== undefined
          ? { start: bodyStart + from.at, end: bodyStart + to.at }
          : {};
      sentences.push({ kind, ...read, line: from.line + bodyLine, ...range });
    }
  }
  return sentences;
};

const isCell = (type: string): boolean => type === 'th_open' || type === 'td_open';

const whole = ({ content }: Token): { readonly start: number; readonly end: number } => ({
  start: 0,
  end: content.length,
});

const readInline = (token: Token | undefined): Pick<Sentence, 'text' | 'codes' | 'urls'> => {
  const children = token?.children ?? [];
  const text = children
    .map(({ type, content }) => {
      if (type === 'text' || type === 'text_special' || type === 'code_inline') return content;
      return type.endsWith('break') ? ' ' : '';
    })
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return {
    text,
    codes: children.filter(({ type }) => type === 'code_inline').map(({ content }) => content),
    urls: children.filter(({ type }) => type === 'link_open').map((child) => String(child.attrGet('href') ?? '')),
  };
};

const readMeta = (page: string): Sentence[] => {
  const { values } = readFrontMatter(page);
  return shownKeys.flatMap((key): Sentence[] => {
    const value = values?.[key];
    if (typeof value !== 'string') return [];
    const text = value.replaceAll(/\s+/gu, ' ').trim();
    return /[\p{L}\p{N}]/u.test(text) ? [{ kind: 'meta', text, codes: [], urls: [], line: 1 }] : [];
  });
};
