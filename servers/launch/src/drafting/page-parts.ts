import { escapeParagraph, escapeText } from './markdown/escape-text.ts';
import { createLinkResolver, fileAddress } from './markdown/product-links.ts';
import { fenceOf, inlineCode } from './markdown/safe-code.ts';
import { writeBlocks } from './markdown/write-blocks.ts';
import type { PageContext, ProductSymbol, Snippet, Topic } from './page-context.ts';

const languageNames: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  php: 'PHP',
  csharp: 'C#',
  cpp: 'C++',
};

const sourceLine = ({ links }: PageContext, { source }: Pick<Snippet, 'source'>): string => {
  const target = fileAddress(links, source.path, [source.start_line, source.end_line]);
  return `Source: [${escapeText(source.path)}](${target})`;
};

/** The text of a topic. Its heading is left out on request, where the page has it as its title. */
export const topicBlocks = (context: PageContext, topic: Topic, withHeading: boolean): readonly string[] => {
  const heading = escapeText(topic.title).replace(/(?<!\\)[.,;:!#\s]+$/, '');
  const hasHeading = withHeading && heading !== '';
  // The heading is written first: headings are numbered in the order of the page.
  const own = hasHeading ? [`## ${context.heading(heading)}`] : [];
  const body = writeBlocks(topic.text, {
    level: hasHeading ? 3 : 2,
    resolve: createLinkResolver(context.links, topic.source.path),
    heading: context.heading,
  });
  return body.length === 0 ? [] : [...own, ...body];
};

/** A public name: its signature, its comment and where it is declared. */
export const symbolBlocks = (context: PageContext, symbol: ProductSymbol): readonly string[] => {
  const fence = fenceOf(symbol.signature, context.facts.language ?? 'text');
  const doc = writeBlocks(symbol.doc, {
    level: 3,
    resolve: createLinkResolver(context.links, symbol.source.path),
    heading: context.heading,
  });
  return [
    `## ${context.heading(escapeText(symbol.name))}`,
    ...(fence === undefined ? [] : [fence]),
    ...doc,
    sourceLine(context, symbol),
  ];
};

/** Code with its origin. */
export const snippetBlocks = (context: PageContext, snippet: Snippet, withHeading: boolean): readonly string[] => {
  const fence = fenceOf(snippet.code, snippet.language);
  if (fence === undefined) return [];
  const heading = withHeading
    ? [`## ${context.heading(escapeText(snippet.title).replace(/(?<!\\)[.,;:!#\s]+$/, ''))}`]
    : [];
  return [...heading, fence, sourceLine(context, snippet)];
};

export const installBlocks = ({ facts }: PageContext): readonly string[] =>
  facts.install.flatMap(({ command }) => fenceOf(command, 'bash') ?? []);

/** A list of what is known about the product. */
export const factBlocks = ({ facts, links }: PageContext): readonly string[] => {
  const language = facts.language === null ? undefined : (languageNames[facts.language] ?? facts.language);
  const rows = [
    facts.version === null ? undefined : `Version: ${escapeText(facts.version)}`,
    facts.license === null ? undefined : `License: ${escapeText(facts.license)}`,
    language === undefined ? undefined : `Language: ${escapeText(language)}`,
    `Source code: <${links.repository}>`,
  ];
  return [rows.flatMap((row) => (row === undefined ? [] : [`- ${row}`])).join('\n')];
};

const mostNames = 6;

/** Links to the pages that the plan names. Modules show the names that they export. */
export const linkBlocks = (context: PageContext): readonly string[] => {
  const { plan, page, facts } = context;
  const rows = page.links.flatMap((key) => {
    const target = plan.pages.find(({ section, slug }) => `${section}/${slug}` === key);
    if (!target) return [];
    const names = facts.symbols
      .filter(({ name, source }) => target.uses?.includes(`symbol:${source.path}:${source.start_line}:${name}`))
      .map(({ name }) => inlineCode(name))
      .filter((name) => name !== undefined);
    const shown = names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ' and more' : '');
    const isDetailed = page.role === 'list' && shown !== '';
    return [`- [${escapeText(target.title)}](${context.linkTo(target)})${isDetailed ? `: ${shown}` : ''}`];
  });
  return rows.length === 0 ? [] : [rows.join('\n')];
};

export const paragraph = (text: string): readonly string[] => (text.trim() === '' ? [] : [escapeParagraph(text)]);
