import { say, templatePhrases } from '../claims/phrases.ts';
import type { PhraseName, PhraseValues } from '../claims/phrases.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import type { PageContext } from './page-context.ts';

/** Cites what the title of a page consists of: words of the server, or a title of the product. */
export const citeTitle = ({ page, config, facts, topics, used, citing, claims }: PageContext): void => {
  const { product_name: name } = config;
  const [, module = page.title, shelf = '', number = '', count = ''] =
    /^(.+) (functions|classes|types|constants)(?: \((\d+) of (\d+)\))?$/.exec(page.title) ?? [];
  const version = facts.version ?? '';
  const candidates: readonly (readonly [PhraseName, PhraseValues])[] = [
    ['title.product', { name }],
    ['title.docs', { name }],
    ['title.getting-started', { name }],
    ['title.tasks', { name }],
    ['title.reference', { name }],
    ['title.kb', { name }],
    ['title.samples', { name }],
    ['title.announcement', { name }],
    ['title.release', { name, version }],
    ...(page.role === 'module'
      ? ([
          ['title.part', { module, shelf, number, count }],
          ['title.shelf', { module, shelf }],
          ['title.module', { module: page.title }],
        ] as const)
      : []),
  ];
  const found = candidates.find(([phrase, values]) => say(phrase, values) === page.title);
  if (found) citing.say(...found, found[0] === 'title.release' ? claims.field('version') : []);
  const own = [
    ...topics.flatMap((topic) => claims.prose(topic)),
    ...used.flatMap(({ source }) => claims.example(source)),
  ];
  citing.quote(own);
  const isSaid = own.some(({ text, subject }) => sameWords(text, page.title) || subject === page.title);
  // Without a heading, a document is called after its file.
  if (!found && !isSaid) citing.say('title.file', { file: page.title });
  if (!found) citing.quote(own.filter(({ subject }) => subject === page.title).slice(0, 1), page.title);
};

const sameWords = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Cites the sentences of a template: those of the server are phrases, those of the site are the site's own words. */
export const citeTemplate = (
  { page, config, facts, templates, citing }: PageContext,
  template: string,
  words: Readonly<Record<string, string>>,
): void => {
  const values = { name: config.product_name, version: facts.version ?? '' };
  const isOwn = Object.hasOwn(templates, page.template);
  const filled = template.replaceAll(/__([A-Z][A-Z0-9_]*?)__/g, (token, key: string) => words[key] ?? token);
  for (const { text } of readSentences(`\n${filled}`)) {
    const phrase = isOwn ? undefined : templatePhrases.find((name) => say(name, values) === text);
    const isAlone = /^__[A-Z][A-Z0-9_]*__$/.test(text);
    if (phrase) citing.say(phrase, slotsOf(phrase, values));
    else if (isOwn && !isAlone) citing.template(page.template, text, words);
  }
};

const slotsOf = (name: PhraseName, values: PhraseValues): PhraseValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => say(name).includes(`{${key}}`)));
