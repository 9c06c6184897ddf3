import type { TemplateValues } from './fill-template.ts';
import { describePage } from './describe-page.ts';
import { escapeText } from './markdown/escape-text.ts';
import { createLinkResolver } from './markdown/product-links.ts';
import { writeBlocks } from './markdown/write-blocks.ts';
import { groupBy } from '../planning/group-by.ts';
import type { PageContext, ProductSymbol } from './page-context.ts';
import { taskBlocks } from './task-blocks.ts';
import {
  factBlocks,
  installBlocks,
  linkBlocks,
  paragraph,
  snippetBlocks,
  symbolBlocks,
  topicBlocks,
} from './page-parts.ts';

const mostIntroBlocks = 8;
const mostlySame = 0.7;

/** The values of all tokens for one page. A token that has nothing to say on a page is empty. */
export const templateValues = (context: PageContext): TemplateValues => {
  const { config, facts, page, links } = context;
  const isFront = page.role === 'overview' || page.role === 'announcement';
  const intro = isFront ? introOf(context) : [];
  const body = bodyOf(context);
  const example = exampleOf(context, body);
  const description = describePage(context);
  return {
    blocks: {
      DESCRIPTION: intro.some((block) => saysSame(block, description)) ? [] : leadOf(context, description),
      INTRO: intro,
      FACTS: factBlocks(context),
      // The product's own words about its installation are better than the bare command.
      INSTALL:
        context.topics.some(({ title }) => /install|set ?up/i.test(title)) && page.role !== 'announcement'
          ? []
          : installBlocks(context),
      BODY: body,
      EXAMPLE: example,
      PURPOSE: page.role === 'getting-started' ? purposeOf(context, [...body, ...example]) : [],
      CHANGES: changesOf(context),
      LINKS: page.role === 'list' ? [] : linkBlocks(context),
      HELP: page.section === 'kb' ? helpBlocks(context) : [],
    },
    words: {
      PRODUCT_NAME: escapeText(config.product_name),
      PRODUCT_SLUG: config.product_slug,
      VERSION: escapeText(facts.version ?? ''),
      TITLE: escapeText(page.title),
      REPOSITORY: links.repository,
    },
  };
};

const purposeOf = ({ citing, config }: PageContext, steps: readonly string[]): readonly string[] =>
  paragraph(citing.say(steps.length > 0 ? 'start.steps' : 'start.install', { name: config.product_name }));

const leadOf = ({ page, config, facts, citing, claims }: PageContext, description: string): readonly string[] => {
  if (page.role !== 'announcement') return paragraph(description);
  const product = config.product_name + (facts.version === null ? '' : ` ${facts.version}`);
  return paragraph(`${citing.say('announcement.online', { product }, claims.field('version'))} ${description}`);
};

const introOf = (context: PageContext): readonly string[] => {
  const [topic] = context.topics;
  if (!topic) return [];
  context.citing.quote(context.claims.prose(topic));
  const blocks = writeBlocks(topic.text, {
    level: 2,
    resolve: createLinkResolver(context.links, topic.source.path),
    heading: context.heading,
  });
  const end = blocks.findIndex((block) => block.startsWith('#'));
  return blocks.slice(0, Math.min(end === -1 ? blocks.length : end, mostIntroBlocks));
};

const bodyOf = (context: PageContext): readonly string[] => {
  const { page, topics, symbols, used } = context;
  if (page.role === 'list') return linkBlocks(context);
  if (page.role === 'overview') return topics.slice(1).flatMap((topic) => topicBlocks(context, topic, true));
  if (page.role === 'tasks') return taskBlocks(context, declarationsOf(symbols));
  if (page.role === 'module') return declarationsOf(symbols).flatMap((names) => symbolBlocks(context, names));
  if (page.role === 'how-to')
    return used.length > 1 ? used.flatMap((snippet) => snippetBlocks(context, snippet, true)) : [];
  if (page.role === 'announcement') return [];
  return topics.flatMap((topic, index) => topicBlocks(context, topic, index > 0 || page.role === 'getting-started'));
};

/** Names by their declarations: values that are declared together are shown together. */
const declarationsOf = (symbols: readonly ProductSymbol[]): readonly (readonly ProductSymbol[])[] => {
  const keyOf = ({ signature, source, name, kind }: ProductSymbol): string =>
    ['constant', 'variable'].includes(kind)
      ? `${source.path}:${source.start_line} ${signature}`
      : `${name} ${source.path}:${source.start_line}`;
  return [...groupBy(symbols, keyOf).values()];
};

const helpBlocks = ({ citing, links }: PageContext): readonly string[] => {
  citing.say('help.issues', { url: `${links.repository}/issues` });
  return [`Report problems and ask questions at <${links.repository}/issues>.`];
};

/** The example of a how-to, or the first snippet of the product where a page has no code yet. */
const exampleOf = (context: PageContext, body: readonly string[]): readonly string[] => {
  const { page, used, snippets, facts } = context;
  if (page.role === 'how-to')
    return used.length === 1 ? used.flatMap((snippet) => snippetBlocks(context, snippet, false)) : [];
  if (body.some((block) => block.startsWith('```') && !block.startsWith('```bash') && !block.startsWith('```sh')))
    return [];
  const samples = snippets.snippets.filter(({ language }) => isOf(language, facts.language));
  // One line is enough if it is written as users write it, with the name of the product.
  const qualified = `${facts.name.split('/').at(-1) ?? ''}.`;
  const first =
    samples.find(({ code, source }) => code.includes('\n') && !isComment(source.path)) ??
    samples.find(({ code }) => code.includes(qualified)) ??
    samples.find(({ code }) => code.includes('\n'));
  return first ? snippetBlocks(context, first, false) : [];
};

/** Samples of documents and example files come before those of doc comments. */
const isComment = (path: string): boolean => !/\.(?:md|markdown|rst)$|readme$|examples?\//i.test(path);

const isOf = (language: string, main: string | null): boolean =>
  main !== null &&
  (language === main ||
    main.startsWith(language) ||
    (['ts', 'js', 'javascript'].includes(language) && main.endsWith('script')) ||
    (language === 'py' && main === 'python'));

const changesOf = (context: PageContext): readonly string[] => {
  const { facts, page } = context;
  const release = facts.releases.find(({ version }) => version === facts.version) ?? undefined;
  if (page.role !== 'announcement' || !release) return [];
  context.citing.quote(context.claims.about(release.version, release.source.path));
  return writeBlocks(release.text, {
    level: 3,
    resolve: createLinkResolver(context.links, release.source.path),
    heading: context.heading,
  });
};

/** True if a block has most of the words of the description. */
const saysSame = (block: string, description: string): boolean => {
  const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const wanted = [...wordsOf(description)];
  const found = wordsOf(block);
  return wanted.length > 0 && wanted.filter((word) => found.has(word)).length >= wanted.length * mostlySame;
};
