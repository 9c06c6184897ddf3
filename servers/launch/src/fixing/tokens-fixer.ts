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
      fixed += text.slice(from, token.start) + valueOf(token.text, config);
      from = token.start + token.text.length;
    }
    return fixed + text.slice(from);
  },
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
