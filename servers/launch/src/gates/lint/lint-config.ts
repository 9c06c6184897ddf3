import type { Configuration } from 'markdownlint';

/**
 * The rules that pages must follow. Rules about taste are off, and so are those that other gates or the site's theme
 * answer: line length, inline HTML, titles that come from front matter, fragments of links.
 */
export const lintConfig: Configuration = {
  default: true,
  MD013: false,
  MD014: false,
  MD024: { siblings_only: true },
  MD025: { front_matter_title: '' },
  MD026: false,
  MD028: false,
  MD033: false,
  MD034: false,
  MD036: false,
  MD041: false,
  MD046: false,
  MD051: false,
  MD059: false,
  MD060: false,
};

/** Rules whose violations change the meaning of a page. The others are warnings unless they can be fixed. */
export const strictRules: ReadonlySet<string> = new Set(['MD001', 'MD011', 'MD018', 'MD042']);
