import type { Citations, CitedSentence } from '../artifacts.ts';
import { say } from '../claims/phrases.ts';
import type { RunConfig } from '../config/run-config.ts';
import { issueOf } from '../gates/findings.ts';
import { groundArtifacts, readGrounds } from '../gates/truth/read-grounds.ts';
import { newSentences, truthCodes } from '../gates/truth/truth-lock-gate.ts';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import { isReadable, readPage } from '../markdown/read-page.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import type { Sentence } from '../markdown/read-sentences.ts';
import { writeFrontMatter } from '../markdown/write-front-matter.ts';
import { findClaims } from '../truth/find-claims.ts';
import type { FixerDefinition } from './define-fixer.ts';
import { removeSentence } from './remove-sentence.ts';

const codes: ReadonlySet<string> = new Set(Object.values(truthCodes));

/** Cites the claims that back a sentence. A sentence that no claim backs is removed. */
export const truthFixer: FixerDefinition = {
  name: 'fix_truth',
  needs: ['citations.json', ...groundArtifacts],
  cites: true,
  fixes: ({ code }) => codes.has(code),
  fix: async (scene) => {
    const { page, issue, artifacts, config } = scene;
    const citations = await artifacts.json<Citations>('citations.json');
    // Records keep only the beginning of a long sentence.
    const wanted = issue.context;
    const sentence = newSentences(page).find(({ text }) => issueOf({ ...issue, context: text }).context === wanted);
    if (!sentence) return undefined;
    const claims = findClaims(sentence, await readGrounds(scene));
    if (claims) {
      const cited = { text: sentence.text, claims: claims.map(({ id }) => id) };
      return { citations: withCitation(citations, page.path, cited) };
    }
    if (sentence.kind === 'meta') {
      const { text, added } = withoutMeta(page.text, sentence.text, config);
      return { text, citations: added ? withCitation(citations, page.path, added) : citations };
    }
    const before = page.before !== undefined && isReadable(page.before) ? page.before : '';
    const text = removeAll(page.text, sentence, new Set(readPage(before).headings.map((heading) => heading.text)));
    // A row or a paragraph can also have words of people, which a fixer does not remove.
    if (losesWords(before, page.text, text)) return undefined;
    return { text, citations: withoutCitation(citations, page.path, sentence.text) };
  },
};

/** Whether sentences that a page had before the run are removed from it. */
const losesWords = (before: string, page: string, fixed: string): boolean => {
  const old = new Set(readSentences(before).map(({ text }) => text));
  const left = new Set(readSentences(fixed).map(({ text }) => text));
  return readSentences(page).some(({ text }) => old.has(text) && !left.has(text));
};

/** Removes every occurrence of a sentence. */
const removeAll = (page: string, { text, urls, codes: code }: Sentence, keeps: ReadonlySet<string>): string => {
  const isSame = (one: Sentence): boolean =>
    one.kind !== 'meta' && one.text === text && String(one.urls) === String(urls) && String(one.codes) === String(code);
  let left = page;
  for (let found = readSentences(left).findLast(isSame); found; found = readSentences(left).findLast(isSame)) {
    const next = removeSentence(left, found, keeps);
    if (next.length >= left.length) return left;
    left = next;
  }
  return left;
};

/** Replaces a title by the name of the product, and a description by a phrase. */
const withoutMeta = (
  page: string,
  value: string,
  { product_name: name }: RunConfig,
): { readonly text: string; readonly added?: CitedSentence } => {
  const { values = {} } = readFrontMatter(page);
  const phrase = { name: 'about.documentation', values: { name } } as const;
  const description = say(phrase.name, phrase.values);
  const isValue = (key: string): boolean => {
    const found = values[key];
    return typeof found === 'string' && found.replaceAll(/\s+/gu, ' ').trim() === value;
  };
  const titles = ['title', 'linkTitle'].filter(isValue).map((key) => [key, name] as const);
  const texts = ['description', 'summary'].filter(isValue).map((key) => [key, description] as const);
  return {
    text: writeFrontMatter(page, Object.fromEntries([...titles, ...texts])) ?? page,
    ...(texts.length > 0 && { added: { text: description, claims: [], phrase } }),
  };
};

const withCitation = (citations: Citations, path: string, cited: CitedSentence): Citations => {
  const rest = withoutCitation(citations, path, cited.text);
  const isListed = rest.pages.some((page) => page.path === path);
  const pages = isListed ? rest.pages : [...rest.pages, { path, sentences: [] }];
  return {
    ...rest,
    pages: pages.map((page) => (page.path === path ? { ...page, sentences: [...page.sentences, cited] } : page)),
  };
};

const withoutCitation = ({ pages, ...rest }: Citations, path: string, text: string): Citations => ({
  ...rest,
  pages: pages.map((page) =>
    page.path === path ? { ...page, sentences: page.sentences.filter((one) => one.text !== text) } : page,
  ),
});
