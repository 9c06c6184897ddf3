import { isDeepStrictEqual } from 'node:util';
import type { FrontMatterContract } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';
import type { Section } from '../config/sections.ts';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import type { Tree } from '../sources/tree.ts';
import { sectionRoot } from './section-root.ts';

type SectionContract = NonNullable<FrontMatterContract['sections'][Section]>;
type KeyRule = SectionContract['required'][string];
type Json = NonNullable<KeyRule['usual']>;
type Values = Readonly<Record<string, unknown>>;

const mostPages = 50;
const mostPageBytes = 512 * 1024;
const mostKeys = 100;
/** Nine in ten pages make a rule. */
const share = 0.9;

/** Derives from the site's own pages which front matter the pages of each section have. */
export const inferContract = async (tree: Tree, config: RunConfig): Promise<FrontMatterContract> => {
  const found: [Section, SectionContract][] = [];
  for (const section of sections.filter((name) => config.required_sections.includes(name)))
    found.push([section, describe(await readPages(tree, sectionRoot(config, section)))]);
  return { schema_version: '1.0', sections: Object.fromEntries(found) };
};

const readPages = async (tree: Tree, root: string): Promise<readonly Values[]> => {
  const paths = tree.entries
    .filter(({ path, size }) => path.startsWith(`${root}/`) && path.endsWith('.md') && (size ?? 0) <= mostPageBytes)
    .map(({ path }) => path);
  // A list page has other keys than a page, so it is looked at only if there is nothing else.
  const pages = paths.filter((path) => !path.endsWith('/_index.md') && !/\/_index\.[\w-]+\.md$/.test(path));
  const chosen = (pages.length > 0 ? pages : paths).slice(0, mostPages);
  const read = await Promise.all(chosen.map((path) => tree.read(path)));
  return read.flatMap((bytes) => {
    const values = bytes && readFrontMatter(Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n')).values;
    return values && Object.keys(values).length > 0 ? [values] : [];
  });
};

const describe = (pages: readonly Values[]): SectionContract => {
  const keys = [...new Set(pages.flatMap((page) => Object.keys(page)))]
    .filter((key) => key !== '__proto__')
    .sort()
    .slice(0, mostKeys);
  const rules = keys.map((key) => {
    const values = pages.flatMap((page) => (Object.hasOwn(page, key) ? [page[key]] : []));
    return { key, count: values.length, rule: ruleOf(values) };
  });
  const isRequired = ({ count }: { readonly count: number }): boolean => count >= pages.length * share;
  const record = (some: typeof rules) => Object.fromEntries(some.map(({ key, rule }) => [key, rule]));
  return {
    pages: pages.length,
    required: record(rules.filter(isRequired)),
    optional: record(rules.filter((rule) => !isRequired(rule))),
  };
};

const ruleOf = (values: readonly unknown[]): KeyRule => {
  const types = new Set(values.map(typeOf));
  const [type = 'unknown'] = types;
  const usual = usualOf(values.map(plain));
  return { type: types.size === 1 ? type : 'unknown', ...(usual !== undefined && { usual }) };
};

const date = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2})?.*)?$/;

const typeOf = (value: unknown): KeyRule['type'] => {
  if (value instanceof Date || (typeof value === 'string' && date.test(value))) return 'date';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'object') return value === null ? 'unknown' : 'object';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'unknown';
};

/** The value that nine in ten pages with the key have. A single page shows no habit. */
const usualOf = (values: readonly (Json | undefined)[]): Json | undefined => {
  if (values.length < 2) return undefined;
  const [first] = values;
  return [first, ...values.slice(1, Math.ceil(values.length * (1 - share)) + 1)].find(
    (candidate) =>
      candidate !== undefined &&
      values.filter((value) => isDeepStrictEqual(value, candidate)).length >= values.length * share,
  );
};

/** Copies a value as JSON. Undefined if it has no JSON form or is too large to be a habit. */
const plain = (value: unknown): Json | undefined => {
  const text = JSON.stringify(value);
  if (text === undefined || text.length > 500) return undefined;
  return JSON.parse(text) as Json;
};
