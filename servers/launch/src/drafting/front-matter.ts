import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { FrontMatterContract } from '../artifacts.ts';
import type { Section } from '../config/sections.ts';

type SectionContract = NonNullable<FrontMatterContract['sections'][Section]>;
type KeyRule = SectionContract['required'][string];
type Value = NonNullable<KeyRule['usual']>;

/** The values that the front matter of a page can be filled with. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly slug: string;
  readonly address: string;
  readonly weight: number;
  readonly productName: string;
  readonly family: string | undefined;
  readonly locale: string;
  readonly version: string | null;
  readonly keywords: readonly string[];
  /** The date of the commit: equal inputs give equal pages, so today's date is never used. */
  readonly date: string | undefined;
}

/** The keys that pages get in a section where the site has none yet. */
const usualKeys: SectionContract = {
  pages: 0,
  required: { title: { type: 'string' }, description: { type: 'string' }, weight: { type: 'number' } },
  optional: {},
};
const usualPostKeys: SectionContract = {
  pages: 0,
  required: { title: { type: 'string' }, description: { type: 'string' }, date: { type: 'date' } },
  optional: {},
};

/** Writes the front matter of a page so that it has every key that the other pages of its section have. */
export const writeFrontMatter = (given: SectionContract | undefined, section: Section, page: PageFacts): string => {
  const contract = given && given.pages > 0 ? given : section === 'blog' ? usualPostKeys : usualKeys;
  const keys: Record<string, KeyRule> = { title: { type: 'string' }, ...contract.required };
  // A description helps every page; it is added where the site knows the key.
  for (const key of ['description', 'weight', 'date']) if (contract.optional[key]) keys[key] = contract.optional[key];
  const lines = Object.entries(keys)
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .flatMap(([key, rule]) => {
      const value = valueFor(key, rule, page);
      return value === undefined ? [] : [`${yamlKey(key)}: ${yaml(value, rule.type === 'date')}`];
    });
  return `---\n${lines.join('\n')}\n---\n`;
};

const first = ['title', 'linktitle', 'description', 'summary', 'date', 'weight'];
const rankOf = (key: string): number => {
  const rank = first.indexOf(key.toLowerCase());
  return rank === -1 ? first.length : rank;
};

const valueFor = (key: string, rule: KeyRule, page: PageFacts): Value | undefined => {
  if (rule.type === 'date') return page.date;
  const known = knownValue(key.toLowerCase().replaceAll(/[_-]/g, ''), page);
  if (known !== undefined && fits(known, rule.type)) return known;
  return rule.usual ?? neutral[rule.type];
};

const knownValue = (key: string, page: PageFacts): Value | undefined => {
  const values: Readonly<Record<string, Value | undefined>> = {
    title: page.title,
    linktitle: page.title,
    headline: page.title,
    description: page.description,
    summary: page.description,
    seodescription: page.description,
    date: page.date,
    lastmod: page.date,
    publishdate: page.date,
    weight: page.weight,
    slug: page.slug,
    url: page.address,
    permalink: page.address,
    keywords: [...page.keywords],
    tags: [...page.keywords],
    product: page.productName,
    productname: page.productName,
    family: page.family,
    locale: page.locale,
    lang: page.locale,
    language: page.locale,
    version: page.version ?? undefined,
  };
  return values[key];
};

const neutral: Readonly<Record<KeyRule['type'], Value | undefined>> = {
  string: '',
  number: 0,
  boolean: false,
  array: [],
  object: {},
  date: undefined,
  unknown: '',
};

const fits = (value: Value, type: KeyRule['type']): boolean =>
  type === 'unknown' || (Array.isArray(value) ? type === 'array' : typeof value === type);

const plainKey = /^[A-Za-z_][\w-]*$/;
const yamlKey = (key: string): string => (plainKey.test(key) && !isWord(key) ? key : JSON.stringify(clean(key)));

/** Words that YAML reads as other types. */
const isWord = (text: string): boolean => /^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text);
const plain = /^[A-Za-z][\w ./()+-]*[\w.)]$/;

const yaml = (value: Value, isDate = false): string => {
  if (typeof value !== 'string')
    return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? clean(part) : part));
  const text = clean(value);
  if (isDate && /^\d{4}-\d{2}-\d{2}T[\d:]+Z$/.test(text)) return text;
  return plain.test(text) && !isWord(text) ? text : JSON.stringify(text);
};

const clean = (text: string): string => replaceHidden(text, ' ').trim();
