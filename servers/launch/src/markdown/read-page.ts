import type { Token } from 'markdown-it';
import { createAnchors, headingText } from './anchors.ts';
import { createMarkdownParser, spanOf } from './markdown-parser.ts';
import { createPlaces, startsOf } from './places.ts';
import { splitPage } from './split-page.ts';

export interface Heading {
  readonly level: number;
  /** Its Markdown, without attributes. */
  readonly text: string;
  readonly anchor: string;
  /** From 1, in the whole page. */
  readonly line: number;
  /** The line after the heading. */
  readonly endLine: number;
  /** False inside a quotation or a list. */
  readonly top: boolean;
}

export interface Link {
  readonly kind: 'link' | 'image';
  readonly url: string;
  readonly line: number;
  /** The place of the link in the page; absent for a bare address. */
  readonly start?: number;
  readonly end?: number;
}

interface CodeBlock {
  readonly language: string;
  readonly code: string;
  readonly line: number;
  readonly endLine: number;
}

/** HTML in a page. */
interface Html {
  readonly text: string;
  readonly line: number;
}

/** The parts of a page that gates and patches look at. */
export interface Page {
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly codes: readonly CodeBlock[];
  readonly html: readonly Html[];
  /** Places of code in the page, inline and in blocks, and of shortcodes. */
  readonly codeRanges: readonly (readonly [start: number, end: number])[];
}

/** Longer pages are not read; see `isReadable`. */
export const mostPageCharacters = 128 * 1024;

export const isReadable = (page: string): boolean => page.length <= mostPageCharacters;

/** Calls of Hugo's shortcodes. Markdown can have them in place of addresses. */
const shortcode = /\{\{[<%][^\n]{0,1000}?[%>]\}\}/gu;
const placeholder = '\u{E000}';

/** Replaces the shortcodes of a page by characters that mean nothing, so that places stay the same. */
export const withoutShortcodes = (body: string, found?: (start: number, end: number) => void): string =>
  body.replaceAll(shortcode, (call, at: number) => {
    found?.(at, at + call.length);
    return placeholder.repeat(call.length);
  });

let parser: ReturnType<typeof createMarkdownParser> | undefined;

/** Reads the body of a page. Places and lines are those of the whole page. */
export const readPage = (page: string): Page => {
  if (!isReadable(page)) throw new RangeError(`The page has more than ${mostPageCharacters} characters`);
  const { bodyStart, bodyLine } = splitPage(page);
  const codeRanges: [number, number][] = [];
  const body = withoutShortcodes(page.slice(bodyStart), (start, end) => {
    codeRanges.push([bodyStart + start, bodyStart + end]);
  });
  const lines = startsOf(body);
  const headings: Heading[] = [];
  const links: Link[] = [];
  const codes: CodeBlock[] = [];
  const html: Html[] = [];
  const anchor = createAnchors();
  parser ??= createMarkdownParser();
  const tokens = parser.parse(body, {});
  let near: readonly [number, number] = [0, 0];
  for (const [index, token] of tokens.entries()) {
    // The cells of a table have no lines of their own; their row has.
    near = token.map ?? near;
    const [first, last] = near;
    const place = { line: first + bodyLine, endLine: last + bodyLine };
    if (token.type === 'heading_open') {
      const text = tokens[index + 1]?.content ?? '';
      const top = token.level === 0;
      headings.push({
        level: Number(token.tag.slice(1)),
        text: headingText(text),
        anchor: anchor(text),
        ...place,
        top,
      });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      codes.push({ language: languageOf(token.info), code: token.content, ...place });
      codeRanges.push([bodyStart + (lines[first] ?? 0), bodyStart + (lines[last] ?? body.length)]);
    } else if (token.type === 'html_block') {
      html.push({ text: token.content, line: place.line });
    } else if (token.type === 'inline') {
      readInline(token, { first, body, lines, bodyStart, bodyLine, links, html, codeRanges });
    }
  }
  return { headings, links, codes, html, codeRanges: codeRanges.sort(([one], [other]) => one - other) };
};

interface InlineContext {
  readonly first: number;
  readonly body: string;
  readonly lines: readonly number[];
  readonly bodyStart: number;
  readonly bodyLine: number;
  readonly links: Link[];
  readonly html: Html[];
  readonly codeRanges: [number, number][];
}

const readInline = (
  token: Token,
  { first, body, lines, bodyStart, bodyLine, links, html, codeRanges }: InlineContext,
): void => {
  const place = createPlaces(token.content, first, body, lines);
  let line = first;
  for (const child of token.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
    if (child.type === 'html_inline') html.push({ text: child.content, line: line + bodyLine });
    const isImage = child.type === 'image';
    if (!isImage && child.type !== 'link_open' && child.type !== 'code_inline') continue;
    const span = spanOf(child);
    const from = place(span?.start ?? 0);
    const to = span && place(span.end).at;
    const range =
      span && from.at !== undefined && to !== undefined
        ? { start: bodyStart + from.at, end: bodyStart + to }
        : undefined;
    if (child.type === 'code_inline') {
      if (range) codeRanges.push([range.start, range.end]);
      continue;
    }
    const url = String(child.attrGet(isImage ? 'src' : 'href') ?? '');
    if (!url.includes(placeholder)) {
      links.push({ kind: isImage ? 'image' : 'link', url, line: from.line + bodyLine, ...range });
    }
  }
};

const languageOf = (info: string): string => (/^[^\s{]*/u.exec(info.trim())?.[0] ?? '').toLowerCase();
