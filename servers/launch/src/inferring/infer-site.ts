import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';
import { locate } from '../product/locate.ts';
import { readHugoConfig } from '../site/read-hugo-config.ts';
import type { Tree } from '../sources/tree.ts';
import type { Candidate } from './inferred.ts';

export type Localization = RunConfig['site_layout']['localization'];

export interface InferredSite {
  readonly locale: Candidate;
  readonly localization: readonly Candidate<Localization>[];
}

/** Infers from a site which language its pages have and where the language is written. */
export const inferSite = async (tree: Tree): Promise<InferredSite> => {
  const { files, defaultLanguage } = await readHugoConfig(tree, undefined);
  const key = /^\s*["']?defaultcontentlanguage["']?\s*[:=]/iu;
  const stating = files
    .map(({ path, bytes }) => ({ path, text: Buffer.from(bytes).toString('utf8') }))
    .find(({ text }) => text.split('\n').some((line) => key.test(line)));
  const locale: Candidate = stating
    ? {
        value: defaultLanguage,
        confidence: 1,
        source: { path: stating.path, line: locate(stating.path, stating.text, key).start_line },
      }
    : { value: defaultLanguage, confidence: 0.9, source: { rule: "Hugo's default language" } };
  return { locale, localization: layoutsOf(tree, locale.value) };
};

const layoutsOf = (tree: Tree, locale: string): readonly Candidate<Localization>[] => {
  const pages = tree.entries
    .map(({ path }) => path)
    .filter((path) => path.startsWith('content/') && path.endsWith('.md'));
  const inFolder = pages.find((path) => sections.some((section) => path.startsWith(`content/${section}/${locale}/`)));
  const inName = pages.find((path) => path.endsWith(`.${locale}.md`));
  const found = [
    ...(inFolder === undefined ? [] : [{ value: 'dir' as const, path: inFolder }]),
    ...(inName === undefined ? [] : [{ value: 'filename' as const, path: inName }]),
  ];
  if (found.length === 0) {
    const source = { rule: `no page of the site has '${locale}' in its path` };
    return [{ value: 'none', confidence: 0.9, source }];
  }
  return found.map(({ value, path }) => ({ value, confidence: 0.9 / found.length, source: { path, line: 1 } }));
};
