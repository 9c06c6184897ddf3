import type { Draft, PlannedPage } from '../artifacts.ts';
import type { Section } from '../config/sections.ts';
import { pageAddress } from '../planning/page-path.ts';
import { citeTemplate, citeTitle } from './cite-frame.ts';
import { describePage } from './describe-page.ts';
import { fillTemplate } from './fill-template.ts';
import type { TemplateValues } from './fill-template.ts';
import { writeFrontMatter } from './front-matter.ts';
import { escapeText } from './markdown/escape-text.ts';
import { fileAddress } from './markdown/product-links.ts';
import { createPageContext } from './page-context.ts';
import type { DraftInputs, PageContext } from './page-context.ts';
import { templates } from './templates.ts';
import { templateValues } from './template-values.ts';

type Written = Pick<Draft['pages'][number], 'content' | 'sentences'>;

/** Writes the pages of one section. Equal inputs give equal bytes. */
export const draftSection = (section: Section, inputs: DraftInputs): Draft => {
  const pages = inputs.plan.pages.filter((page) => page.section === section);
  return {
    schema_version: '1.0',
    section,
    pages: pages.map((page, index) => ({
      path: page.path,
      slug: page.slug,
      title: page.title,
      ...writePage(inputs, page, index),
    })),
  };
};

const writePage = (inputs: DraftInputs, page: PlannedPage, index: number): Written => {
  const context = createPageContext(inputs, page);
  const head = writeHead(context, index);
  const isOwn = Object.hasOwn(inputs.templates, page.template);
  const template = (isOwn ? inputs.templates[page.template] : templates[page.template]) ?? '__BODY__';
  const write = (values: TemplateValues): string => `${head}\n${fillTemplate(template, values)}`;
  const values = templateValues(context);
  const whole = write(values);
  const excess = linesIn(whole) - inputs.config.budgets.max_lines_per_file;
  const content = excess <= 0 ? whole : write(shorten(values, excess, context));
  citeTitle(context);
  citeTemplate(context, template, values.words);
  return { content, sentences: context.citing.cite(content) };
};

const writeHead = (context: PageContext, index: number): string => {
  const { config, facts, page, contract } = context;
  return writeFrontMatter(contract.sections[page.section], page.section, {
    title: page.title,
    description: describePage(context),
    slug: page.slug === '_index' ? config.product_slug : page.slug,
    address: pageAddress(config, page.path),
    weight: (index + 1) * 10,
    productName: config.product_name,
    family: config.family,
    locale: config.locale,
    version: facts.version,
    keywords: [...new Set([config.product_slug, ...(facts.language === null ? [] : [facts.language])])],
    date: facts.committed_at,
  });
};

const linesIn = (text: string): number => text.split('\n').length;
const noteLines = 4;

/** Takes blocks from the end of the longest part until the page fits, and says where the rest is. */
const shorten = (values: TemplateValues, excess: number, context: PageContext): TemplateValues => {
  const { links, topics, symbols, citing } = context;
  const heightOf = (blocks: readonly string[]): number => blocks.reduce((sum, block) => sum + linesIn(block) + 1, 0);
  const [longest = 'BODY', blocks = []] =
    Object.entries(values.blocks).toSorted(([, a], [, b]) => heightOf(b) - heightOf(a))[0] ?? [];
  const kept = [...blocks];
  const goal = heightOf(blocks) - excess - noteLines;
  while (kept.length > 0 && heightOf(kept) > goal) kept.pop();
  // A heading without its text says nothing.
  while (kept.at(-1)?.startsWith('#')) kept.pop();
  const source = (topics[0] ?? symbols[0])?.source.path;
  if (source !== undefined) citing.say('source.rest', { path: source });
  const note = source === undefined ? [] : [`The rest is in [${escapeText(source)}](${fileAddress(links, source)}).`];
  return { ...values, blocks: { ...values.blocks, [longest]: [...kept, ...note] } };
};
