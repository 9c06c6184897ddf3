import type { RunConfig } from '../config/run-config.ts';
import { findTokens } from '../gates/checks/tokens-gate.ts';
import type { FixerDefinition } from './define-fixer.ts';
import { issueCodes } from '../gates/issue-codes.ts';

/** Replaces tokens that the configuration has a value for, and removes the others. */
export const tokensFixer: FixerDefinition = {
  name: 'fix_template_tokens',
  fixes: ({ code }) => code === issueCodes.templateTokenUnresolved,
  fix: ({ page: { text, before }, config }) => {
    const known = new Set(before === undefined ? [] : findTokens(before).map((token) => token.text));
    let fixed = '';
    let from = 0;
    for (const token of findTokens(text)) {
      if (known.has(token.text)) continue;
      const value = valueOf(token.text, config);
      const { start, end } = value === '' ? emptied(text, token) : placeOf(token);
      fixed += text.slice(from, start) + value;
      from = end;
    }
    return fixed + text.slice(from);
  },
};

type Token = ReturnType<typeof findTokens>[number];

const placeOf = ({ start, text }: Token): { readonly start: number; readonly end: number } => ({
  start,
  end: start + text.length,
});

/** The part of the page that goes with a token: a token alone in its paragraph takes the blank line after it along. */
const emptied = (page: string, token: Token): { readonly start: number; readonly end: number } => {
  const { start, end } = placeOf(token);
  const [before] = /(?:^|\n)[ \t]*$/u.exec(page.slice(0, start)) ?? [];
  const [after] = /^[ \t]*(?:\r?\n(?:[ \t]*\r?\n)?|$)/u.exec(page.slice(end)) ?? [];
  if (before === undefined || after === undefined) return { start, end };
  // At the end of the page, the blank line before it goes.
  const kept = end + after.length === page.length ? page.slice(0, start).trimEnd().length + 1 : start;
  return { start: Math.min(kept, start - before.replace('\n', '').length), end: end + after.length };
};

const valueOf = (token: string, config: RunConfig): string => {
  const name = token
    .replaceAll(/^(?:__|\{\{)|(?:__|\}\})$/gu, '')
    .trim()
    .toLowerCase()
    .replace(/^\./u, '');
  const values: Readonly<Record<string, string | undefined>> = {
    product: config.product_name,
    product_name: config.product_name,
    product_slug: config.product_slug,
    slug: config.product_slug,
    family: config.family,
    platform: config.target_platform,
    target_platform: config.target_platform,
    locale: config.locale,
    repo_url: config.github_repo_url,
    github_repo_url: config.github_repo_url,
    github_ref: config.github_ref,
  };
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? '';
};
