import type { Draft } from '../../artifacts.ts';
import { splitPage } from '../../markdown/split-page.ts';
import type { Prose } from '../prose.ts';

/** How many lines prose adds to a page: a paragraph and a blank line. */
export const linesOfProse = 2;

/** Lines that end the introduction of a page: headings, code, lists, tables, quotations, HTML and shortcodes. */
const endOfIntroduction = /^(?:#{1,6} |`{3}|~{3}|[-*+] |\d+[.)] |\||>|<|\{\{)/u;

/** Puts the prose of a section into its draft: at the end of the introduction of each page, with its citations. */
export const insertProse = (draft: Draft, { pages: written }: Prose): Draft => {
  const byPath = new Map(written.map((page) => [page.path, page]));
  return {
    ...draft,
    pages: draft.pages.map((page) => {
      const prose = byPath.get(page.path);
      if (!prose || prose.markdown === '') return page;
      return {
        ...page,
        content: insert(page.content, prose.markdown),
        sentences: [...page.sentences, ...prose.sentences],
      };
    }),
  };
};

/** The Markdown of the introduction of a page, after its front matter. */
export const introductionOf = (page: string): string => parts(page).before;

const parts = (page: string) => {
  const { bodyStart } = splitPage(page);
  const lines = page.slice(bodyStart).split('\n');
  const end = lines.findIndex((line) => endOfIntroduction.test(line));
  const at = end === -1 ? lines.length : end;
  return {
    head: page.slice(0, bodyStart),
    before: lines.slice(0, at).join('\n').trimEnd(),
    after: lines.slice(at).join('\n').trimStart(),
  };
};

const insert = (page: string, paragraph: string): string => {
  const { head, before, after } = parts(page);
  const gap = head === '' || head.endsWith('\n\n') || before !== '' ? '' : '\n';
  return `${head}${before === '' ? gap : `${before}\n\n`}${paragraph}\n${after === '' ? '' : `\n${after}`}`;
};
