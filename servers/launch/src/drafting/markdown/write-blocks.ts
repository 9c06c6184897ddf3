import type { Token } from 'markdown-it';
import { createMarkdownParser } from '../../markdown/markdown-parser.ts';
import { nestTokens } from './nest-tokens.ts';
import type { Block } from './nest-tokens.ts';
import { fenceOf } from './safe-code.ts';
import { writeInline } from './write-inline.ts';
import type { ResolveLink } from './write-inline.ts';

export interface WriteOptions {
  /** The highest level that a heading may have. */
  readonly level: number;
  readonly resolve: ResolveLink;
  /** Makes the text of a heading unique in its page. */
  readonly heading: (text: string) => string;
}

let parser: ReturnType<typeof createMarkdownParser> | undefined;
const mostCharacters = 64 * 1024;

/**
 * Rewrites Markdown of the product as blocks for a page. Only known constructs pass; all text is escaped again, so
 * that nothing in it can act as HTML, a shortcode or front matter.
 */
export const writeBlocks = (markdown: string, options: WriteOptions): readonly string[] => {
  parser ??= createMarkdownParser();
  const blocks = nestTokens(parser.parse(markdown.slice(0, mostCharacters), {}));
  const levels = blocks.flatMap(({ type, token }) => (type === 'heading' ? [Number(token.tag.slice(1))] : []));
  const shift = options.level - Math.min(6, ...levels);
  let last = options.level - 1;
  return blocks.flatMap((block) => {
    if (block.type !== 'heading') return writeBlock(block, options);
    // A level may be skipped upwards only.
    last = Math.min(Math.max(Number(block.token.tag.slice(1)) + shift, options.level), last + 1, 6);
    const text = headingOf(inlineOf(block), options);
    return text === '' ? [] : [`${'#'.repeat(last)} ${text}`];
  });
};

const inlineOf = ({ children }: Block): readonly Token[] =>
  children.find(({ type }) => type === 'inline')?.token.children ?? [];

const headingOf = (tokens: readonly Token[], { heading }: WriteOptions): string => {
  const text = writeInline(tokens, () => undefined)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\*\*/g, '')
    .replace(/(?<!\\)[.,;:!#\s]+$/, '');
  return text === '' ? '' : heading(text);
};

const writeBlock = (block: Block, options: WriteOptions): readonly string[] => {
  const { type, token, children } = block;
  if (type.endsWith('_list') && isContents(block)) return [];
  switch (type) {
    case 'paragraph':
      return present(writeInline(inlineOf(block), options.resolve));
    case 'heading':
      return present(writeInline(inlineOf(block), () => undefined)).map(
        (text) => `**${text.replaceAll(/\*\*/g, '')}**`,
      );
    case 'fence':
    case 'code_block':
      return present(fenceOf(token.content, token.info.trim().split(/[\s{]/)[0]?.toLowerCase() ?? ''));
    case 'bullet_list':
      return present(writeList(children, options, () => '- '));
    case 'ordered_list':
      return present(writeList(children, options, (index) => `${index + 1}. `));
    case 'blockquote':
      return present(prefix(joined(children, options), '> ', '> '));
    case 'table':
      return present(writeTable(children, options));
    default:
      // Rules have no meaning outside their document. HTML is left out.
      return [];
  }
};

/** True for a table of contents: every item links to a heading of its own document, which is now on several pages. */
const isContents = (list: Block): boolean => {
  const all = descendants(list);
  const items = all.filter(({ type }) => type === 'list_item');
  const links = all.flatMap(({ token }) => (token.children ?? []).filter(({ type }) => type === 'link_open'));
  return links.length >= items.length && links.every((link) => String(link.attrGet('href')).startsWith('#'));
};

const descendants = (block: Block): readonly Block[] =>
  block.children.flatMap((child) => [child, ...descendants(child)]);

const present = (text: string | undefined): readonly string[] =>
  text === undefined || text.trim() === '' ? [] : [text];

const joined = (blocks: readonly Block[], options: WriteOptions): string =>
  blocks.flatMap((block) => writeBlock(block, options)).join('\n\n');

const prefix = (text: string, first: string, rest: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
        .join('\n');

const writeList = (items: readonly Block[], options: WriteOptions, mark: (index: number) => string): string => {
  const isTight = items.every(({ children }) =>
    children.every(({ type, token }) => type !== 'paragraph' || token.hidden),
  );
  const written = items.flatMap(({ children }) => {
    const blocks = children.flatMap((block) => writeBlock(block, options).map((text) => ({ text, type: block.type })));
    const text = blocks
      .map((block, index) => (index === 0 ? '' : isTight && block.type.endsWith('list') ? '\n' : '\n\n') + block.text)
      .join('');
    return text === '' ? [] : [text];
  });
  return written
    .map((text, index) => prefix(text, mark(index), ' '.repeat(mark(index).length)))
    .join(isTight ? '\n' : '\n\n');
};

const mostColumns = 20;

const writeTable = (parts: readonly Block[], options: WriteOptions): string => {
  const rows = parts.flatMap(({ children }) => children.map((row) => row.children.slice(0, mostColumns)));
  const [head = [], ...body] = rows.map((row) =>
    row
      .map((cell) => writeInline(inlineOf(cell), options.resolve).replaceAll(/\\?\n/g, ' '))
      .map((text) => text.replaceAll(/(?<!\\)\|/g, '\\|')),
  );
  if (head.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
};
