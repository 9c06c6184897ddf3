import createMarkdownIt from 'markdown-it';
import type { MarkdownIt, StateInline, Token } from 'markdown-it';

/** The place of an inline token in the text of its block. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Inline rules, and the tokens whose place is kept. */
const placed = { link: 'link_open', image: 'image', autolink: 'link_open', backticks: 'code_inline' } as const;

const spans = new WeakMap<Token, Span>();

export const spanOf = (token: Token): Span | undefined => spans.get(token);

/**
 * Creates a parser that reads CommonMark, tables and bare addresses, as Hugo does. Its time is bounded: on hostile pages
 * of 200,000 characters it takes seconds where other parsers take hours. Addresses stay as they were written.
 */
export const createMarkdownParser = (): MarkdownIt => {
  const parser = createMarkdownIt('default', { html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  for (const [rule, type] of Object.entries(placed)) keepPlaces(parser, rule, type);
  return parser;
};

/** markdown-it knows where a rule started and ended, and does not keep it. */
const keepPlaces = ({ inline: { ruler } }: MarkdownIt, name: string, type: string): void => {
  const rule = ruler.__rules__.find((known) => known.name === name)?.fn;
  if (!rule) throw new Error(`markdown-it has no rule '${name}'`);
  ruler.at(name, (state: StateInline, silent: boolean) => {
    const start = state.pos;
    const before = state.tokens.length;
    const matched = rule(state, silent);
    if (matched && !silent) {
      const token = state.tokens.slice(before).find((made) => made.type === type);
      if (token && !spans.has(token)) spans.set(token, { start, end: state.pos });
    }
    return matched;
  });
};
