import { describe, expect, it } from 'vitest';
import { testConfig } from '../testing/test-config.ts';
import { titleOf } from './describe-pull-request.ts';

describe('the title of a pull request', () => {
  it.each([
    ['Widgets', 'docs: launch Widgets'],
    // A title is not Markdown: a backslash would be shown.
    ['snake_case (C#)', 'docs: launch snake_case (C#)'],
    ['a\u200bb', 'docs: launch a b'],
  ])('names %j as it is, without invisible characters', (product_name, title) => {
    expect(titleOf({ config: testConfig({ product_name }) })).toBe(title);
  });

  it('has at most 200 characters', () => {
    expect(titleOf({ config: testConfig({ product_name: 'x'.repeat(400) }) })).toHaveLength(200);
  });
});
