import { escapeParagraph, escapeText } from './markdown/escape-text.ts';
import { createLinkResolver, fileAddress } from './markdown/product-links.ts';
import { fenceOf, inlineCode } from './markdown/safe-code.ts';
import { writeBlocks } from './markdown/write-blocks.ts';
import { symbolKey } from '../planning/outlined.ts';
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

const sourceLine = ({ links, citing }: PageContext, { source }: Pick<Snippet, 'source'>): string => {
  const target = fileAddress(links, source.path, [source.start_line, source.end_line]);
  citing.say('source.place', { path: source.path });
  return `Source: [${escapeText(source.path)}](${target})`;
};

/** The text of a topic. Its heading is left out on request, where the page has it as its title. */
export const topicBlocks = (context: PageContext, topic: Topic, withHeading: boolean): readonly string[] => {
  context.citing.quote(context.claims.prose(topic));
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

/**
 * A public name: its signature, its comment and where it is declared. Names of one declaration are shown together, and
 * a module only with its comment.
 */
export const symbolBlocks = (context: PageContext, names: readonly ProductSymbol[]): readonly string[] => {
  const [symbol] = names;
  if (!symbol) return [];
  const title = names.map(({ name }) => name).join(', ');
  for (const { name, signature, source } of names) {
    const claims = context.claims.about(name, source.path);
    context.citing.quote(claims);
    context.citing.quote(
      claims.filter(({ text }) => text === signature.replaceAll(/\s+/gu, ' ').trim()),
      title,
    );
  }
  const fence = fenceOf(symbol.signature, context.facts.language ?? 'text');
  const doc = writeBlocks(symbol.doc, {
    level: 3,
    resolve: createLinkResolver(context.links, symbol.source.path),
    heading: context.heading,
  });
  if (symbol.kind === 'module') return doc;
  return [
    `## ${context.heading(escapeText(title))}`,
    ...(fence === undefined ? [] : [fence]),
    ...doc,
    sourceLine(context, symbol),
  ];
};

/** Code with its origin. */
export const snippetBlocks = (context: PageContext, snippet: Snippet, withHeading: boolean): readonly string[] => {
  const fence = fenceOf(snippet.code, snippet.language);
  if (fence === undefined) return [];
  const claims = context.claims.example(snippet.source);
  context.citing.quote(claims, snippet.title);
  const heading = withHeading
    ? [`## ${context.heading(escapeText(snippet.title).replace(/(?<!\\)[.,;:!#\s]+$/, ''))}`]
    : [];
  return [...heading, fence, sourceLine(context, snippet)];
};

export const installBlocks = ({ facts }: PageContext): readonly string[] =>
  facts.install.flatMap(({ command }) => fenceOf(command, 'bash') ?? []);

/** A list of what is known about the product. */
export const factBlocks = ({ facts, links, citing, claims }: PageContext): readonly string[] => {
  const { version, license } = facts;
  const language = facts.language === null ? null : (languageNames[facts.language] ?? facts.language);
  citing.say('fact.repository', { url: links.repository });
  const rows = [
    version === null ? undefined : escapeText(citing.say('fact.version', { version }, claims.field('version'))),
    license === null ? undefined : escapeText(citing.say('fact.license', { license }, claims.field('license'))),
    language === null ? undefined : escapeText(citing.say('fact.language', { language }, claims.field('language'))),
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
    const uses = new Set(page.role === 'list' ? target.uses : []);
    const all = facts.symbols.filter((symbol) => symbol.kind !== 'module' && uses.has(symbolKey(symbol)));
    const names = all.map(({ name }) => name).slice(0, mostNames);
    const isCut = all.length > mostNames;
    const shown = names.map((name) => inlineCode(name) ?? escapeText(name)).join(', ') + (isCut ? ' and more' : '');
    const claims = all
      .slice(0, mostNames)
      .flatMap(({ name, source }) => context.claims.about(name, source.path).slice(0, 1));
    const { title } = target;
    if (names.length === 0) context.citing.say('link.page', { title });
    else context.citing.say(isCut ? 'link.more' : 'link.names', { title, names: names.join(', ') }, claims);
    return [`- [${escapeText(title)}](${context.linkTo(target)})${names.length === 0 ? '' : `: ${shown}`}`];
  });
  return rows.length === 0 ? [] : [rows.join('\n')];
};

export const paragraph = (text: string): readonly string[] => (text.trim() === '' ? [] : [escapeParagraph(text)]);
