import type { Token } from 'markdown-it';
import { escapeLineStart, escapeText } from './escape-text.ts';
import { inlineCode } from './safe-code.ts';

/** Returns the address that a link of the product gets, or undefined if only its words are kept. */
export type ResolveLink = (href: string) => string | undefined;

const marks: Readonly<Record<string, string>> = { strong_open: '**', em_open: '*', s_open: '~~' };

/** Writes the inline content of a block. Images and HTML are left out, and so are links without an address. */
export const writeInline = (tokens: readonly Token[], resolve: ResolveLink): string =>
  trimBreaks(write(tokens, resolve))
    .split('\n')
    .map((line) => escapeLineStart(line.trim()))
    .join('\n');

const write = (tokens: readonly Token[], resolve: ResolveLink): string => {
  let out = '';
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.nesting === 1) {
      const end = closeOf(tokens, index);
      out += writeSpan(token, tokens.slice(index + 1, end), resolve);
      index = end;
    } else {
      out += writeOne(token);
    }
  }
  return out;
};

const writeOne = (token: Token): string => {
  if (token.type === 'text' || token.type === 'text_special') return escapeText(token.content);
  if (token.type === 'code_inline') return inlineCode(token.content) ?? escapeText(token.content);
  if (token.type === 'softbreak') return '\n';
  return token.type === 'hardbreak' ? '\\\n' : '';
};

/** Writes emphasis or a link. Without words in it there is nothing to write. */
const writeSpan = (token: Token, content: readonly Token[], resolve: ResolveLink): string => {
  const isLink = token.type === 'link_open';
  const words = trimBreaks(write(content, isLink ? () => undefined : resolve));
  if (words === '') return '';
  const mark = marks[token.type];
  if (mark !== undefined) return mark + words + mark;
  const target = isLink ? resolve(String(token.attrGet('href') ?? '')) : undefined;
  if (target === undefined) return words;
  return token.info === 'auto' && /^https?:/.test(target) ? `<${target}>` : `[${words}](${target})`;
};

const closeOf = (tokens: readonly Token[], open: number): number => {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth === 0) return index;
  }
  return tokens.length;
};

const trimBreaks = (text: string): string => text.replace(/^(?:\\\n|\s)+/, '').replace(/(?:\\?\n|\s)+$/, '');
